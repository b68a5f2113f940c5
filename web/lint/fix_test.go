package lint

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/check"
	"lily/core/frontmatter"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/disk"
)

const corpus = "../../../shared/corpus"

// terms are those of the command without flags.
func terms(tb testing.TB) Terms {
	tb.Helper()
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		tb.Fatal(err)
	}
	w.Roots = world.Roots(world.Deep)
	return Terms{World: w, Scan: world.Deep, Most: 1 << 30, Codes: Codes()}
}

// real are the real skills that lie beside the project, as a folder to change.
func real(tb testing.TB) string {
	tb.Helper()
	if _, err := os.Stat(corpus); err != nil {
		if os.Getenv("CI") == "true" {
			tb.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		tb.Skip("no corpus beside the project")
	}
	dir := tb.TempDir()
	if err := os.CopyFS(dir, os.DirFS(corpus)); err != nil {
		tb.Fatal(err)
	}
	return dir
}

// fixed makes the fixes of a folder, and returns what was found before and what was changed.
func fixed(t *testing.T, dir string) (*Found, []Change) {
	t.Helper()
	found := Check([]string{dir}, terms(t))
	list := found.Fixes([]string{dir}, terms(t))
	for _, c := range list {
		if f := c.Write(); f != nil {
			t.Errorf("%s: %s", f.Path, f.Message)
		}
	}
	return found, list
}

// SK-9: over all real skills --fix changes only what it names, and a second time nothing.
func TestFixOfRealSkills(t *testing.T) {
	dir := real(t)
	before := files(t, dir)
	found, list := fixed(t, dir)
	after := files(t, dir)
	changed := map[string]Change{}
	for _, c := range list {
		changed[c.At] = c
	}
	for at, was := range before {
		c, named := changed[at]
		if !named && was != after[at] {
			t.Errorf("%s: got it changed, and nobody said so", at)
		}
		if named {
			equalButNamed(t, at, was, after[at], c.Made)
		}
	}
	again, more := fixed(t, dir)
	if len(more) > 0 {
		t.Errorf("got %d changes the second time, of %s", len(more), more[0].Diff())
	}
	neverWorse(t, found, again)
	t.Logf("%d of %d files were fixed", len(list), len(before))
}

// equalButNamed holds a file to what it was: every key, every value and the text below them, but for those keys that a
// finding with a fix is of.
func equalButNamed(t *testing.T, at, was, is string, made []skill.Finding) {
	t.Helper()
	a, b := frontmatter.Read(was), frontmatter.Read(is)
	if a.Outcome != frontmatter.Whole {
		return // it had no values; that it is not worse is held beside
	}
	if a.Slice(a.Tail) != b.Slice(b.Tail) || len(a.Keys) != len(b.Keys) {
		t.Errorf("%s: got another text or other keys", at)
		return
	}
	for i, e := range a.Keys {
		line, _ := a.Place(e.At)
		end, _ := a.Place(e.Raw.To)
		of := func(f skill.Finding) bool { return line <= f.Fix.Line && f.Fix.Line <= end }
		if (e.Key != b.Keys[i].Key || !frontmatter.Same(e.Value, b.Keys[i].Value)) && !slices.ContainsFunc(made, of) {
			t.Errorf("%s: got %s changed, which no finding names", at, e.Key)
		}
	}
}

// neverWorse holds each skill to the state and the findings that it had.
func neverWorse(t *testing.T, was, is *Found) {
	t.Helper()
	before := map[string]check.File{}
	for _, p := range was.Parts {
		for _, s := range p.Skills {
			before[s.Path] = s
		}
	}
	seen := 0
	for _, p := range is.Parts {
		for _, s := range p.Skills {
			seen++
			old, ok := before[s.Path]
			if !ok {
				t.Errorf("%s: got a skill that was not there", s.Path)
			}
			if Worse(old, s) {
				t.Errorf("%s: got %s and %+v, and it was %s and %+v", s.Path, s.State, s.Findings, old.State, old.Findings)
			}
			for _, code := range more(old, s) {
				if f := s.Findings[slices.IndexFunc(s.Findings, func(f skill.Finding) bool { return f.Code == code })]; f.Severity == skill.Error {
					t.Errorf("%s: got the error %s, which was not there", s.Path, code)
				}
			}
		}
	}
	if seen != len(before) {
		t.Errorf("got %d skills, and there were %d", seen, len(before))
	}
}

func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		full, err2 := disk.Resolve(path)
		all[full] = string(data)
		if err == nil {
			err = err2
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// harms are the ways in which real files break.
var harms = []struct {
	name string
	do   func(text string) string
}{
	{"an unquoted colon", func(s string) string { return swapped(s, "description: ", "description: Use: ") }},
	{"no closing line", func(s string) string { return swapped(s, "\n---\n", "\n") }},
	{"a blank line above", func(s string) string { return "\n" + s }},
	{"a tab", func(s string) string { return swapped(s, "\ndescription: ", "\ndescription:\n\t") }},
	{"a key twice", func(s string) string { return swapped(s, "\nname: ", "\nlicense: MIT\nlicense: MIT\nname: ") }},
	{"line ends of Windows", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
	{"a byte order mark", func(s string) string { return "\ufeff" + s }},
	{"an open parenthesis", func(s string) string { return swapped(s, "\nname: ", "\nallowed-tools: Bash(git:*\nname: ") }},
	{"no opening line", func(s string) string { return strings.TrimPrefix(s, "---\n") }},
	{"another name", func(s string) string { return swapped(s, "\nname: ", "\nname: x-") }},
	{"a sign of YAML", func(s string) string { return swapped(s, "\ndescription: ", "\ndescription: @") }},
	{"an open quote", func(s string) string { return swapped(s, "\ndescription: ", "\ndescription: \"") }},
	{"an end in the middle", func(s string) string { return s[:min(len(s), 60)] }},
	{"a second document", func(s string) string { return swapped(s, "\ndescription: ", "\n...\n---\ndescription: ") }},
	{"a byte that is none", func(s string) string { return swapped(s, "\ndescription: ", "\ndescription: \xff") }},
	{"a glued key", func(s string) string { return swapped(s, "\nname: ", "\nname:") }},
	{"a key of Lily's", func(s string) string { return swapped(s, "\nname: ", "\ncommand: \"Bad Alias\"\nname: ") }},
	{"a near key", func(s string) string { return swapped(s, "\nname: ", "\nallowed_tools: Read\nname: ") }},
	{"no blank after a list's sign", func(s string) string { return swapped(s, "\nname: ", "\nmetadata:\n  -a\n  - b: c: d\nname: ") }},
}

func swapped(s, old, now string) string { return strings.Replace(s, old, now, 1) }

// SK-9: of files that broke in every way, each is mended or left, and none is worse for it. What it was beside its
// frontmatter it is still, with its line ends and its mode.
func TestFixOfBrokenSkills(t *testing.T) {
	dir := t.TempDir()
	from := files(t, real(t))
	var paths []string
	for at := range from {
		if filepath.Base(at) == loader.File {
			paths = append(paths, at)
		}
	}
	slices.Sort(paths)
	rnd := rand.New(rand.NewPCG(16, 0))
	for i := range 240 {
		at := paths[i*len(paths)/240]
		text := from[at]
		first, second := harms[i%len(harms)], harms[rnd.IntN(len(harms))]
		text = first.do(text)
		if i%3 > 0 {
			text = second.do(text)
		}
		put := filepath.Join(dir, fmt.Sprintf("%03d-%s", i, filepath.Base(filepath.Dir(at))), loader.File)
		if err := os.MkdirAll(filepath.Dir(put), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(put, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, dir)
	found, list := fixed(t, dir)
	after := files(t, dir)
	again, more := fixed(t, dir)
	neverWorse(t, found, again)
	for _, c := range more {
		t.Errorf("got a change the second time: %s", c.Diff())
	}
	changed := map[string][]skill.Finding{}
	for _, c := range list {
		changed[c.At] = c.Made
	}
	whole := 0
	for at, was := range before {
		is := after[at]
		equalButNamed(t, at, was, is, changed[at])
		if was != is && frontmatter.Read(was).Outcome == frontmatter.Whole {
			whole++
		}
		if a, b := strings.Count(was, "\n")-strings.Count(was, "\r\n"), strings.Count(is, "\n")-strings.Count(is, "\r\n"); a == 0 && strings.Contains(was, "\r\n") && b > 0 {
			t.Errorf("%s: got %d lines without the line ends of the file", at, b)
		}
		if info, err := os.Stat(at); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: got the mode %v, %v", at, info.Mode(), err)
		}
		if tail := was[len(was)*2/3:]; len(was) > 600 && !strings.HasSuffix(is, tail) {
			t.Errorf("%s: got another end", at)
		}
	}
	t.Logf("%d of %d files were fixed", len(list), len(before))
	if len(list) < 60 || whole < 20 {
		t.Errorf("got %d files fixed, %d of which had values, which is too few to hold anything", len(list), whole)
	}
}

// SK-9: a file that somebody has changed since it was read is left, and one that may not be written too.
func TestFixLeavesWhatHasChanged(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		put(t, filepath.Join(dir, name, loader.File), "---\nname: x\ndescription: Does it. Use now.\n---\nText.\n")
	}
	found := Check([]string{dir}, terms(t))
	list := found.Fixes([]string{dir}, terms(t))
	if len(list) != 3 {
		t.Fatalf("got %d changes", len(list))
	}
	put(t, filepath.Join(dir, "a", loader.File), "mine")
	if err := os.Remove(filepath.Join(dir, "b", loader.File)); err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, c := range list {
		if f := c.Write(); f != nil {
			codes = append(codes, f.Code)
		}
	}
	if got := strings.Join(codes, " "); got != "changed_meanwhile changed_meanwhile" {
		t.Errorf("got %q", got)
	}
	text, err := os.ReadFile(filepath.Join(dir, "a", loader.File))
	if _, gone := os.Stat(filepath.Join(dir, "b", loader.File)); err != nil || string(text) != "mine" || gone == nil {
		t.Errorf("got %q, %v, and the other one back: %v", text, err, gone == nil)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "*", ".lily*"))
	if text, err = os.ReadFile(filepath.Join(dir, "c", loader.File)); err != nil || !bytes.Contains(text, []byte("name: c\n")) || len(left) > 0 {
		t.Errorf("got %q, %v, and %q left", text, err, left)
	}
}

// A fix that would take another skill's command from it is not made.
func TestFixHarmsNoNeighbour(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "one", loader.File), "---\nsummary: Does it.\ncommand: do-it\n---\nText.\n")
	put(t, filepath.Join(dir, "two", loader.File), "---\nsummary: Does it too.\ncommand: Do-It\n---\nText.\n")
	found, _ := fixed(t, dir)
	neverWorse(t, found, Check([]string{dir}, terms(t)))
}

func put(t *testing.T, at, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A fix brings up what an error hid, and that is fixed with it: a second run finds nothing to do.
func TestFixOfWhatAnErrorHid(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "one", loader.File), "---\nname: one\ndescription: Use when: there is a thing\nallowed_tools: Bash\n---\nRead.\n")
	list := Check([]string{dir}, terms(t)).Fixes([]string{dir}, terms(t))
	if len(list) != 1 || len(list[0].Made) != 2 {
		t.Fatalf("got %+v, want two fixes of one file", list)
	}
	want := "---\nname: one\ndescription: \"Use when: there is a thing\"\nallowed-tools: Bash\n---\nRead.\n"
	if got := string(list[0].Is); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	list[0].Write()
	if again := Check([]string{dir}, terms(t)).Fixes([]string{dir}, terms(t)); len(again) > 0 {
		t.Errorf("got %+v the second time", again)
	}
}
