package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/web/desk"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/room/conversation"
	"lily/web/room/rules"
	"lily/web/room/snapshot"
	"lily/web/room/trace"
)

// stepped is a session with a few turns and edits between them.
func stepped(t *testing.T) *Store {
	t.Helper()
	s := smallPage(t)
	say(t, s, "/skills")
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\n---\nDo.\n")
	say(t, s, "/reload_skills")
	say(t, s, "Hello")
	s.Edits.Disable(true, "plain")
	say(t, s, "/agent otto")
	return s
}

// EV-4: every pane shows the moment.
func TestPanesShowTheMoment(t *testing.T) {
	s := stepped(t)
	mine := "workspace/skills/mine/SKILL.md"
	s.Shown.File = mine
	s.Sessions.StepTo(2)
	htmltest.Has(t, htmltest.Seen(snapshot.Doc(s.Store)), "Snapshot v1", "as it was then")
	htmltest.Has(t, htmltest.Seen(shownFiles(s)), "There is no such file now.")
	htmltest.Has(t, htmltest.Seen(&rules.Policy{Store: s.Store, Drafts: s.Drafts}), "No skill is disabled.", " readonly")
	htmltest.Has(t, htmltest.Seen(&rules.Persona{Store: s.Store, Drafts: s.Drafts}), "agent lily")
	htmltest.Has(t, htmltest.Seen(&rules.Profile{Store: s.Store, Drafts: s.Drafts}), " readonly")
	htmltest.Has(t, htmltest.Seen(&trace.Doc{Store: s.Store}), "shown", "Nothing was sent", "skill_catalog_updated", "agent_switched")
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "Event 2 of ", "skill_catalog_updated", "Back to now", "Fork here", "Verify", `type="range"`)
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "The page shows the session after event 2", "disabled")
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "v1, ")
	s.Sessions.StepTo(len(s.Sessions.Recorded()))
	htmltest.Has(t, htmltest.Seen(shownFiles(s)), "Delete")
	htmltest.Has(t, htmltest.Seen(&rules.Persona{Store: s.Store, Drafts: s.Drafts}), "agent otto")
}

// The way back to now stands there once, wherever the conversation is.
func TestOneWayBack(t *testing.T) {
	s := stepped(t)
	s.Sessions.StepTo(2)
	policy, talk := desk.Doc{Kind: "policy"}, s.Sessions.Doc(s.Sessions.Session)
	for name, show := range map[string]func(){
		"the conversation":           func() { s.Shown.Open(talk) },
		"another document":           func() { s.Shown.Open(policy) },
		"both, the other used":       func() { s.Shown.Open(talk); s.Shown.Beside(policy) },
		"both, the first used":       func() { s.Shown.Open(talk); s.Shown.Beside(policy); s.Shown.Open(talk) },
		"the list, on a narrow page": func() { s.Shown.Open(talk); s.Shown.Listed = true },
	} {
		s.Shown.Close(policy)
		s.Shown.Listed = false
		show()
		seen := htmltest.Seen(&Page{Store: s})
		then := strings.Count(seen, `aria-label="The session as it was"`)
		if want := map[bool]int{true: 1}[s.Shown.Listed || !s.Shown.Desk.Shows(talk)]; then != want {
			t.Errorf("%s: got %d notes beside the conversation, want %d", name, then, want)
		}
	}
}

// Events that do not begin as a session does, or have no world, break nothing.
func TestSteppingThroughNonsense(t *testing.T) {
	s := smallPage(t)
	s.Sessions.OpenRecording(port.Bundle{Title: "odd", Events: []event.Event{{Seq: 1, Session: "x", Body: event.Answer{}}, {Seq: 2, Session: "x", Body: event.Branched{From: 9}}}})
	e := app.NewTestEngine()
	for _, d := range everyDoc(s) {
		s.Shown.Open(d)
		for _, seq := range []int{1, 2} {
			s.Sessions.StepTo(seq)
			if err := e.Load(&Page{Store: s}); err != nil {
				t.Fatal(err)
			}
			e.ConsumeAll()
		}
	}
}
