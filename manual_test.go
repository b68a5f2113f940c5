package main

import (
	"path"
	"slices"
	"strings"
	"testing"

	"lily/core/help"
	"lily/core/skill"
	"lily/static/manual"
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
		for i, line := range strings.Split(p.Text, "\n") {
			if len([]rune(line)) > 120 && !strings.HasPrefix(line, "| ") {
				t.Errorf("%s.md:%d: the line has %d columns, want at most 120", p.Name, i+1, len([]rune(line)))
			}
		}
	}
	for _, f := range files {
		if path.Ext(f.Name()) == ".md" && !slices.Contains(names, f.Name()) {
			t.Errorf("%s: is not in the index", f.Name())
		}
	}
}
