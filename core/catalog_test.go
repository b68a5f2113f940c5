package core_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/tool"
)

// crowd is twenty skills of the workspace whose names are at the end of the alphabet, and
// as many of the user's before them; their summaries are long.
func crowd() map[string]string {
	files := map[string]string{}
	for i := range 20 {
		text := "---\nsummary: " + strings.TrimSpace(strings.Repeat("Reads and writes boards. ", i+2)) + "\n---\nBody.\n"
		files[fmt.Sprintf("workspace/skills/z%02d/SKILL.md", i)] = text
		files[fmt.Sprintf("user/skills/m%02d/SKILL.md", i)] = text
	}
	return files
}

// CV-2, CV-3: what a model may select is what its catalog lists. The request says whom the
// budget cost its place, and so does the refusal.
func TestCatalogSelects(t *testing.T) {
	k := newTalk(t, crowd(), "catalog_tokens: 900", "", calls("select_skill", `{"name":"guide"}`, "select_skill", `{"name":"z19"}`), says("ok"))
	k.line(t, "hello")
	asked, refused := bodies[event.ModelRequest](k)[0], bodies[event.CallRefused](k)
	if b := asked.Catalog; b.Limit != 900 || b.Tokens > 900 || len(b.Dropped) == 0 || b.Dropped[0] != "guide" {
		t.Errorf("got %+v, want the bundled skills dropped", b)
	}
	schema, text := string(k.model.asked[0].Tools[0].Schema), catalogOf(k.model.asked[0])
	if strings.Contains(schema, "guide") || strings.Contains(text, "guide") || !strings.Contains(schema, "z19") || !strings.Contains(text, "<name>z19</name>") {
		t.Errorf("got the choice %s of\n%s", schema, text)
	}
	if len(refused) != 1 || refused[0].Code != command.SkillRefused || refused[0].Rule != "catalog" || !strings.Contains(refused[0].Message, "over its budget") {
		t.Errorf("got %+v, want only the dropped skill refused, with the reason", refused)
	}
}

func catalogOf(r model.Request) string {
	for _, p := range r.System {
		if p.Name == "catalog" {
			return p.Text
		}
	}
	return ""
}

// CV-2, CM-3: the terminal lists whom the budget cost its summary or its place, and says
// nothing of a budget that cost nobody.
func TestCatalogIsSaid(t *testing.T) {
	for _, tt := range []struct{ rules, line, want string }{
		{"catalog_tokens: 100000", "/skills", "45 available, 0 excluded.\n"},
		{"catalog_tokens: 3000", "/skills", "In the catalog: 43 of 43 skills, about "},
		{"catalog_tokens: 3000", "/skills", "Budget: catalog_tokens: 3000\nSummary cut: m06, m07"},
		{"catalog_tokens: 3000", "/skills", "Dropped: none\n"},
		{"catalog_tokens: 900", "/skills", "Dropped: guide, m07, m08, "},
		{"catalog_tokens: 0", "/skills", "In the catalog: 0 of 43 skills, about 0 of 0 tokens"},
		{"catalog_tokens: 3000", "/help m19", "Catalog: cut to “Reads and writes boards. Reads and writes boards."},
		{"catalog_tokens: 900", "/help guide", "Catalog: dropped. "},
		{"catalog_tokens: 900", "/help z05", "Catalog: without its summary. "},
		{"catalog_tokens: 100000", "/help m19", "License: not stated\n"},
		{"catalog_tokens: 900", "/help tally", "Command tool: word_count"},
	} {
		k := newTalk(t, crowd(), tt.rules, "")
		got := k.line(t, tt.line).Output() + "\n"
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s, %s: got\n%.600s\nwant %q", tt.rules, tt.line, got[max(0, len(got)-600):], tt.want)
		}
		if tt.rules == "catalog_tokens: 100000" && !strings.HasSuffix(got, tt.want) {
			t.Errorf("%s: got\n%s\nwant nothing of the catalog", tt.line, got)
		}
	}
}

// sized is a model whose context is known.
type sized struct {
	*said
	name   string
	window int
}

func (s sized) Name() string { return s.name }
func (s sized) Window() int  { return s.window }

// CV-2, EV-4: without a word of the policy the budget is a share of the context of the
// model that is asked, and the session holds what it was, so that a replay needs no model.
func TestCatalogOfTheModel(t *testing.T) {
	files := crowd()
	files["workspace/skills/small/SKILL.md"] = "---\nsummary: Small.\nmetadata:\n  lily: {model: small}\n---\nBe small.\n"
	k := newTalk(t, files, "proposals: true", "", says("one"), says("two"), says("three"), says("four"))
	known := map[string]model.Model{"up/small": sized{k.model, "up/small", 20_000}, "up/other": sized{k.model, "up/other", 0}}
	k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{
		Model:  sized{k.model, "up/m", 50_000},
		Models: modeltest.Finder(modeltest.Finder(func(name string) (model.Model, error) { return known[name], nil })),
	})
	var err error
	if k.id, err = k.Open(true); err != nil {
		t.Fatal(err)
	}
	k.line(t, "one")
	k.line(t, "/skill small two")
	if err := k.Choose(k.id, "up/other"); err != nil {
		t.Fatal(err)
	}
	k.line(t, "three")
	k.line(t, "/skills")
	r := k.line(t, "/new")
	if got := k.Turn(context.Background(), r.Session, "four").Code(); got != "" {
		t.Fatal(got)
	}
	var limits []int
	for _, b := range bodies[event.ModelRequest](k) {
		limits = append(limits, b.Catalog.Limit)
	}
	if got, want := fmt.Sprint(limits), "[2000 800 8000]"; got != want {
		t.Errorf("got the budgets %s, want %s", got, want)
	}
}
