package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/static/example"
	"lily/web/native"
)

// These tests read README.md, the manual and the other documents, run what they show,
// and compare what they list with the code, so that none of them can drift.

// block is one fenced block of a document. Info is what follows the fence: the
// language, then words such as file=NAME, profile and policy=default.
type block struct {
	line int
	info []string
	text string
}

func (b block) lang() string {
	if len(b.info) == 0 {
		return ""
	}
	return b.info[0]
}

// word returns the value of key=value among the words; a bare key has none.
func (b block) word(key string) (value string, ok bool) {
	for _, w := range b.info {
		if name, value, _ := strings.Cut(w, "="); name == key {
			return value, true
		}
	}
	return "", false
}

var fence = regexp.MustCompile("^(`{3,})(.*)$")

// blocks reads the fenced blocks of a Markdown file.
func blocks(t *testing.T, file string) (list []block) {
	t.Helper()
	return blocksOf(t, file, document(t, file))
}

// blocksOf reads the fenced blocks of a text of this name.
func blocksOf(t *testing.T, file, text string) (list []block) {
	t.Helper()
	var b *block
	var end string
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case b == nil && m != nil:
			b, end = &block{line: i + 1, info: strings.Fields(m[2])}, m[1]
		case b != nil && line == end:
			list, b = append(list, *b), nil
		case b != nil:
			b.text += line + "\n"
		}
	}
	if b != nil {
		t.Fatalf("%s:%d: the block is never closed", file, b.line)
	}
	return list
}

func document(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// shownFile is a document with its name.
type shownFile struct{ name, text string }

// documents are those whose examples are run: README.md and the pages of the manual.
func documents(t *testing.T) []shownFile {
	t.Helper()
	list := []shownFile{{"README.md", document(t, "README.md")}}
	for _, p := range book(t) {
		list = append(list, shownFile{"static/manual/" + p.Name + ".md", p.Text})
	}
	return list
}

// Every console example says what lily says. The files that the documents show are there.
func TestReadmeExamples(t *testing.T) {
	ran := 0
	all := documents(t)
	for _, d := range all {
		t.Run(d.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "static", "example"), example.Files()); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			own(t)
			for _, d := range all {
				for _, b := range blocksOf(t, d.name, d.text) {
					if name, ok := b.word("file"); ok {
						write(t, filepath.FromSlash(name), b.text)
					}
				}
			}
			for _, b := range blocksOf(t, d.name, d.text) {
				if b.lang() == "console" {
					ran += console(t, d.name, b)
				}
			}
		})
	}
	if ran < 12 {
		t.Errorf("got %d examples, want at least 12", ran)
	}
}

// console runs the lines that call lily; those of other programs are not run.
func console(t *testing.T, name string, b block) (ran int) {
	t.Helper()
	last := 0
	for call := range strings.SplitSeq("\n"+b.text, "\n$ ") {
		line, want, _ := strings.Cut(call, "\n")
		var got string
		switch in, args, ok := callOf(t, line); {
		case line == "echo $?":
			got = string(rune('0'+last)) + "\n"
		case !ok:
			continue
		case strings.Contains(want, "there is nobody to ask here") && boxless(t):
			continue
		default:
			last, got = both(in, args)
			ran++
		}
		if want != "" && !strings.HasSuffix(want, "\n") {
			want += "\n"
		}
		if !pattern(want).MatchString(got) {
			t.Errorf("%s:%d: %s\ngot:\n%swant:\n%s", name, b.line, line, got, want)
		}
	}
	return ran
}

// boxless reports whether this machine has no sandbox, where what would be asked first cannot run at all. CI has one.
func boxless(t *testing.T) bool {
	t.Helper()
	_, err := native.NewBox("")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	}
	return err != nil
}

// callOf reads `lily …`, `echo '…' | lily …` and `lily … < FILE`.
func callOf(t *testing.T, line string) (in string, args []string, ok bool) {
	t.Helper()
	if said, rest, piped := strings.Cut(line, "' | "); piped {
		in, line = strings.TrimPrefix(said, "echo '")+"\n", rest
	}
	line, file, redirected := strings.Cut(line, " < ")
	if redirected {
		in = document(t, file)
	}
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "lily" {
		return "", nil, false
	}
	return in, words[1:], true
}

// both returns what a terminal would show.
func both(in string, args []string) (code int, out string) {
	var b bytes.Buffer
	code = run(context.Background(), args, terminal{strings.NewReader(in), &b, &b})
	return code, b.String()
}

// pattern matches a text in which … on a line of its own stands for any lines,
// and elsewhere for any characters of a line.
func pattern(text string) *regexp.Regexp {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line == "…\n" {
			b.WriteString(`(?:[^\n]*\n)*`)
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", `[^\n]*`))
	}
	return regexp.MustCompile(`^` + b.String() + `$`)
}

func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		want, got string
		match     bool
	}{
		{"a\n", "a\n", true},
		{"a\n", "a\nb\n", false},
		{"a\n…\n", "a\nb\nc\n", true},
		{"a\n…\n", "a\n", true},
		{"…\nc\n", "a\nb\nc\n", true},
		{"x …\n", "x y z\n", true},
		{"x …\n", "x y\nz\n", false},
		{"(a.\n", "(a.\n", true},
	} {
		if got := pattern(tt.want).MatchString(tt.got); got != tt.match {
			t.Errorf("%q on %q: got %t, want %t", tt.want, tt.got, got, tt.match)
		}
	}
}

// The skills that are shown are of the format that is said, and only the one
// that shows a mistake has any.
func TestReadmeSkills(t *testing.T) {
	formats := map[string]bool{}
	for _, d := range documents(t) {
		for _, b := range blocksOf(t, d.name, d.text) {
			name, _ := b.word("file")
			if path.Base(name) != loader.File {
				continue
			}
			s := skill.Parse(path.Base(path.Dir(name)), []byte(b.text))
			format, right := b.word("format")
			formats[string(s.Format)] = true
			if right && (string(s.Format) != format || len(s.Findings) > 0) {
				t.Errorf("%s:%d: got %s, %v, want %s without findings", d.name, b.line, s.Format, s.Findings, format)
			}
			if !right && (!s.Malformed() || s.Findings[0].Fix == nil) {
				t.Errorf("%s:%d: got %v, want an error with a fix", d.name, b.line, s.Findings)
			}
		}
	}
	if len(formats) != 3 {
		t.Errorf("got the formats %v, want all three", formats)
	}
}

// The profiles and policies that are shown can be read, and the defaults are
// the defaults.
func TestReadmeRules(t *testing.T) {
	seen := 0
	for _, d := range documents(t) {
		for _, b := range blocksOf(t, d.name, d.text) {
			if kind, ok := b.word("profile"); ok {
				seen++
				p, err := profile.Parse(d.name, []byte(b.text))
				if err != nil || kind == "default" && (p.Digest() != profile.Empty().Digest() || b.text != string(p.YAML())) {
					t.Errorf("%s:%d: got %v, %s", d.name, b.line, err, profile.Empty().YAML())
				}
			}
			if kind, ok := b.word("policy"); ok {
				seen++
				p, err := policy.Parse(d.name, []byte(b.text))
				if err != nil || kind == "default" && (p.Digest() != policy.Default().Digest() || b.text != string(p.YAML())) {
					t.Errorf("%s:%d: got %v, %s", d.name, b.line, err, policy.Default().YAML())
				}
			}
		}
	}
	if seen != 5 {
		t.Errorf("got %d profiles and policies, want 5", seen)
	}
}

// found returns what the expression finds in a source file, by the template.
func found(t *testing.T, file, expression, template string, least int) (list []string) {
	t.Helper()
	re := regexp.MustCompile(expression)
	text := document(t, file)
	for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, string(re.ExpandString(nil, template, text, m)))
	}
	if len(list) < least {
		t.Fatalf("%s: got %q, want at least %d", file, list, least)
	}
	return list
}

// known asks the parser whether a key of the tables means something.
func known(key string) bool {
	s := skill.Parse("x", []byte("---\nversion: 1.0.0\nread_only: true\n"+key+":\n---\n"))
	return !slices.ContainsFunc(s.Findings, func(f skill.Finding) bool { return f.Code == "unknown_key" })
}

// The links and the picture are there, and the picture is no burden to a clone.
func TestDocumentLinks(t *testing.T) {
	files := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "playwright-free-e2e/SMOKE.md"}
	for _, p := range book(t) {
		files = append(files, "static/manual/"+p.Name+".md")
	}
	for _, file := range files {
		text := document(t, file)
		for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			if to == "" {
				to = path.Base(file)
			}
			info, err := os.Stat(filepath.Join(filepath.Dir(file), to))
			if err != nil || info.Size() > 200<<10 && to != "NOTICE" { // the licences are as long as they are
				t.Errorf("%s: the link %s: got %v", file, m[1], err)
				continue
			}
			if anchor != "" && !slices.Contains(anchors(document(t, filepath.Join(filepath.Dir(file), to))), anchor) {
				t.Errorf("%s: the link %s leads to no heading", file, m[1])
			}
		}
	}
}

// README.md shows the pictures that make pictures takes, and there are no others.
func TestReadmePictures(t *testing.T) {
	shown := found(t, "README.md", `\]\(static/pictures/(\w+)\.png\)`, "$1", 3)
	equalNames(t, "pictures taken", found(t, "playwright-free-e2e/pictures_test.go", `p\.picture\("(\w+)"\)`, "$1", 3), shown)
	entries, err := os.ReadDir("static/pictures")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		there = append(there, strings.TrimSuffix(e.Name(), ".png"))
	}
	equalNames(t, "pictures kept", there, shown)
}

// anchors are the names that headings have on common hosts.
func anchors(text string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		bare := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(bare, " ", "-"))
	}
	return list
}

// ARCHITECTURE.md names every package, every event and every module.
func TestArchitecture(t *testing.T) {
	text := document(t, "ARCHITECTURE.md")
	want := found(t, "go.mod", `(?m)^\t(\S+) v\S+`, "$1", 5)
	want = append(want, found(t, "core/event/body.go", `Type\(\) string +\{ return "(\w+)" \}`, "`$1`", 18)...)
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && (d.Name() == "testdata" || p == "bin") { // bin has what was built, and other agents' sources
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() && path.Ext(p) == ".go" && path.Dir(p) != "." && !slices.Contains(want, "`"+path.Dir(p)+"`") {
			want = append(want, "`"+path.Dir(p)+"`")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range want {
		if !strings.Contains(text, part) {
			t.Errorf("ARCHITECTURE.md: got no %s", part)
		}
	}
}
