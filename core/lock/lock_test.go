package lock

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/tree"
)

func folder(t *testing.T, files ...string) tree.Tree {
	t.Helper()
	var b tree.Builder
	for i := 0; i < len(files); i += 2 {
		if err := b.Put(files[i], []byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// A lock is read as it was written, whatever its skills are called.
func TestRoundTrip(t *testing.T) {
	var l Lock
	for _, name := range []string{"pdf", "yes", "123", "a b", "ä", "null", "-x", "a: b", "~"} {
		s := Of(name, folder(t, "SKILL.md", name, "a/on", "x", "a b/#1: 'x'.md", "y"))
		s.Got, s.Source, s.Commit = "git", "https://example.com/x.git@v1#a b", strings.Repeat("ab", 20)
		l = l.With(s)
	}
	again, err := Parse(File, l.YAML())
	if err != nil {
		t.Fatal(err)
	}
	if string(again.YAML()) != string(l.YAML()) || len(again.Skills) != 9 {
		t.Errorf("got\n%s\nwant\n%s", again.YAML(), l.YAML())
	}
	if empty, err := Parse(File, Lock{}.YAML()); err != nil || len(empty.Skills) != 0 {
		t.Errorf("got %v, %v of an empty lock", empty, err)
	}
}

// What is wrong with a lock is an error, and no skill that is not locked.
func TestParseIsStrict(t *testing.T) {
	good := string(Lock{}.With(Of("pdf", folder(t, "SKILL.md", "x"))).YAML())
	for name, text := range map[string]string{
		"another version": strings.Replace(good, "version: 1", "version: 2", 1),
		"an unknown key":  good + "more: 1\n",
		"a wrong digest":  strings.Replace(good, "digest: ", "digest: x", 1),
		"a name of a way": strings.Replace(good, "name: pdf", "name: ../pdf", 1),
		"a skill twice":   good + strings.SplitAfterN(good, "skills:\n", 2)[1],
		"no YAML":         "<<<<<<< HEAD\n" + good,
	} {
		if _, err := Parse(File, []byte(text)); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// What is changed, missing or added is told by name with its files; what git does not keep is nothing.
func TestCompare(t *testing.T) {
	l := Lock{}.With(Of("same", folder(t, "SKILL.md", "x"))).With(Of("changed", folder(t, "SKILL.md", "x", "a", "1", "b", "2"))).
		With(Of("missing", folder(t, "SKILL.md", "x")))
	empty, err := folder(t, "SKILL.md", "x", ".DS_Store", "z").Graft("empty", tree.Tree{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range l.Compare(map[string]tree.Tree{
		"same": empty, "changed": folder(t, "SKILL.md", "y", "b", "2", "c", "3"), "added": folder(t, "SKILL.md", "x"),
	}) {
		got = append(got, fmt.Sprint(d, d.Files))
	}
	want := []string{
		"added is not in the lock [{SKILL.md added}]", "changed was changed [{SKILL.md changed} {a removed} {c added}]",
		"missing is missing [{SKILL.md removed}]",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The sum is that of the command skills: made by its own function, with Node, of these files.
func TestOther(t *testing.T) {
	f := folder(t, "SKILL.md", "x\n", "scripts/a.sh", "a", "scripts/B.sh", "b", "a-b.md", "1", "a_b.md", "2", "a b.md", "3", "ä.md", "4")
	const sum = "6c39bf7700e9dca9d6879c5b8959c0fc2a57d2acb39fc58e1df43e9338158619"
	text := `{"version": 1, "skills": {
		"pdf": {"source": "owner/repo", "ref": "v1", "sourceType": "github", "computedHash": "` + sum + `"},
		"gone": {"source": "example.com", "sourceType": "well-known", "computedHash": "x"}}}`
	l, err := ParseOther(Other, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if s := l.Find("pdf"); s == nil || s.Source != "owner/repo@v1" || s.Got != "git" {
		t.Errorf("got %v", s)
	}
	list := l.Compare(map[string]tree.Tree{"pdf": f})
	if len(list) != 1 || list[0].Name != "gone" || list[0].Op != tree.Removed {
		t.Errorf("got %v, want gone alone, which is missing; the sum is %s", list, Sum(f))
	}
	if list := l.Compare(map[string]tree.Tree{"pdf": folder(t, "SKILL.md", "y")}); len(list) != 2 {
		t.Errorf("got %v, want pdf as changed", list)
	}
	for _, bad := range []string{"", "{", `{"version": 0, "skills": {}}`, `{"version": 1, "skills": {"../x": {}}}`, "<<<<<<< HEAD\n{}"} {
		if _, err := ParseOther(Other, []byte(bad)); err == nil {
			t.Errorf("%q: got no error", bad)
		}
	}
}
