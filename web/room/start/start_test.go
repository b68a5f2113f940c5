package start

import (
	"strings"
	"testing"

	"lily/core/loader"
	"lily/core/skill"
	"lily/web/html/htmltest"
	"lily/web/state"
	"lily/web/state/statetest"
)

func page(t *testing.T) (*statetest.Page, *Doc) {
	t.Helper()
	s := statetest.Small(t)
	return s, &Doc{Store: s.Store, Open: func() {}}
}

// UI.md, Start: three ways in, and what a person without a model sees.
func TestStart(t *testing.T) {
	_, d := page(t)
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "See which skills count, why the others do not, and exactly what a model was sent.",
		"Open a folder", "Try an example", "New skill", "you will see the request instead")
	htmltest.HasNot(t, got, "Apply fix", "Create")
}

// UI.md, Start: six skills, three of them broken, lead through excluded, a fix, and a reload, to all that count.
func TestTheExampleLeads(t *testing.T) {
	s, d := page(t)
	try(t, s)
	list := steps(s.Store)
	if got := excluded(list); len(list) != 6 || len(got) != 3 {
		t.Fatalf("got %d skills of which %v are excluded, want 6 and three", len(list), got)
	}
	htmltest.Has(t, htmltest.Seen(d), "3 skills of 6 do not count", "Apply fix to release-notes", "holds a colon")
	for _, step := range list {
		if step.broken != nil {
			s.Edits.Fix(step.of, *step.broken)
		}
	}
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "Every fix is made", "Fixed; counts after a reload.")
	htmltest.HasNot(t, got, "Apply fix")
	s.Say(t, "/reload_skills")
	if got := excluded(steps(s.Store)); len(got) > 0 {
		t.Errorf("got %v excluded after the fixes, want none", got)
	}
	htmltest.Has(t, htmltest.Seen(d), "All 6 count", "Try /skill haiku rain", "Go to the example")
}

// VF-5: the example takes no skill's place, and its undo takes away what it brought and no more.
func TestTheExampleTakesNoPlace(t *testing.T) {
	s, d := page(t)
	const mine = "workspace/skills/haiku/SKILL.md"
	s.Put(mine, "---\nsummary: Mine.\n---\nMine.\n")
	try(t, s)
	if got, _ := state.WholeText(s.Engine.World().Tree, mine); !strings.Contains(got, "Mine.") {
		t.Errorf("got %q in the place of the person's own skill", got)
	}
	htmltest.Has(t, s.Loop.Notice.Text, "Added 5 skills of the example")
	s.Loop.Notice.Undo()
	s.Say(t, "/reload_skills")
	if n := len(steps(s.Store)); n != 1 {
		t.Errorf("got %d skills after the undo, want the person's one", n)
	}
	htmltest.Has(t, htmltest.Seen(d), "haiku")
}

// try is a click on Try an example, with the reload that comes of it.
func try(t *testing.T, s *statetest.Page) {
	t.Helper()
	put(s.Store)
	s.Say(t, "/reload_skills")
}

func excluded(all []step) (list []string) {
	for _, step := range all {
		if step.of.State != loader.Available {
			list = append(list, step.of.Name)
		}
	}
	return list
}

// UI.md, Start: the form makes a valid file of each format, says what is wrong with the others, and replaces nothing.
func TestNewSkill(t *testing.T) {
	for _, tt := range []struct{ format, name, about, want string }{
		{"agentskills", "tidy", "Tidies: notes.", ""},
		{"lily", "tidy_up", `Says "so".`, ""},
		{"tools", "tidy-tools", "Counts.", ""},
		{"agentskills", "", "Tidies.", "Give the skill a name."},
		{"agentskills", "../up", "Tidies.", "cannot be that of a folder"},
		{"agentskills", "Tidy Notes", "Tidies.", "white space"},
		{"agentskills", "a\u200bb", "Tidies.", "nobody can see"},
		{"agentskills", "tidy", " ", "Say what the skill does"},
		{"agentskills", "taken", "Tidies.", "There is a skill of this name"},
	} {
		s, d := page(t)
		s.Put("workspace/skills/taken/notes.txt", "mine\n")
		d.form.open, d.form.name, d.form.about = true, tt.name, tt.about
		htmltest.Seen(d)
		d.form.format = skill.Format(tt.format)
		d.create()
		s.Say(t, "/reload_skills")
		c := s.Sessions.Candidate("/workspace/skills/" + tt.name)
		made := c != nil && c.State == loader.Available && len(c.Findings) == 0 && string(c.Skill().Format) == tt.format
		if made != (tt.want == "") || !strings.Contains(d.form.wrong, tt.want) {
			t.Errorf("%s %q: got made %t and %q, want %q", tt.format, tt.name, made, d.form.wrong, tt.want)
		}
	}
}
