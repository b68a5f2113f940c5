package advice

import (
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
)

// folder is a case of the archive.
type folder struct {
	files map[string]string
	runs  map[string]bool
	want  string
}

func cases(t *testing.T) map[string]*folder {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/cases.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*folder{}
	for _, f := range ar.Files {
		name, at, _ := strings.Cut(f.Name, "/")
		if all[name] == nil {
			all[name] = &folder{files: map[string]string{}, runs: map[string]bool{}}
		}
		if at == "want" {
			all[name].want = string(f.Data)
			continue
		}
		bare := strings.TrimRight(at, "!^")
		all[name].runs[bare] = strings.Contains(at, "!")
		all[name].files[bare] = string(f.Data)
		if strings.HasSuffix(at, "^") {
			all[name].files[bare] = strings.ReplaceAll(string(f.Data), "\n", "\r\n")
		}
	}
	return all
}

func (f *folder) skill(t *testing.T, name string) Skill {
	t.Helper()
	var b tree.Builder
	for at, text := range f.files {
		if err := b.Put(at, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return Skill{
		Skill: skill.Parse(name, []byte(f.files[main])), Files: b.Tree(),
		Runs: func(at string) bool { return f.runs[at] },
	}
}

// SK-11: what is advised, and that nothing is where nothing is wrong.
func TestOf(t *testing.T) {
	told := map[string]bool{}
	for name, f := range cases(t) {
		var got []string
		found := Of(f.skill(t, name))
		for _, one := range found {
			line := fmt.Sprintf("%s %s %s:%d:%d", one.Code, one.Severity, one.File, one.Line, one.Column)
			if one.Fix != nil {
				line += " " + one.Fix.Text
			}
			got = append(got, line)
			told[one.Code] = true
		}
		want := strings.Split(strings.TrimSuffix(f.want, "\n"), "\n")
		if f.want == "" {
			want = nil
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		fixed(t, name, f, found)
	}
	for _, c := range codes {
		if !told[c.Code] && c.Code != "alike" && c.Code != "skill_long" {
			t.Errorf("%s: got no case", c.Code)
		}
	}
}

// A fix that is made takes its finding away.
func fixed(t *testing.T, name string, f *folder, found []skill.Finding) {
	t.Helper()
	for _, one := range found {
		if one.Fix == nil {
			continue
		}
		text, err := one.Fix.Apply([]byte(f.files[main]))
		if err != nil {
			t.Fatal(err)
		}
		g := &folder{files: map[string]string{}, runs: f.runs}
		maps.Copy(g.files, f.files)
		g.files[main] = string(text)
		same := func(o skill.Finding) bool { return o.Code == one.Code && o.Line == one.Line && o.Column == one.Column }
		if slices.ContainsFunc(Of(g.skill(t, name)), same) {
			t.Errorf("%s: %s is still there after its fix:\n%s", name, one.Code, text)
		}
	}
}

// SK-11: the standard's advice on length.
func TestLength(t *testing.T) {
	head := "---\nname: x\ndescription: Use when it is long.\n---\n"
	for _, c := range []struct {
		body string
		want bool
	}{
		{strings.Repeat("x\n", 496), false},
		{strings.Repeat("x\n", 497), true},
		{strings.Repeat("word ", 4000), false},
		{strings.Repeat("word ", 4001), true},
	} {
		files, err := tree.Tree{}.Put(main, []byte(head+c.body))
		if err != nil {
			t.Fatal(err)
		}
		got := Of(Skill{Skill: skill.Parse("x", []byte(head+c.body)), Files: files})
		if (len(got) == 1 && got[0].Code == "skill_long") != c.want || len(got) > 1 {
			t.Errorf("%d bytes: got %v, want %t", len(c.body), got, c.want)
		}
	}
}

// SK-11: which descriptions can be told apart.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Formats tables of numbers in Markdown files.", "Format the tables of numbers in a Markdown file", true},
		{"Formats tables of numbers in Markdown files.", "Writes minutes of long meetings in plain words.", false},
		{"Write one-page minutes of any long meeting for the whole team", "Write one-page minutes of each long meeting for the whole team", true},
		{"Deploy a web service to the alpha cloud with its own tools", "Deploy a web service to the beta cloud with its own tools", false},
		{"Short text", "Short text", false},
	} {
		var list []*skill.Skill
		for i, about := range []string{c.a, c.b} {
			name := []string{"alpha", "beta"}[i]
			list = append(list, skill.Parse(name, []byte("---\nname: "+name+"\ndescription: "+about+"\n---\n")))
		}
		got := Alike(list)
		if (len(got) == 2) != c.want || len(got) == 1 {
			t.Errorf("%q and %q: got %v, want %t", c.a, c.b, got, c.want)
		}
	}
}

// A file that is not read is known to be there, and nothing else; one that can be read is, and costs what it has.
func TestRead(t *testing.T) {
	text := "---\nname: x\ndescription: Use when x.\n---\nRun `./scripts/x.sh`.\n"
	b := tree.Builder{}
	for at, data := range map[string]string{main: text, "scripts/x.sh": "", "scripts/y.sh": ""} {
		if err := b.Put(at, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	s := Skill{Skill: skill.Parse("x", []byte(text)), Files: b.Tree()}
	if got := Of(s); len(got) > 0 {
		t.Errorf("got %v, want nothing of files that were not read", got)
	}
	s.Read = func(at string) []byte { return []byte("echo " + path.Base(at)[:1]) }
	if got := Of(s); len(got) != 3 || got[1].Code != "script_no_interpreter" {
		t.Errorf("got %v, want the files judged", got)
	}
}

// A line of no end is left alone, since each name in it would cost its length.
func TestLongLine(t *testing.T) {
	for _, n := range []int{100, 10_000} {
		spans := read(strings.Repeat("[a](b.md) ", n), 1).spans
		if (len(spans) > 0) != (n == 100) {
			t.Errorf("%d links: got %d spans", n, len(spans))
		}
	}
}

// Every tool that Lily has is known.
func TestToolsOfLily(t *testing.T) {
	for _, name := range tool.Builtin().Names() {
		if agentTools[plain(name)] == "" {
			t.Errorf("got no %s", name)
		}
	}
}

// No real skill, whatever it says, ends in a panic, and few have a finding of each kind.
func TestCorpus(t *testing.T) {
	if _, err := os.Stat("../../../shared/corpus"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		t.Skip("no corpus beside the project")
	}
	count, all := map[string]int{}, 0
	walk(t, "../../../shared/corpus", func(s Skill) {
		all++
		for _, f := range Of(s) {
			count[f.Code]++
			if f.Line < 1 || f.Column < 1 || f.Message == "" {
				t.Errorf("%s: got %+v", s.Name, f)
			}
		}
	})
	t.Logf("%d skills: %v", all, count)
}

func walk(t *testing.T, dir string, see func(Skill)) {
	t.Helper()
	files, _, err := tree.Folder{From: os.DirFS(dir), Dir: "."}.Read()
	if err != nil {
		t.Fatal(err)
	}
	for at, f := range files.Walk() {
		if path.Base(at) != main {
			continue
		}
		folder, err := files.At(path.Dir(at))
		data, err2 := f.Bytes()
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		see(Skill{Skill: skill.Parse(path.Base(path.Dir(at)), data), Files: folder})
	}
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{"[x](y.md)", "`scripts/x.sh`\n```sh\n./a/b.sh \"$(x)\"\n```", "<!--\n[", "](<", "http://", "---\nallowed-tools: (\n---\n"} {
		f.Add(text, "#!/bin/sh\n$(\"`'<<X\n")
	}
	f.Fuzz(func(t *testing.T, text, script string) {
		b := tree.Builder{}
		for at, data := range map[string]string{main: "---\nname: x\ndescription: y\n---\n" + text, "scripts/x.sh": script, "a.md": text} {
			if err := b.Put(at, []byte(data)); err != nil {
				t.Fatal(err)
			}
		}
		data, _ := b.Tree().ReadFile(main)
		lines := strings.Count(string(data), "\n") + 1
		for _, one := range Of(Skill{Skill: skill.Parse("x", data), Files: b.Tree()}) {
			if one.File == main && one.Line > lines {
				t.Errorf("got %+v in %d lines", one, lines)
			}
		}
	})
}
