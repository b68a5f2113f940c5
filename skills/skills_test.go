package skills

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// expected is every bundled skill, with lines that its frontmatter must have:
// what the commands, the page and the documents count on.
var expected = []struct {
	name  string
	lines []string
}{
	{"check_skills", []string{"invocation_mode: tool_dispatch", "command: check", "command_tool: check_skills"}},
	{"git_helper", []string{"invocation_mode: prompt_rewrite", "  binaries: [git]"}},
	{"plan_compiler", []string{"invocation_mode: prompt_rewrite", "command: plan", "  - read", "  - write"}},
	{"repo_maintainer", []string{"invocation_mode: prompt_rewrite"}},
	{"research_assistant", []string{"invocation_mode: prompt_rewrite"}},
	{"skill_author", []string{"invocation_mode: prompt_rewrite"}},
	{"text_tools", []string{"name: text_tools", "version: 1.0.0", "modes: [Global]", "read_only: true"}},
}

func names() []string {
	var list []string
	for _, e := range expected {
		list = append(list, e.name)
	}
	return list
}

// VF-1: the root holds the skill folders and nothing else.
func TestNames(t *testing.T) {
	entries, err := fs.ReadDir(Files(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want := names(); !slices.Equal(got, want) {
		t.Errorf("embedded folders: got %q, want %q", got, want)
	}
}

// A folder or file beside this test that the directive forgot would ship nowhere.
func TestNothingMissed(t *testing.T) {
	list := func(fsys fs.FS) []string {
		var files []string
		err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.Contains(path, "/") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	if got, want := list(Files()), list(os.DirFS(".")); !slices.Equal(got, want) {
		t.Errorf("embedded files: got %q, want %q", got, want)
	}
}

// SK-1, SK-2: every folder has a SKILL.md, and its frontmatter opens and closes.
func TestSkillFiles(t *testing.T) {
	for _, e := range expected {
		t.Run(e.name, func(t *testing.T) {
			head, body := split(t, e.name)
			if body == "" {
				t.Error("the body is empty")
			}
			have := strings.Split(head, "\n")
			for _, want := range e.lines {
				if !slices.Contains(have, want) {
					t.Errorf("frontmatter has no line %q", want)
				}
			}
		})
	}
}

// Content is plain text: UTF-8, line feeds, no NUL, one line end at the end,
// so that it has the same digest wherever it is checked out.
func TestText(t *testing.T) {
	err := fs.WalkDir(Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(Files(), path)
		if err != nil {
			return err
		}
		if !utf8.Valid(data) {
			t.Errorf("%s: got bytes that are not UTF-8", path)
		}
		if bytes.ContainsAny(data, "\r\x00") {
			t.Errorf("%s: got a carriage return or NUL, want neither", path)
		}
		if !bytes.HasSuffix(data, []byte("\n")) || bytes.HasSuffix(data, []byte("\n\n")) {
			t.Errorf("%s: want exactly one line end at the end", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Supporting files are read on demand: one that SKILL.md does not name is never
// read, and one that it names and the folder lacks leads nowhere.
func TestReferences(t *testing.T) {
	named := regexp.MustCompile("`((?:references|scripts|assets)/[a-z0-9_./-]+)` in this skill")
	for _, e := range expected {
		_, body := split(t, e.name)
		var got []string
		for _, m := range named.FindAllStringSubmatch(body, -1) {
			got = append(got, e.name+"/"+m[1])
		}
		slices.Sort(got)
		want, err := fs.Glob(Files(), e.name+"/*/*")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s/SKILL.md names %q, its folder has %q", e.name, got, want)
		}
	}
}

// TS-1, TS-3: each tool has its name, its command, and a command without the
// characters that only a shell would understand.
func TestTools(t *testing.T) {
	tool := regexp.MustCompile("(?s)\n### ([^\n]+)\n.*?\n#### Command\n\n```bash\n([^\n]+)\n```")
	_, body := split(t, "text_tools")
	found := tool.FindAllStringSubmatch(body, -1)
	want := []string{"count_words", "count_lines", "sort_lines", "find_lines", "first_lines", "last_lines"}
	var got []string
	for _, m := range found {
		got = append(got, m[1])
		if strings.ContainsAny(m[2], "|<>&;$*?`'\"\\~") {
			t.Errorf("%s: got shell syntax in %q, want none", m[1], m[2])
		}
		if !strings.Contains(m[2], " -- ") {
			t.Errorf("%s: got %q, want -- before the values", m[1], m[2])
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("tools: got %q, want %q", got, want)
	}
}

// split returns the frontmatter and the trimmed body of a bundled SKILL.md.
func split(t *testing.T, name string) (head, body string) {
	t.Helper()
	data, err := fs.ReadFile(Files(), name+"/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	rest, ok := strings.CutPrefix(string(data), "---\n")
	if !ok {
		t.Fatalf("%s/SKILL.md:1: want a line ---", name)
	}
	head, body, ok = strings.Cut(rest, "\n---\n")
	if !ok {
		t.Fatalf("%s/SKILL.md: the frontmatter does not close", name)
	}
	return head, strings.TrimSpace(body)
}
