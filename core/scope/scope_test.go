package scope

import (
	"fmt"
	"testing"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/session"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

func start(t *testing.T) session.State {
	t.Helper()
	var b tree.Builder
	text := "---\nsummary: A.\nmetadata:\n  lily:\n    context: message\n    tool_defaults:\n      read: {lines: 4}\n---\nDo.\n"
	if err := b.Put("bundled/skills/a/SKILL.md", []byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := b.Dir("workspace/skills"); err != nil {
		t.Fatal(err)
	}
	in := loader.Input{World: world.World{Tree: b.Tree(), Roots: world.Roots(world.Children), Profile: profile.Empty(), Policy: policy.Default()}, Tools: tool.Builtin().Names()}
	s, err := loader.Load(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session.Fold([]event.Event{
		{Seq: 1, Session: "s", Body: event.SessionCreated{Agent: "lily", Model: "up/m"}},
		{Seq: 2, Session: "s", Body: event.Catalog(s, in)},
		{Seq: 3, Session: "s", Body: event.Message{Message: model.Message{Role: model.User, Text: "before"}}},
	})
}

func says(sc Scope) string {
	name := ""
	if sc.Skill != nil {
		name = sc.Skill.Name
	}
	return fmt.Sprintf("%s %s %t %d %d", name, sc.Model, sc.Alone, len(sc.Defaults), sc.Start)
}

// CV-4, PO-8: what a request may use follows from its events, and ends with it.
func TestApply(t *testing.T) {
	s := start(t)
	message := func(skill string) event.Body {
		return event.Message{Message: model.Message{Role: model.User, Skill: skill}}
	}
	holds := func(kind, value string) event.Body {
		return event.Proposal{Skill: "a", Kind: kind, Value: value, Applied: true}
	}
	selected := event.SkillSelected{Name: "a"}
	for _, tt := range []struct {
		want   string
		bodies []event.Body
	}{
		{"  false 0 1", []event.Body{message("")}},
		{"a  false 0 1", []event.Body{event.Command{}, selected, message("a")}},
		{"a  false 0 1", []event.Body{message(""), selected}},
		{"a up/x true 1 0", []event.Body{event.Command{}, selected, holds("model", "x"), holds("context", "message"), holds("tool_defaults", "")}},
		{"a up/y false 0 0", []event.Body{event.Command{}, selected, holds("model", "up/y"), holds("context", "session"), holds("other", "")}},
		{"a  false 0 0", []event.Body{event.Command{}, selected, event.Proposal{Kind: "model", Value: "x"}, event.Proposal{Kind: "context", Value: "message"}}},
		{"  false 0 1", []event.Body{event.Command{}, selected, holds("context", "message"), message("a"), event.Error{}, message("")}},
		{"  false 0 0", []event.Body{event.Command{}, selected, event.Branched{}}},
		{"  false 0 0", []event.Body{event.Command{}, event.SkillSelected{Name: "nope"}, holds("tool_defaults", "")}},
	} {
		var got Scope
		for _, body := range tt.bodies {
			got = got.Apply(s, body)
		}
		if says(got) != tt.want {
			t.Errorf("%v: got %q, want %q", tt.bodies, says(got), tt.want)
		}
	}
}

// CV-1, CV-4, TS-8: the same state and terms compile to the same request, and what
// may be selected, said and offered follows from the scope.
func TestCompile(t *testing.T) {
	s := start(t)
	native := func(string) bool { return false }
	one := Compile(s, Scope{}, tool.Builtin(), native, nil)
	if again := Compile(s, Scope{}, tool.Builtin(), native, nil); again.Digest != one.Digest || one.Digest != one.Request.Digest() || Textual(one) {
		t.Errorf("got %s and %s", one.Digest.Short(), again.Digest.Short())
	}
	own := Scope{Skill: s.Snapshot.Find("a"), Model: "up/x", Alone: true, Start: 1}
	s = s.Apply(event.Event{Seq: 4, Session: "s", Body: event.Message{Message: model.Message{Role: model.User, Text: "now"}}})
	r := Compile(s, own, tool.Builtin(), func(name string) bool { return name == "up/x" }, nil)
	if r.Model != "up/x" || !Textual(r) || len(r.Request.Messages) != 1 || len(r.Request.Tools) != 0 {
		t.Errorf("got %+v", r.Request)
	}
	if Select(s, Scope{}, "a") != nil || Select(s, own, "a") == nil || len(one.Request.Tools) != len(tool.Builtin().Names())+1 {
		t.Errorf("got %d tools, want one to select besides", len(one.Request.Tools))
	}
}

// PO-8: a skill never chooses where a conversation goes.
func TestSibling(t *testing.T) {
	for _, tt := range []struct {
		session, proposed, want string
		ok                      bool
	}{
		{"up/m", "x", "up/x", true},
		{"up/m", "up/x", "up/x", true},
		{"up/m", "a/b", "up/a/b", true},
		{"up/m", "", "up/", false},
		{"up/m", "https://x", "up/https://x", false},
		{"offline", "x", "", false},
	} {
		if got, ok := Sibling(tt.session, tt.proposed); got != tt.want || ok != tt.ok {
			t.Errorf("%s, %s: got %q, %t", tt.session, tt.proposed, got, ok)
		}
	}
}
