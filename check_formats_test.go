package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"lily/core/format"
)

// sections are what a case of core/format/testdata/check is held to: how check is called in the folder of its files.
var sections = map[string][]string{
	"text": {}, "notes": {"--notes"}, "json": {"--json"}, "sarif": {"--format", "sarif"}, "github": {"--format", "github"},
	"junit": {"--format", "junit"}, "strict.junit": {"--format", "junit", "--strict"}, "diff": {"--diff"}, "fix": {"--fix"},
}

// unseen writes characters that nobody can see as they are seen, so that a case can be read.
var unseen = strings.NewReplacer("«CR»", "\r", "«ESC»", "\x1b", "«ZWSP»", "\u200b", "«RLO»", "\u202e", "«TAB»", "\t", "«BOM»", "\ufeff")

// SK-8, SK-9, SK-12: every format says what it said when somebody last read it.
func TestCheckFormats(t *testing.T) {
	cases, err := filepath.Glob("core/format/testdata/check/*.txtar")
	if err != nil || len(cases) < 4 {
		t.Fatalf("got %d cases, %v", len(cases), err)
	}
	for _, name := range cases {
		t.Run(filepath.Base(name), func(t *testing.T) { goldens(t, name) })
	}
}

func goldens(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range a.Files {
		want, ok := strings.CutPrefix(f.Name, "want/")
		if !ok {
			continue
		}
		args, known := sections[want]
		if !known {
			t.Fatalf("%s: there is no section %s", name, want)
		}
		dir := t.TempDir()
		for _, f := range a.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				write(t, filepath.Join(dir, f.Name), unseen.Replace(strings.TrimSuffix(string(f.Data), "«EOF»\n")))
			}
		}
		t.Chdir(dir)
		if want == "diff" {
			applies(t)
		}
		_, out, errs := lily(t, "", append(append([]string{"check"}, args...), strings.Fields(string(a.Comment))...)...)
		got := seen(strings.ReplaceAll(out+errs, version(), "lily VERSION"))
		if want == "sarif" {
			valid(t, own, out)
		}
		if got != string(f.Data) && !*update {
			t.Errorf("%s, %s: got\n%s\nwant\n%s", name, want, got, f.Data)
		}
		a.Files[i].Data = []byte(got)
		t.Chdir(own)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// seen is the reverse of unseen, so that a golden file holds no character that an editor changes.
func seen(s string) string {
	return strings.NewReplacer("\r", "«CR»", "\u200b", "«ZWSP»", "\u202e", "«RLO»", "\ufeff", "«BOM»", "\x1b", "«ESC»").Replace(s)
}

// applies holds that git takes the diff, and that the files are then what --fix makes of them.
func applies(t *testing.T) {
	t.Helper()
	_, out, _ := lily(t, "", "check", "--diff", ".")
	if out == "" {
		return
	}
	other := t.TempDir()
	if err := os.CopyFS(other, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("git", "apply", "-")
	cmd.Dir, cmd.Stdin = other, strings.NewReader(out)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(other))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v, %s of\n%s", err, said, out)
	}
	fixed := t.TempDir()
	if err := os.CopyFS(fixed, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	lily(t, "", "check", "--fix", fixed)
	if a, b := contents(t, other), contents(t, fixed); a != b {
		t.Errorf("git apply: got %q, want %q", a, b)
	}
}

func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		b.WriteString(strings.TrimPrefix(path, dir) + "\n" + string(data) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// valid holds a SARIF file to its schema, and each rule to its entry of the manual.
func valid(t *testing.T, own, out string) {
	t.Helper()
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(own)
	defer t.Chdir(back)
	s := readSchema(t)
	var v any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	for _, fault := range s.faults(s.root, v, "") {
		t.Error(fault)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID    string
				RuleIndex int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, r := range log.Runs[0].Results {
		if rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("got the rule %s, want %s", rules[r.RuleIndex].ID, r.RuleID)
		}
	}
	if n := strings.Count(out, `"markdown"`); n != len(rules) {
		t.Errorf("got %d texts of the manual for %d rules", n, len(rules))
	}
}

var workflow = regexp.MustCompile(`^::(error|warning|notice) ([a-zA-Z]+=[^:,\r\n]*)(,[a-zA-Z]+=[^:,\r\n]*)*::[^\r\n]*$`)

// Over real skills and hostile names, every format is whole: SARIF by its schema, GitHub's lines by the grammar of its
// commands, JUnit's XML by what build servers read of it.
func TestFormatsAreWhole(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a,b:c%25/SKILL.md":      "---\nname: x\ndescription: \"a%0Ab\"\nfoo: 1\n---\n",
		"::error file=x::y/a.md": "x", "::error file=x::y/SKILL.md": "---\nopen",
		"q\"<&>/SKILL.md":    "---\ndescription: a: b ]]> <x> & \x1b[31m\n---\n",
		"漢字 \u200b/SKILL.md": "---\nname: \"\u202ex\"\n---\n\x00",
		"nul/SKILL.md":       "---\nname: nul\n---\n\x00",
		"bytes/SKILL.md":     "---\nname: \xff\xfe\n---\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	paths := []string{dir, filepath.Join(dir, "gone\n::error::x")}
	if _, err := os.Stat(corpus); err == nil {
		paths = append(paths, corpus)
	}
	own, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range format.Names() {
		_, out, errs := lily(t, "", append([]string{"check", "--notes", "--format", f}, paths...)...)
		if strings.Contains(errs, "\n::") {
			t.Errorf("%s: got a command on standard error: %s", f, errs)
		}
		switch f {
		case "sarif":
			valid(t, own, out)
		case "json":
			if !json.Valid([]byte(out)) {
				t.Error("got no JSON")
			}
		case "github":
			lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
			for _, line := range lines[:len(lines)-1] {
				if !workflow.MatchString(line) {
					t.Errorf("got the line %q, want a command", line)
				}
			}
		case "junit":
			junit(t, out)
		}
	}
}

// junit holds the XML to its own sums.
func junit(t *testing.T, out string) {
	t.Helper()
	var got struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Cases    []struct {
				Name    string    `xml:"name,attr"`
				Failure *struct{} `xml:"failure"`
				Error   *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	d := xml.NewDecoder(bytes.NewReader([]byte(out)))
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF && err != nil {
		t.Errorf("got %v after the suites", err)
	}
	failures, errors := 0, 0
	for _, c := range got.Suites[0].Cases {
		if c.Failure != nil {
			failures++
		}
		if c.Error != nil {
			errors++
		}
	}
	if s := got.Suites[0]; s.Tests != len(s.Cases) || s.Failures != failures || s.Errors != errors || s.Tests < 5 {
		t.Errorf("got %d tests, %d failures, %d errors, want %d, %d, %d", s.Tests, s.Failures, s.Errors, len(s.Cases), failures, errors)
	}
}
