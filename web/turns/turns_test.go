package turns

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/tool"
	"lily/web/words"
)

// conversationOf is the conversation of a list of events.
func conversationOf(events []event.Event) []*Turn {
	var k Talk
	k.Take(events)
	return k.List
}

// told writes a conversation down, a line for each turn and step.
func told(list []*Turn) string {
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%d %s%s asks=%t open=%t\n", t.Seq, t.Input, t.Note, t.Asks, t.Open)
		for _, old := range t.Replaced {
			fmt.Fprintf(&b, "  replaced %d %s\n", old.Seq, old.Input)
		}
		for _, s := range t.Steps {
			fmt.Fprintf(&b, "  %d %s\n", s.Seq, s.told())
		}
	}
	return b.String()
}

func (s *Step) told() string {
	switch {
	case s.Reply != nil && s.Reply.Response == nil:
		return "asking " + s.Reply.Model
	case s.Reply != nil:
		return fmt.Sprintf("reply %s %q", s.Reply.Response.Finish, s.Reply.Response.Text)
	case s.Tool != nil:
		return fmt.Sprintf("tool %q %s %s", s.Tool.ID, s.Tool.Name, s.Tool.State())
	case s.Skill != nil:
		return fmt.Sprintf("skill %s by %s, loaded %t, tools %v", s.Skill.Name, s.Skill.By, s.Skill.Loaded != nil, s.Skill.Effective)
	case s.Proposal != nil:
		return fmt.Sprintf("proposal %s %t", s.Proposal.Kind, s.Proposal.Applied)
	case s.Error != nil:
		return "error " + string(s.Error.Code)
	}
	return fmt.Sprintf("answer %q", s.Blocks.Text())
}

func said1(text string) event.Body {
	return event.Message{Message: model.Message{Role: model.User, Text: text}}
}

func replied(finish, text string, calls ...string) event.ModelResponse {
	r := event.ModelResponse{Model: "m", Finish: finish, Text: text}
	for _, id := range calls {
		r.Calls = append(r.Calls, model.Call{ID: id, Name: "read"})
	}
	return r
}

var asked1 = event.ModelRequest{Model: "m"}

func called(id string) event.ToolCall {
	return event.ToolCall{Call: id, Tool: "read", Args: json.RawMessage(`{}`), Rule: "allow: *"}
}

func result1(id string, ok bool) event.ToolResult {
	return event.ToolResult{Call: id, Tool: "read", Result: tool.Envelope{Success: ok}}
}

// A session's events, and the conversation that they fold to (CV-3 to CV-8).
func TestFold(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []event.Body
		want   string
	}{
		{"a command", []event.Body{event.Command{Input: "/skills"}, event.Answer{Blocks: answer.Say("none")}}, "1 /skills asks=false open=false\n  2 answer \"none\"\n"},
		{"a message", []event.Body{said1("hi"), asked1, replied("stop", "ho")}, "1 hi asks=true open=false\n  2 reply stop \"ho\"\n"},
		{"one under way", []event.Body{said1("hi"), asked1}, "1 hi asks=true open=true\n  2 asking m\n"},
		{
			"an interrupted one",
			[]event.Body{said1("hi"), asked1, replied("interrupted", "h"), event.Error{Code: "cancelled"}, said1("again"), asked1},
			"1 hi asks=true open=false\n  2 reply interrupted \"h\"\n  4 error cancelled\n5 again asks=true open=true\n  6 asking m\n",
		},
		{
			"one whose reply was cut off",
			[]event.Body{said1("hi"), asked1, event.Interrupted{Why: event.Closed}},
			"1 hi asks=true open=false\n  2 reply interrupted \"\"\n  3 error cancelled\n",
		},
		{
			"one that was cut off in a call",
			[]event.Body{said1("hi"), asked1, replied("tool_calls", "", "a", "b"), called("a"), event.Interrupted{Why: event.Midway}},
			"1 hi asks=true open=false\n  2 reply tool_calls \"\"\n  4 tool \"a\" read failed\n  5 tool \"b\" read refused\n  5 error cancelled\n",
		},
		{"two rounds with tools", []event.Body{
			said1("hi"), asked1, replied("tool_calls", "let me see", "a", "b", "c"), called("a"), result1("a", true), called("b"), result1("b", false),
			event.CallRefused{Call: "c", Tool: "read", Code: "tool_denied"},
			asked1, replied("stop", "done"),
		}, `1 hi asks=true open=false
  2 reply tool_calls "let me see"
  4 tool "a" read succeeded
  6 tool "b" read failed
  8 tool "c" read refused
  9 reply stop "done"
`},
		{"approvals", []event.Body{
			said1("hi"), asked1, replied("tool_calls", "", "a", "b"),
			event.Approval{Call: "a", Tool: "read", Granted: true, Consent: policy.Once},
			called("a"), result1("a", true),
			event.Approval{Call: "b", Tool: "read", Consent: policy.Deny},
			event.CallRefused{Call: "b", Tool: "read"},
			asked1,
		}, `1 hi asks=true open=true
  2 reply tool_calls ""
  4 tool "a" read succeeded
  7 tool "b" read refused
  9 asking m
`},
		{"a skill that a model selects", []event.Body{
			said1("hi"), asked1, replied("tool_calls", "", "a"),
			event.SkillSelected{Name: "plan", By: "model"},
			event.SkillLoaded{Name: "plan", Call: "a"},
			event.SkillInvoked{Name: "plan", Effective: []string{"read"}},
			event.Proposal{Skill: "plan", Kind: "context", Applied: true},
			asked1, replied("length", "half"),
		}, `1 hi asks=true open=false
  2 reply tool_calls ""
  4 skill plan by model, loaded true, tools [read]
  7 proposal context true
  8 reply length "half"
`},
		{"a world that cannot be read", []event.Body{
			said1("hi"), asked1, replied("tool_calls", "", "a"), called("a"), event.WorldFault{Part: "policy", Message: "the policy is broken"}, result1("a", true), asked1, replied("stop", "done"),
		}, `1 hi asks=true open=false
  2 reply tool_calls ""
  4 tool "a" read succeeded
  5 answer "Warning: the policy is broken; the session goes on with what it has."
  7 reply stop "done"
`},
		{"a person's dispatch", []event.Body{
			event.Command{Input: "/check"}, event.SkillSelected{Name: "check", By: "user"}, event.SkillInvoked{Name: "check"}, called(""), result1("", true), event.Answer{Blocks: answer.Say("ok")},
		}, "1 /check asks=false open=false\n  2 skill check by user, loaded false, tools []\n  4 tool \"\" read succeeded\n  6 answer \"ok\"\n"},
		{"a retry of the last of two, and another", []event.Body{
			said1("one"), asked1, replied("stop", "1"), said1("two"), asked1, replied("stop", "2"),
			event.Branched{From: 4},
			said1("two"), asked1, replied("stop", "II"),
			event.Branched{From: 8},
			said1("zwei"), asked1,
		}, `1 one asks=true open=false
  2 reply stop "1"
12 zwei asks=true open=true
  replaced 4 two
  replaced 8 two
  13 asking m
`},
		{"an edit of the first", []event.Body{
			said1("one"), asked1, replied("stop", "1"), event.ModelSelected{Model: "x/y"}, said1("two"), asked1, replied("stop", "2"), event.Branched{From: 1}, said1("eins"),
		}, "9 eins asks=false open=true\n  replaced 1 one\n  replaced 5 two\n"},
		{"another model", []event.Body{event.ModelSelected{Model: "x/y"}, said1("hi")}, "1 From here on the model is x/y. asks=false open=false\n2 hi asks=false open=true\n"},
	} {
		var events []event.Event
		var step Talk
		for i, b := range c.events {
			events = append(events, event.Event{Seq: i + 1, Session: "s1", Body: b})
			step.Take(events) // one by one, or all at once
		}
		if got := told(conversationOf(events)); got != c.want || told(step.List) != got {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// The gist of an answer over many skills is that of its text, and costs no more than that of one over few.
func TestBriefOfManyRows(t *testing.T) {
	table := func(n int, cell string) event.Answer {
		b := answer.Block{Kind: answer.Table, Columns: []string{"Name", "What"}}
		for i := range n {
			b.Rows = append(b.Rows, []string{fmt.Sprint("skill-", i), cell})
		}
		return event.Answer{Blocks: answer.Answer{{Kind: answer.Text, Text: "Skills:"}, b, {Kind: answer.List, Title: "Others", Rows: b.Rows}}}
	}
	for _, cell := range []string{"does this", "", "\u3000 \t", "a\u200bb", "\xff", strings.Repeat(" ", 4000), strings.Repeat("\u00e9 ", 90)} {
		for _, n := range []int{0, 1, 2, 12, 20, 200} {
			b := table(n, cell)
			if got, want := Brief(b), words.Clip(answer.Line(b.Blocks.Text()), MaxBrief); got != want {
				t.Errorf("%d of %q: got %q, want %q", n, cell, got, want)
			}
		}
	}
	few, many := table(100, "does this"), table(10_000, "does this")
	cost := func(b event.Answer) float64 { return testing.AllocsPerRun(3, func() { Brief(b) }) }
	if a, b := cost(few), cost(many); b > a+5 {
		t.Errorf("got %.0f allocations for 100 rows and %.0f for 10,000, want as many", a, b)
	}
}
