package problems

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/skill"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

func panel(s *statetest.Page) *Panel { return &Panel{Store: s.Store, Drafts: s.Drafts} }

// UI.md, Screen readers: of problems of any number only those that are seen are made, and the active one has its whole
// message and its fix right below the list.
func TestManyProblems(t *testing.T) {
	s := statetest.Small(t)
	const n = 1_000
	_ = s.Engine.Edit(func(w world.World) (world.World, error) { // the paths are good
		for i := range n {
			w.Tree, _ = w.Tree.Put(fmt.Sprintf("workspace/skills/many%d/SKILL.md", i), []byte("---\nname: other\ndescription: Use this: it is fine\n---\nDo it.\n"))
		}
		return w, nil
	})
	s.Say(t, "/reload_skills")
	p := panel(s)
	got := htmltest.Seen(p)
	if rows := strings.Count(got, `role="option"`); len(p.list) < n || rows > 60 {
		t.Errorf("got %d rows made of %d problems", rows, len(p.list))
	}
	p.at = slices.IndexFunc(p.list, func(at problem) bool { return at.fix })
	at := p.list[p.at]
	htmltest.Has(t, htmltest.Seen(p), "All problems", "Apply fix: "+at.name()+", "+at.f.Code, at.f.Message, at.place())
	p.at = len(p.list) - 1
	htmltest.Has(t, htmltest.Seen(p), "Open "+p.list[p.at].place())
	p.mend(at)
	htmltest.Has(t, s.Loop.Notice.Text, "Fixed /"+at.file)
}

// What is wrong with a text that is edited is there before it is saved, instead of what is wrong with it as it is saved.
func TestProblemsOfAnEditedText(t *testing.T) {
	s := statetest.Small(t)
	const file = "workspace/skills/two/SKILL.md"
	s.Put(file, "---\nname: other\ndescription: Fine.\n---\nDo it.\n")
	s.Say(t, "/reload_skills")
	p := panel(s)
	htmltest.Has(t, htmltest.Seen(p), ", want ")
	s.Drafts.Type(file, "before", "after")
	s.Drafts.Judged(file, []skill.Finding{{Code: "no_summary", Severity: skill.Error, Message: "Nothing says what it does.", Line: 3}})
	got := htmltest.Seen(p)
	htmltest.Has(t, got, "Nothing says what it does.", file+":3", "Open "+file+":3")
	htmltest.HasNot(t, got, ", want ")
	s.Drafts.Forget(file)
	htmltest.Has(t, htmltest.Seen(p), ", want ")
	s.Drafts.Judged("policy", []skill.Finding{{Code: "names_nothing", Severity: skill.Warning, Message: "deny: there is none."}})
	htmltest.Has(t, htmltest.Seen(p), "deny: there is none.")
	s.Drafts.Judged("policy", nil)
	htmltest.HasNot(t, htmltest.Seen(p), "deny: there is none.")
}
