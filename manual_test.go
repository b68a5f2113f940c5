package main

import (
	"flag"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lily/core"
	"lily/core/help"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tool"
	"lily/persona"
	"lily/static/manual"
	"lily/web/server"
)

// book is the manual as lily help reads it.
func book(t *testing.T) help.Book {
	t.Helper()
	b, err := help.Read(manual.Files())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func manualPage(t *testing.T, name string) help.Page {
	t.Helper()
	b := book(t)
	i := slices.IndexFunc(b, func(p help.Page) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("got no page %s", name)
	}
	return b[i]
}

// toolHead is what the examples of the tools format leave out.
const toolHead = "---\nname: example\nversion: 1.0.0\ndescription: Look at lines of a text file.\nmodes: [Global]\n---\n\n"

// SK-8, SK-9: the example of a finding has that finding and no other, and its fixed form
// has none.
func TestManualFindings(t *testing.T) {
	shown := 0
	for _, e := range manualPage(t, "findings").Entries {
		kinds := map[string]int{}
		for _, b := range blocksOf(t, "findings.md#"+e.Name, e.Text) {
			text, folder := b.text, "example"
			if name, ok := b.word("folder"); ok {
				folder = name
			}
			if _, ok := b.word("blank"); ok {
				folder = strings.ReplaceAll(folder, "_", " ")
			}
			if sign, ok := b.word("unseen"); ok { // written in the manual so that it is seen
				n, _ := strconv.ParseInt(sign, 16, 32)
				mark, hidden := "«U+"+sign+"»", string(rune(n))
				text, folder = strings.ReplaceAll(text, mark, hidden), strings.ReplaceAll(folder, mark, hidden)
			}
			if _, ok := b.word("tool"); ok {
				text = toolHead + text
			}
			var codes []string
			for _, f := range skill.Parse(folder, []byte(text)).Findings {
				codes = append(codes, f.Code)
			}
			want := []string{e.Name}
			if other, ok := b.word("with"); ok {
				want = append(want, other)
				slices.Sort(want)
			}
			slices.Sort(codes)
			_, finding := b.word("finding")
			_, fixed := b.word("fixed")
			if finding && !slices.Equal(codes, want) || fixed && len(codes) > 0 {
				t.Errorf("findings.md, %s: got %q of\n%s", e.Name, codes, b.text)
			}
			if finding == fixed {
				t.Errorf("findings.md, %s: got the block %q, want finding or fixed", e.Name, b.info)
			}
			kinds[b.info[1]]++
		}
		if kinds["finding"] != kinds["fixed"] {
			t.Errorf("findings.md, %s: got %v, want an example and its fixed form", e.Name, kinds)
		}
		shown += kinds["finding"]
	}
	if shown < 35 {
		t.Errorf("got %d examples, want 35 or more", shown)
	}
}

// Every code of a SKILL.md has its entry, which says the severity and the clause.
func TestManualSaysSeverities(t *testing.T) {
	b := book(t)
	for _, c := range skill.Codes() {
		said := map[skill.Severity]string{skill.Error: "Error", skill.Warning: "Warning", skill.Info: "Note"}[c.Severity]
		list := b.Find(c.Code)
		if !slices.ContainsFunc(list, func(e help.Entry) bool {
			return e.Page == "findings" && strings.Contains(e.Text, "\n\n"+said+", "+c.Clause+". ")
		}) {
			t.Errorf("%s: got no entry of findings with %s, %s", c.Code, said, c.Clause)
		}
	}
}

// Every page is in the index, and every line of prose can be read at once.
func TestManualPages(t *testing.T) {
	files, err := manual.Files().ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range book(t) {
		names = append(names, p.Name+".md")
		if p.Title == "" || p.Summary == "" {
			t.Errorf("%s: got the title %q and the summary %q", p.Name, p.Title, p.Summary)
		}
		narrow(t, p.Name+".md", p.Text)
	}
	for _, f := range files {
		if path.Ext(f.Name()) == ".md" && !slices.Contains(names, f.Name()) {
			t.Errorf("%s: is not in the index", f.Name())
		}
	}
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "ARCHITECTURE.md"} {
		narrow(t, file, document(t, file))
	}
	if n := strings.Count(document(t, "README.md"), "\n"); n >= 200 {
		t.Errorf("README.md: got %d lines, want fewer than 200", n)
	}
}

// narrow holds that no line of prose has more than 120 columns.
func narrow(t *testing.T, file, text string) {
	t.Helper()
	end := ""
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case end != "" && line == end:
			end = ""
		case end == "" && m != nil:
			end = m[1]
		case end == "" && len([]rune(line)) > 120:
			t.Errorf("%s:%d: the line has %d columns, want at most 120", file, i+1, len([]rune(line)))
		}
	}
}

// listed are the names in code marks that the lists and tables of some entries begin
// with; the empty name is a page's own intro.
func listed(t *testing.T, page string, entries ...string) (names []string) {
	t.Helper()
	p := manualPage(t, page)
	for _, e := range append([]help.Entry{p.Intro}, p.Entries...) {
		if !slices.Contains(entries, e.Name) {
			continue
		}
		for _, m := range regexp.MustCompile("(?m)^[-|] (`[^:|]+`)[^:|]*[:|]").FindAllStringSubmatch(e.Text, -1) {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[1], -1) {
				names = append(names, name[1])
			}
		}
	}
	return names
}

// headings are the entries of a page, at one level.
func headings(t *testing.T, page string, level int) (names []string) {
	t.Helper()
	for _, e := range manualPage(t, page).Entries {
		if e.Level == level {
			names = append(names, e.Name)
		}
	}
	return names
}

// equalNames compares what the manual lists with what there is.
func equalNames(t *testing.T, what string, got, want []string) {
	t.Helper()
	covers(t, what, got, want)
	for _, name := range got {
		if !slices.Contains(want, name) {
			t.Errorf("%s: got an entry of %s, which there is not", what, name)
		}
	}
}

func covers(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("%s: got no %s", what, name)
		}
	}
}

// Every finding, error, state, command, flag, key, tool and file of the persona has its
// entry, and no entry is of nothing.
func TestManualIsWhole(t *testing.T) {
	given := codesInSources(t)
	findings := headings(t, "findings", 3)
	refused := listed(t, "imports", "Why a drop is refused")
	stored := listed(t, "storage", "Damaged data")
	written := listed(t, "programs", "Bounds")
	errors := headings(t, "errors", 3)
	served := listed(t, "models", "What the server answers")
	for _, c := range skill.Codes() {
		given.named = append(given.named, c.Code)
	}
	said := slices.Concat(findings, refused, stored, written, served, errors)
	covers(t, "codes", said, slices.Concat(given.named, given.errors))
	covers(t, "codes that there are", slices.Concat(given.texts, given.named), said)
	equalNames(t, "errors", errors, given.errors)
	for _, c := range skill.Codes() {
		if !slices.Contains(findings, c.Code) {
			t.Errorf("findings: got no entry of %s", c.Code)
		}
	}

	var states, builtins, usages []string
	for _, s := range loader.States() {
		states = append(states, string(s))
	}
	equalNames(t, "states", headings(t, "states", 3), states)
	for _, b := range core.Builtins() {
		builtins, usages = append(builtins, "/"+b.Name), append(usages, "`"+b.Usage+"`")
	}
	equalNames(t, "commands", slices.DeleteFunc(headings(t, "commands", 3), func(s string) bool { return s == "Aliases" }), builtins)
	for _, usage := range usages {
		if !strings.Contains(manualPage(t, "commands").Text, usage) {
			t.Errorf("commands: got no %s", usage)
		}
	}
	equalNames(t, "tools", listed(t, "commands", "Tools"), tool.Builtin().Names())

	budget := 1
	rules := policy.Default()
	rules.Catalog = &budget
	equalNames(t, "policy", listed(t, "policy", "Keys of a policy"), keysOf(rules.YAML()))
	equalNames(t, "profile", listed(t, "profile", "Keys of a profile"), keysOf(profile.Empty().YAML()))
	files, err := fs.ReadDir(persona.Files(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, f := range files {
		if !f.IsDir() {
			parts = append(parts, f.Name())
		}
	}
	equalNames(t, "persona", listed(t, "persona", "persona"), parts)
}

// keysOf are the keys of a file that people edit, without those below them.
func keysOf(yaml []byte) (list []string) {
	for line := range strings.Lines(string(yaml)) {
		if key, _, ok := strings.Cut(line, ":"); ok && key == strings.TrimSpace(key) {
			list = append(list, key)
		}
	}
	return list
}

// Every command of lily has a section, with all of its flags and no other.
func TestManualCommandLine(t *testing.T) {
	page := manualPage(t, "cli")
	common := listed(t, "cli", "Flags that several commands share")
	var names []string
	for _, c := range subcommands() {
		names = append(names, "lily "+c.name)
		f, _ := c.flags()
		var want, got []string
		f.VisitAll(func(f *flag.Flag) { want = append(want, dashes(f.Name)) })
		for _, said := range slices.Concat(listed(t, "cli", "lily "+c.name), common) {
			name, _, _ := strings.Cut(said, " ")
			if !slices.Contains(got, name) && (slices.Contains(want, name) || !slices.Contains(common, said)) {
				got = append(got, name)
			}
		}
		equalNames(t, "lily "+c.name, got, want)
	}
	equalNames(t, "cli", slices.DeleteFunc(headings(t, "cli", 2), func(s string) bool { return !strings.HasPrefix(s, "lily ") }), names)
	if !strings.Contains(page.Text, "http://"+server.DefaultAddr+"/") {
		t.Errorf("cli: got no %s", server.DefaultAddr)
	}
}

// No key of a SKILL.md is listed that the parser does not know.
func TestManualKeys(t *testing.T) {
	keys := slices.Concat(listed(t, "skills", "The lily format", "The agentskills format"), listed(t, "tools-format", "Keys of the tools format"))
	if len(keys) < 20 {
		t.Errorf("got the keys %q, want 20 or more", keys)
	}
	for _, key := range keys {
		if !known(key) {
			t.Errorf("got the key %s, which is unknown", key)
		}
	}
}

// The page's documents and keys, the clauses in use and the words of the glossary.
func TestManualListsWhatThereIs(t *testing.T) {
	equalNames(t, "keys", listed(t, "page", "Keys"), foundIn(t, "web", `(?m)^\t\{"([^"]+)", "[^"]*", "[^"]*", (?:true|false), "(?:[^"]+)"`, "$1", 5))
	equalNames(t, "documents", listed(t, "page", "Documents"), foundIn(t, "web", `return kind\{"(\w+)", `, "$1", 10))
	clauses := foundIn(t, ".", `\b(?:VF|SK|LD|EN|SN|CM|CV|PE|PO|TS|EV|MD)-[0-9]+a?\b`, "$0", 50)
	p := manualPage(t, "clauses")
	var names []string
	for _, e := range p.Entries {
		names = append(names, listed(t, "clauses", e.Name)...)
	}
	equalNames(t, "clauses", names, clauses)
	if n := len(listed(t, "glossary", "glossary")); n == 0 || n > 40 {
		t.Errorf("glossary: got %d words, want at most 40", n)
	}
}

// foundIn is what the expression finds in the sources of a folder, by the template, each
// once.
func foundIn(t *testing.T, dir, expression, template string, least int) (list []string) {
	t.Helper()
	re := regexp.MustCompile(expression)
	for _, s := range sources(t) {
		if dir != "." && !below(s.dir, dir) {
			continue
		}
		text := document(t, s.path)
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			list = append(list, string(re.ExpandString(nil, template, text, m)))
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) < least {
		t.Fatalf("%s: got %q, want at least %d", dir, list, least)
	}
	return list
}

// CONTRIBUTING.md names everything that can be made.
func TestContributing(t *testing.T) {
	text := document(t, "CONTRIBUTING.md")
	for _, row := range found(t, "Makefile", `(?m)^([a-z0-9-]+):.*## `, "| `make $1` |", 10) {
		if !strings.Contains(text, row) {
			t.Errorf("CONTRIBUTING.md: got no %s", row)
		}
	}
}
