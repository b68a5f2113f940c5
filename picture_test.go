package main

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var draw = flag.Bool("draw", false, "write the picture of the imports into ARCHITECTURE.md")

// module is the path that the module has, before its packages'.
func module(t *testing.T) string {
	t.Helper()
	return found(t, "go.mod", `(?m)^module (\S+)$`, "$1", 1)[0] + "/"
}

// imported are the packages of the tree, each with those of the tree that its files
// import, tests aside.
func imported(t *testing.T) map[string][]string {
	t.Helper()
	own, all := module(t), map[string][]string{}
	for _, s := range sources(t) {
		if all[s.dir] == nil {
			all[s.dir] = []string{}
		}
		for _, p := range s.imports() {
			if p, ok := strings.CutPrefix(p, own); ok && !slices.Contains(all[s.dir], p) {
				all[s.dir] = append(all[s.dir], p)
			}
		}
	}
	return all
}

// reduced are the imports of a package that do not come along with another one.
func reduced(p string, all map[string][]string) (list []string) {
	for _, to := range all[p] {
		along := slices.ContainsFunc(all[p], func(by string) bool { return by != to && brings(by, to, all) })
		if !along {
			list = append(list, to)
		}
	}
	slices.Sort(list)
	return list
}

func brings(p, to string, all map[string][]string) bool {
	return slices.ContainsFunc(all[p], func(q string) bool { return q == to || brings(q, to, all) })
}

// section is what stands below a heading of ARCHITECTURE.md, before the next one.
func section(t *testing.T, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(document(t, "ARCHITECTURE.md"), "\n"+heading+"\n")
	if !ok {
		t.Fatalf("ARCHITECTURE.md: got no %q", heading)
	}
	if end := regexp.MustCompile(`(?m)^#{2,3} `).FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return text
}

// The list of packages is whole and in the order of imports, core's in the order of its
// layers, and the picture equals the imports.
func TestPicture(t *testing.T) {
	all := imported(t)
	var order []string
	for _, m := range regexp.MustCompile("(?m)^- (`[^:]+`): ").FindAllStringSubmatch(section(t, "## Packages"), -1) {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[1], -1) {
			order = append(order, strings.Replace(name[1], "main.go", ".", 1))
		}
	}
	for p, imports := range all {
		at := slices.Index(order, p)
		if at < 0 {
			t.Errorf("ARCHITECTURE.md: got no %s among the packages", p)
			continue
		}
		for _, q := range imports {
			if below := slices.Index(order, q); below > at {
				t.Errorf("ARCHITECTURE.md: %s stands above %s, which it imports", p, q)
			}
		}
	}
	for _, p := range order {
		if _, there := all[p]; !there && p != "playwright-free-e2e" {
			t.Errorf("ARCHITECTURE.md: got the package %s, which there is not", p)
		}
	}
	picture(t, order, all)
}

// picture compares the drawn imports with those that there are, or draws them.
func picture(t *testing.T, order []string, all map[string][]string) {
	t.Helper()
	want := ""
	for _, p := range order {
		if list := reduced(p, all); len(list) > 0 {
			want += p + " ← " + strings.Join(list, " ") + "\n"
		}
	}
	want = strings.ReplaceAll("\n"+wrapped(want), "\n. ←", "\nmain.go ←")[1:]
	text := section(t, "### The picture")
	_, got, _ := strings.Cut(text, "```text\n")
	got, _, _ = strings.Cut(got, "```\n")
	if got == want {
		return
	}
	if !*draw {
		t.Errorf("ARCHITECTURE.md: the picture is not that of the imports; go test . -run TestPicture -draw draws it. Got\n%swant\n%s", got, want)
		return
	}
	whole := strings.Replace(document(t, "ARCHITECTURE.md"), "```text\n"+got+"```\n", "```text\n"+want+"```\n", 1)
	if err := os.WriteFile("ARCHITECTURE.md", []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wrapped breaks lines after 110 columns.
func wrapped(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		column := 0
		for i, word := range strings.Fields(line) {
			switch {
			case i > 0 && column+len(word) > 110:
				b.WriteString("\n    ")
				column = 4
			case i > 0:
				b.WriteString(" ")
				column++
			}
			b.WriteString(word)
			column += len(word)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// walks are the ways through the code that ARCHITECTURE.md tells, and how many files each
// may pass.
var walks = map[string]int{"### A drop, to the list": 25, "### A line, to its answer": 20, "### A command, to its answer": 20, "### A template, to its program": 15}

// The files of each walk are there, and no walk is longer than it may be.
func TestWalks(t *testing.T) {
	for heading, most := range walks {
		files := map[string]bool{}
		for _, m := range regexp.MustCompile("`([a-z0-9/_]+\\.(?:go|js))`").FindAllStringSubmatch(section(t, heading), -1) {
			files[m[1]] = true
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("ARCHITECTURE.md: %s: got %s, %v", heading, m[1], err)
			}
		}
		if len(files) < 5 || len(files) > most {
			t.Errorf("ARCHITECTURE.md: %s: got %d files, want 5 to %d", heading, len(files), most)
		}
	}
}

// The glossary is the manual's.
func TestGlossary(t *testing.T) {
	text := section(t, "## Glossary")
	for _, word := range listed(t, "glossary", "glossary") {
		if !strings.Contains(text, "- `"+word+"`: ") {
			t.Errorf("ARCHITECTURE.md: the glossary has no %s", word)
		}
	}
	if n, most := strings.Count(text, "\n- `"), 40; n > most {
		t.Errorf("ARCHITECTURE.md: got %d words, want at most %d", n, most)
	}
}
