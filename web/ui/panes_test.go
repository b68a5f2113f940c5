package ui

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/files"
	"lily/web/room/skill"
	"lily/web/room/trace"
	"lily/web/turns"
)

// world is a small page: two bundled skills, one of which asks for programs.
func smallPage(t *testing.T, with ...func(*port.Ports)) *Store {
	t.Helper()
	bundled := fstest.MapFS{
		"plain/SKILL.md":   {Data: []byte("---\nsummary: Say hello.\n---\nSay hello.\n")},
		"choosy/SKILL.md":  {Data: []byte("---\nsummary: Use git.\neligibility:\n  os: [linux]\n  binaries: [git]\n---\nUse git.\n")},
		"choosy/notes.txt": {Data: []byte("one\ntwo\n")},
	}
	people := fstest.MapFS{
		"SOUL.md":               {Data: []byte("You are Lily.\n")},
		"agents/otto/AGENTS.md": {Data: []byte("Otto's rules.\n")},
	}
	w, err := world.New(bundled, people)
	if err != nil {
		t.Fatal(err)
	}
	return pageOf(t, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}}), with...)
}

// pageOf is a page over an engine, in a browser that keeps sessions in memory.
func pageOf(t testing.TB, e *core.Engine, with ...func(*port.Ports)) *Store {
	t.Helper()
	p := porttest.Ports(e)
	for _, f := range with {
		f(&p)
	}
	s, err := NewStore(e, p)
	if err != nil {
		t.Fatal(err)
	}
	s.Sessions.Relist() // in memory nothing waits
	return s
}

// say sends a line and waits for what comes of it.
func say(t *testing.T, s *Store, line string) {
	t.Helper()
	s.Sessions.GoTo(s.Engine.Turn(t.Context(), s.Sessions.Session, line).Session)
}

// Every pane mounts, follows the store through its changes, and leaves.
func TestPanesMount(t *testing.T) {
	s := smallPage(t)
	e := app.NewTestEngine()
	if err := e.Load(&Page{Store: s}); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"", "Hello", "/skill plain", "/nonsense", "/agent otto", "/new"} {
		say(t, s, line)
		for _, d := range everyDoc(s) {
			s.Shown.Open(d)
			if err := e.Load(&Page{Store: s}); err != nil {
				t.Fatalf("%s after %q: %v", d, line, err)
			}
			e.ConsumeAll()
		}
	}
}

func TestBriefNamesEveryEvent(t *testing.T) {
	s := smallPage(t)
	for _, line := range []string{"Hi", "/skill plain do it", "/skill choosy", "/agent otto", "/reload_persona", "/new"} {
		for _, e := range s.Sessions.Events() {
			if turns.Brief(e.Body) == "" {
				t.Errorf("%s has no gist", e.Body.Type())
			}
		}
		say(t, s, line)
	}
}

// CV-2, CV-3: how every skill stood in the catalog, which one was read, and the tools.
func TestContextPaneShowsTheCatalog(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\ndisable-model-invocation: true\n---\nDo.\n")
	say(t, s, "/reload_skills")
	say(t, s, "/skill plain go")
	got := htmltest.Seen(&trace.Doc{Store: s.Store})
	htmltest.Has(t, got, "Catalog of skills", "of 8,000", "How 2 available skills stood in it", "chosen by user, read", "not selectable", "only a person calls it", "Tools sent", "check_skills, compile_plan")
	s.Shown.Selected = "/workspace/skills/mine"
	htmltest.Has(t, htmltest.Seen(shownSkill(s)), "Only a person calls it.", "not selectable: ")
}

// PO-8
func TestSkillPaneShowsProposals(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nmetadata:\n  lily:\n    context: message\n---\nDo.\n")
	say(t, s, "/reload_skills")
	s.Shown.Selected = "/workspace/skills/mine"
	htmltest.Has(t, htmltest.Seen(shownSkill(s)), "What it proposes", "context", "message", "lets none of it hold", "proposals: false", "listed")
}

func shownFiles(s *Store) app.UI {
	return html.With("div", "", &files.List{Store: s.Store, Folder: s.Folder}, &files.Doc{Store: s.Store, Drafts: s.Drafts, Path: s.Shown.File})
}

func shownSkill(s *Store) app.UI {
	return &skill.Doc{Store: s.Store, Drafts: s.Drafts, Others: s.others, Of: s.Shown.Selected}
}

// everyDoc is a document of each kind.
func everyDoc(s *Store) []desk.Doc {
	list := slices.Concat(single["trace"], single["rules"])
	return append(list, s.Sessions.Doc(s.Sessions.Session), desk.Doc{Kind: desk.Skill, Of: "bundled/skills/plain"}, desk.Doc{Kind: desk.File, Of: "persona/SOUL.md"})
}
