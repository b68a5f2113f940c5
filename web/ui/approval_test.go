package ui

import (
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/policy"
	"lily/core/tree"
)

func card(s *Store, q core.Question) (*approvalCard, chan policy.Consent) {
	reply := make(chan policy.Consent, 1)
	s.ask(&Asked{Question: q, reply: reply})
	return &approvalCard{Store: s, Asked: s.here().asked}, reply
}

// PO-6: skill, version, tool, every argument with its exact value, what it would
// touch, and the rule that asks.
func TestApprovalShowsAll(t *testing.T) {
	s := smallPage(t)
	c, reply := card(s, core.Question{
		Session: s.Session, Call: "c1", Skill: "plain", Digest: tree.Sum([]byte("x")), Tool: "write", Rule: "ask: always",
		Args:    command.Args{"path": "/workspace/a.md", "content": "one\n\x1b[2Jtwo\u202e", "force": true, "n": int64(3), "list": []string{"a", "b"}},
		Touches: []core.Touch{{Path: "/workspace/a.md", Before: "one\nold\n", After: "one\nnew\n"}, {Path: "/workspace/b.md", After: "fresh\n"}},
	})
	got := seen(c)
	has(t, got, "May the tool write run?", "plain", tree.Sum([]byte("x")).Short(), "the model", "ask: always",
		"path", "/workspace/a.md", "content", "«U+001B»[2Jtwo«U+202E»", "force", "true", "3", `["a","b"]`,
		"It would change 2 files", "Changed ", "New ", "- old", "+ new", "+ fresh", "Allow once", "Allow for this version of the skill", "Deny")
	if s.Status != "Approval needed" {
		t.Errorf("got %q", s.Status)
	}
	s.answer(c.Asked, policy.Digest)
	s.answer(c.Asked, policy.Deny) // too late
	if got := <-reply; got != policy.Digest || s.here().asked != nil {
		t.Errorf("got %s, %v", got, s.here().asked)
	}
}

func TestApprovalWithoutASkill(t *testing.T) {
	s := smallPage(t)
	c, _ := card(s, core.Question{Session: s.Session, Tool: "edit", Fails: "there is no such file"})
	got := seen(c)
	has(t, got, "no skill", "The call would fail: there is no such file.", "Allow in this session", "None.", "you")
	hasNot(t, got, "Version", "for this version")
}

// An answer to one question is never taken for the next.
func TestApprovalIsBoundToItsQuestion(t *testing.T) {
	s := smallPage(t)
	first, _ := card(s, core.Question{Session: s.Session, Tool: "edit"})
	second, reply := card(s, core.Question{Session: s.Session, Tool: "write"})
	s.answer(first.Asked, policy.Once)
	if s.here().asked != second.Asked || len(reply) > 0 || first.CompoID() == second.CompoID() {
		t.Error("the first card answered the second question")
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb é 漢 👩‍💻":       "a\n\tb é 漢 👩«U+200D»💻",
		"\x00\x1b\r\x7f\u0085": "«U+0000»«U+001B»«U+000D»«U+007F»«U+0085»",
		"\u200b\u2066\ufeff":   "«U+200B»«U+2066»«U+FEFF»",
		"\xff\xfe":             "«FF»«FE»",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// PO-5, PO-6, TS-2: of a program each word by itself, all that it gets, the warning
// of a skill that is not trusted, and why it cannot run where it cannot.
func TestApprovalShowsAProgram(t *testing.T) {
	s := smallPage(t)
	q := core.Question{Session: s.Session, Skill: "plain", Tool: "plain__greet", Rule: "trust: untrusted", Program: &core.Program{
		Argv: []string{"greet", "Ada; rm -rf /"}, Dir: "/workspace", Env: []string{"LANG", "LILY_MODE"}, Timeout: 2, Network: true,
		Trust: policy.TrustNone, Warning: policy.TrustNone.Warning(),
	}}
	c, _ := card(s, q)
	has(t, seen(c), "greet", "Ada; rm -rf /", "/workspace", "LANG, LILY_MODE", "2 seconds", "needs the internet", policy.TrustNone.Warning(), "It may change files under /workspace")
	q.Program.ReadOnly = true
	c, _ = card(s, q)
	has(t, seen(c), "nothing that it changes is kept", "Allow for this version of the skill")
	q.Program.Exact = true
	c, _ = card(s, q)
	has(t, seen(c), "Allow just these words for this version of the skill")
	q.Skill = ""
	c, _ = card(s, q)
	has(t, seen(c), "no skill", "Allow just these words in this session")
	q.Fails = "greet cannot run here"
	c, _ = card(s, q)
	has(t, seen(c), "The call would fail: greet cannot run here.")
}
