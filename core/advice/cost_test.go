package advice

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/skill"
	"lily/core/tree"
	"lily/wasm/costtest"
)

// of looks at a skill of some files.
func of(tb testing.TB, files map[string]string) func() {
	tb.Helper()
	var b tree.Builder
	for at, text := range files {
		if err := b.Put(at, []byte(text)); err != nil {
			tb.Fatal(err)
		}
	}
	s := Skill{Skill: skill.Parse("a", []byte(files[main])), Files: b.Tree(), Runs: func(string) bool { return false }}
	return func() { Of(s) }
}

const plainHead = "---\nname: a\ndescription: Does it.\n---\n"

// SK-10, SK-11: to look at a foreign text costs in proportion to it.
func TestTextCostsNoMoreThanItsLength(t *testing.T) {
	costtest.Texts(t, 64<<10, func(s string) { of(t, map[string]string{main: s})() },
		"---\nname: a\ndescription: Does it.\n…", "---\nname: a\ndescription: …", "---\nname: a\nallowed-tools: …",
		plainHead+"…", plainHead+"```bash\n…", plainHead+"See `…")
}

// SK-10, SK-11: and so does a script of a skill.
func TestScriptCostsNoMoreThanItsLength(t *testing.T) {
	read := func(s string) {
		of(t, map[string]string{main: plainHead + "Run `scripts/a.sh`.\n", "scripts/a.sh": s})()
	}
	costtest.Texts(t, MostFile/4, read, "#!/bin/sh\n…", "#!/usr/bin/env …", "#!/bin/sh\nfoo() { …")
}

// SK-10, SK-11: of what a skill has much of, twice as much costs twice as much.
func TestManyCostNoMoreThanTheyAre(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  int
		files func(n int) map[string]string
	}{
		{"files on one line", 20_000, func(n int) map[string]string {
			return map[string]string{main: plainHead + numbered(n, "`references/add%d.md` ")}
		}},
		{"files on short lines", 20_000, func(n int) map[string]string {
			return map[string]string{main: plainHead + numbered(n, "See [a](b%d.md).\n")}
		}},
		{"files that nobody names", 20_000, func(n int) map[string]string {
			return many(n, "references/x%d.md", "Text.", plainHead)
		}},
		{"scripts", 20_000, func(n int) map[string]string {
			return many(n, "scripts/x%d.sh", "echo a\n", plainHead+strings.Repeat("bash scripts/x, and more of it.\n", 1000))
		}},
		{"tools", 10_000, func(n int) map[string]string {
			return map[string]string{main: "---\nname: a\ndescription: Does it.\nallowed-tools:\n" + numbered(n, "  - Tool%d\n") + "---\n"}
		}},
		{"keys", 10_000, func(n int) map[string]string {
			return map[string]string{main: "---\nname: a\ndescription: Does it.\n" + spelled(n, "allowedtools") + "---\n"}
		}},
		{"functions", 10_000, func(n int) map[string]string {
			return map[string]string{main: plainHead, "a.sh": numbered(n, "f%d() {\n") + numbered(n, "f%d\n")}
		}},
		{"pipes", 60_000, func(n int) map[string]string {
			return map[string]string{main: plainHead, "a.sh": strings.Repeat("a|", n)}
		}},
		{"programs", 20_000, func(n int) map[string]string {
			return map[string]string{main: plainHead, "a.sh": numbered(n, "p%d\n")}
		}},
		{"hosts", 20_000, func(n int) map[string]string {
			return map[string]string{main: plainHead + numbered(n, "http://a%d.com ")}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			costtest.Linear(t, c.name, c.most, func(n int) func() { return of(t, c.files(n)) })
		})
	}
}

// SK-10, SK-11: skills are not compared each with each other one.
func TestAlikeCostNoMoreThanTheyAre(t *testing.T) {
	for name, about := range map[string]func(i int) string{
		"alike": func(int) string { return "Writes the minutes of meetings for large teams." },
		"near":  func(i int) string { return fmt.Sprintf("Writes the minutes of meetings for large teams number%d.", i) },
		"apart": func(i int) string {
			return fmt.Sprintf("Writes word%d and word%d with word%d into file%d.", i, i*7, i*3, i)
		},
	} {
		t.Run(name, func(t *testing.T) {
			costtest.Linear(t, name, 5000, func(n int) func() {
				var list []*skill.Skill
				for i := range n {
					list = append(list, skill.Parse(fmt.Sprint("s", i), []byte("---\ndescription: "+about(i)+"\n---\n")))
				}
				return func() { Alike(list) }
			})
		})
	}
	costtest.Linear(t, "long descriptions", 20_000, func(n int) func() {
		var list []*skill.Skill
		for i := range 3 {
			list = append(list, skill.Parse(fmt.Sprint("s", i), []byte("---\ndescription: "+numbered(n, "word%d ")+"\n---\n")))
		}
		return func() { Alike(list) }
	})
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func many(n int, at, text, head string) map[string]string {
	files := map[string]string{main: head}
	for i := range n {
		files[fmt.Sprintf(at, i)] = text
	}
	return files
}

// spelled are keys that differ in their capitals alone.
func spelled(n int, key string) string {
	var b strings.Builder
	for i := range n {
		word := []byte(key)
		for at := range word {
			if i>>at&1 == 1 {
				word[at] -= 'a' - 'A'
			}
		}
		fmt.Fprintf(&b, "%s%s: x\n", word, strings.Repeat("_", i>>len(word)))
	}
	return b.String()
}
