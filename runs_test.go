package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/wants"
	"lily/wasm/which"
	"lily/web/runs"
)

// The manual's table of what can run in the page is that of the data by which scripts are judged: -update writes it.
func TestManualOfWhatCanRun(t *testing.T) {
	const page, head = "static/manual/programs.md", "## All that is there\n"
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), head)
	_, after, _ := strings.Cut(rest, "\n## ")
	want := before + head + whatCanRun(wants.Page(which.Programs())) + "\n## " + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !found || string(data) != want {
		t.Errorf("%s: the table is not that of core/wants and wasm/which: go test . -run TestManualOfWhatCanRun -update writes it", page)
	}
}

// whatCanRun is the section with a list for each kind.
func whatCanRun(h wants.Has) string {
	var b strings.Builder
	b.WriteString("\nBy this [lily check --runs](cli.md#lily-check), a skill and an import tell which scripts find what they want.\n\n| kind | there |\n|---|---|\n")
	row := func(kind string, names []string) {
		line := ""
		for i, name := range names {
			line += "`" + name + "`"
			if last := i == len(names)-1; last || len(line)+len(names[i+1]) > 90 {
				fmt.Fprintf(&b, "| %s | %s |\n", kind, line)
				kind, line = "", ""
			} else {
				line += ", "
			}
		}
	}
	row("languages", h.Names(wants.Language))
	row("programs", h.Names(wants.Program))
	row("packages of Python", h.Packages())
	row("modules of Python", h.Names(wants.Python))
	row("modules of Node", h.Names(wants.Node))
	return b.String()
}

// `lily check --runs` tells of each script what is not there, and runs none.
func TestCheckRuns(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	t.Chdir(folder(t, map[string]string{
		"pdf/SKILL.md":          "---\nname: pdf\ndescription: Fills forms. Use it for PDF.\n---\nRun `scripts/fill.py`.\n",
		"pdf/scripts/fill.py":   "#!/usr/bin/env python3\nimport json\nimport no_such_package\n",
		"pdf/scripts/all.sh":    "#!/bin/sh\ntouch " + ran + "\nno-such-program-1 x\n",
		"pdf/scripts/logo.bin":  "\x00",
		"plain/SKILL.md":        "---\nname: plain\ndescription: Has none. Use it for that.\n---\nText.\n",
		"plain/scripts/good.sh": "#!/bin/sh\necho \"$1\" | sort\n",
	}))
	code, out, errs := lily(t, "", "check", "--runs", ".")
	for _, want := range []string{
		"scripts/all.sh\n    page: may need no-such-program-1\n", "scripts/fill.py\n    page: needs Python's no_such_package\n",
		"scripts/good.sh\n    page: has all that it names\n", "3 scripts of 2 skills; 1 have all that they name in the page.\n",
	} {
		if !strings.Contains(out, want) || code != 0 {
			t.Errorf("got %d with\n%s%s\nwant it to say %q", code, out, errs, want)
		}
	}
	var r runs.Report
	_, out, _ = lily(t, "", "check", "--runs", "--json", ".")
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Skills) != 2 || len(r.Skills[0].Scripts) != 2 || r.Skills[0].Scripts[1].Page.State != wants.Needs {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a script was run")
	}
	for _, bad := range [][]string{{"--fix"}, {"--diff"}, {"--format", "sarif"}} {
		if code, _, _ := lily(t, "", append(append([]string{"check", "--runs"}, bad...), ".")...); code != 2 {
			t.Errorf("%v: got %d, want that it is refused", bad, code)
		}
	}
}
