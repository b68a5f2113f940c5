package which

import (
	"slices"
	"strings"
	"testing"

	"lily/core/program"
	"lily/core/tree"
)

var can = []string{"bash", "cat", "node", "sh"}

func files(t *testing.T) tree.Tree {
	t.Helper()
	var b tree.Builder
	for path, text := range map[string]string{
		"workspace/task.sh":        "#!/bin/sh\necho",
		"workspace/plain":          "echo",
		"workspace/empty":          "",
		"workspace/x.py":           "#!/usr/bin/env python3\n",
		"workspace/sub/s.js":       "#!/usr/bin/env -S node --flag\n",
		"workspace/e":              "#!/usr/bin/env A=b bash\r\n",
		"workspace/strict":         "#! /bin/bash -eu\n",
		"workspace/elf":            "\x7fELF\x00",
		"workspace/nothing":        "#!\n",
		"usr/bin/mine":             "#!/bin/sh\n",
		"bundled/skills/a/task.sh": "#!/bin/bash\n",
	} {
		if err := b.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// TS-2, TS-7: what runs, word by word, and what does not, with the program's name.
func TestFind(t *testing.T) {
	for argv, want := range map[string]string{
		"cat|a b|$(id)|":            "cat|a b|$(id)|",
		"/bin/cat|x":                "cat|x",
		"/usr/bin/mine":             "sh|/usr/bin/mine",
		"./task.sh|a|-x":            "sh|./task.sh|a|-x",
		"sub/../task.sh":            "sh|sub/../task.sh",
		"./plain":                   "sh|./plain",
		"./empty":                   "sh|./empty",
		"./nothing":                 "sh|./nothing",
		"./sub/s.js|1":              "node|--flag|./sub/s.js|1",
		"./e":                       "bash|./e",
		"./strict|q":                "bash|-eu|./strict|q",
		"/bundled/skills/a/task.sh": "bash|/bundled/skills/a/task.sh",
		"/workspace/task.sh":        "sh|/workspace/task.sh",

		"perl|-v":       "127 perl cannot run here: the page has no such program.",
		"/usr/bin/perl": "127 perl cannot run here: the page has no such program.",
		"Cat":           "127 Cat cannot run here: the page has no such program.",
		"task.sh":       "127 task.sh cannot run here: the page has no such program.",
		"./x.py":        "127 ./x.py cannot run here: it is a script for python3, and the page has no such program.",
		"./none":        "127 ./none cannot run: there is no such file.",
		"../../etc/x":   "127 ../../etc/x cannot run: there is no such file.",
		"./sub":         "126 ./sub cannot run: it is a folder.",
		"./elf":         "126 ./elf cannot run here: it is no script.",
		"cat|a\x00b":    "126 A word of the command holds a NUL, which no program can be given.",
		"":              "127 The command names no program.",
		"cat |x":        "127 cat  cannot run here: the page has no such program.",
		"cat;id":        "127 cat;id cannot run here: the page has no such program.",
		"sh -c id":      "127 sh -c id cannot run here: the page has no such program.",
	} {
		s := program.Spec{Argv: strings.Split(argv, "|"), Dir: "/workspace", Files: files(t)}
		before := slices.Clone(s.Argv)
		words, exit := Find(s, can)
		got := strings.Join(words, "|")
		if words == nil {
			got = strings.Join([]string{itoa(exit.Code), exit.Reason}, " ")
			if !exit.Files.Equal(s.Files) {
				t.Errorf("%q: got other files", argv)
			}
		}
		if got != want || !slices.Equal(s.Argv, before) {
			t.Errorf("%q: got %q, want %q", argv, got, want)
		}
	}
}

func itoa(n int) string { return map[int]string{cannot: "126", notFound: "127"}[n] }

// Any bytes name an interpreter without a blank in it, or none.
func FuzzInterpreter(f *testing.F) {
	for _, s := range []string{"#!/bin/sh", "#!/usr/bin/env -S a=b", "#!/usr/bin/env", "#!/", "\x00", "#! \r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if by := Interpreter(data); by != nil && (by[0] == "" || strings.ContainsAny(by[0], " \t\n")) {
			t.Errorf("got %q", by)
		}
	})
}
