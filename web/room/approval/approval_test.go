package approval

import (
	"context"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/state"
	"lily/web/state/statetest"
)

func card(s *statetest.Page, q call.Question) (*Card, chan policy.Consent) {
	reply := make(chan policy.Consent, 1)
	s.Talk.Ask(&state.Asked{Question: q, Reply: reply})
	return &Card{Store: s.Store, Asked: s.Sessions.Here().Asked}, reply
}

// PO-6: skill, version, tool, every argument with its exact value, what it would
// touch, and the rule that asks.
func TestApprovalShowsAll(t *testing.T) {
	s := statetest.Small(t)
	c, reply := card(s, call.Question{
		Session: s.Sessions.Session, Call: "c1", Skill: "plain", Digest: tree.Sum([]byte("x")), Tool: "write", Rule: "ask: always",
		Args:    command.Args{"path": "/workspace/a.md", "content": "one\n\x1b[2Jtwo\u202e", "force": true, "n": int64(3), "list": []string{"a", "b"}},
		Touches: []call.Touch{{Path: "/workspace/a.md", Op: tree.Changed, Before: "one\nold\n", After: "one\nnew\n"}, {Path: "/workspace/b.md", Op: tree.Added, After: "fresh\n"}},
	})
	got := htmltest.Seen(c)
	htmltest.Has(t, got, "write will create 1 file, change 1 file", "plain", tree.Sum([]byte("x")).Short(), "the model", "ask: always",
		"path", "/workspace/a.md", "content", "«U+001B»[2Jtwo«U+202E»", "force", "true", "3", `["a","b"]`,
		"Changed ", "New ", "- old", "+ new", "+ fresh", "Allow once", "Allow for this version of the skill", "Deny")
	if s.Loop.Status != "Approval needed" {
		t.Errorf("got %q", s.Loop.Status)
	}
	s.Talk.Answer(c.Asked, policy.Digest)
	s.Talk.Answer(c.Asked, policy.Deny) // too late
	if got := <-reply; got != policy.Digest || s.Sessions.Here().Asked != nil {
		t.Errorf("got %s, %v", got, s.Sessions.Here().Asked)
	}
}

func TestApprovalWithoutASkill(t *testing.T) {
	s := statetest.Small(t)
	c, _ := card(s, call.Question{Session: s.Sessions.Session, Tool: "edit", Fails: "there is no such file"})
	got := htmltest.Seen(c)
	htmltest.Has(t, got, "no skill", "The call would fail: there is no such file.", "Allow in this session", "None.", "you")
	htmltest.HasNot(t, got, "version")
}

// An answer to one question is never taken for the next.
func TestApprovalIsBoundToItsQuestion(t *testing.T) {
	s := statetest.Small(t)
	first, _ := card(s, call.Question{Session: s.Sessions.Session, Tool: "edit"})
	second, reply := card(s, call.Question{Session: s.Sessions.Session, Tool: "write"})
	s.Talk.Answer(first.Asked, policy.Once)
	if s.Sessions.Here().Asked != second.Asked || len(reply) > 0 || first.CompoID() == second.CompoID() {
		t.Error("the first card answered the second question")
	}
}

// PO-5, PO-6, TS-2: of a program each word by itself, all that it gets, the warning
// of a skill that is not trusted, and why it cannot run where it cannot.
func TestApprovalShowsAProgram(t *testing.T) {
	s := statetest.Small(t)
	q := call.Question{Session: s.Sessions.Session, Skill: "plain", Tool: "plain__greet", Rule: "trust: untrusted", Program: &call.Program{
		Argv: []string{"greet", "Ada; rm -rf /"}, Dir: "/workspace", Env: []string{"LANG", "LILY_MODE"}, Timeout: 2, Network: true,
		Trust: policy.TrustNone, Warning: policy.TrustNone.Warning(),
	}}
	c, _ := card(s, q)
	htmltest.Has(t, htmltest.Seen(c), "greet", "Ada; rm -rf /", "/workspace", "LANG, LILY_MODE", "2 seconds", "needs the internet; the policy and you decide about each request", policy.TrustNone.Warning(), "It may change files under /workspace")
	q.Program.ReadOnly = true
	c, _ = card(s, q)
	htmltest.Has(t, htmltest.Seen(c), "nothing that it changes is kept", "Allow for this version of the skill")
	q.Program.Exact = true
	c, _ = card(s, q)
	htmltest.Has(t, htmltest.Seen(c), "Allow just these words for this version of the skill")
	q.Skill = ""
	c, _ = card(s, q)
	htmltest.Has(t, htmltest.Seen(c), "no skill", "Allow just these words in this session")
	q.Fails = "greet cannot run here"
	c, _ = card(s, q)
	htmltest.Has(t, htmltest.Seen(c), "The call would fail: greet cannot run here.")
}

// asked is the page as a person whom the engine asks.
type asked struct{ *statetest.Page }

func (a asked) Approve(ctx context.Context, q call.Question) policy.Consent {
	q.Session = a.Sessions.Session
	return a.Talk.Approve(ctx, q)
}

func (a asked) Stream(session string, d model.Delta) { a.Live.Stream(session, d) }

// PO-6: the page keeps the promises of the engine's port to a person.
func TestApprovalPort(t *testing.T) {
	coretest.TestPerson(t, func(t *testing.T, answer policy.Consent) core.Person {
		t.Helper()
		s := statetest.Small(t)
		s.Loop.Lanes.Post = func(f func()) {
			f()
			for _, q := range s.Talk.Asked() {
				if answer != "" {
					s.Talk.Answer(q, answer)
				}
			}
		}
		return asked{s}
	})
}

// The card begins with a sentence on what would be done, then shows it: how it was called comes after.
func TestSentenceFirst(t *testing.T) {
	s := statetest.Small(t)
	c, _ := card(s, call.Question{Session: s.Sessions.Session, Tool: "write", Args: command.Args{"content": "one\ntwo\n"}, Touches: []call.Touch{{Path: "/workspace/a.md", Op: tree.Added, After: "one\ntwo\n"}}})
	got := htmltest.Seen(c)
	for rest, parts := got, []string{"write will create a.md", "+ one", "8 bytes: the file, as it will be", "Allow once", "Deny", "Allow in this session"}; len(parts) > 0; parts = parts[1:] {
		var found bool
		if _, rest, found = strings.Cut(rest, parts[0]); !found {
			t.Errorf("got no %q after what comes before it in\n%s", parts[0], got)
		}
	}
}
