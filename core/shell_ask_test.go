package core_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/world"
)

// PO-6: a lasting yes is for just these words and this version of the skill's
// folder, or without a skill for this session; each is recorded with its words.
func TestShellConsent(t *testing.T) {
	asked := 0
	ask := func(context.Context, call.Question) policy.Consent { asked++; return policy.Digest }
	k := running(t, scripted(""), core.Ports{Person: coretest.Person(ask)})
	for _, step := range []struct {
		line, command string
		asks          bool
	}{
		{"go", "echo a", true},
		{"go", "echo a", false},
		{"go", "echo 'a'", false}, // the same words
		{"go", "echo a b", true},
		{"go", "echo 'a b'", true},
		{"/skill kit go", "echo a", true},
		{"/skill kit go", "echo a", false},
		{"/skill kit go", "scripts/task.sh", true},
		{"/skill kit go", "./scripts/task.sh", false}, // the same file
		{"/skill other go", "echo a", true},
		{"go", "/user/skills/kit/scripts/task.sh", true},
		{"edit", "", false},
		{"/skill kit go", "echo a", true},
		{"/skill kit go", "scripts/task.sh", true},
		{"/skill other go", "echo a", false},
		{"new", "", false},
		{"go", "echo a", true},
	} {
		switch step.line {
		case "edit":
			put(t, k.Engine, "user/skills/kit/top.sh", "echo changed\n")
			k.line(t, "/reload_skills")
			continue
		case "new":
			k.id, _ = k.Open(true)
			continue
		}
		k.model.replies = append(slices.Clone(k.model.replies[:len(k.model.asked)]), shellCall(t, step.command), says("ok"))
		before := asked
		k.line(t, step.line)
		if got := asked > before; got != step.asks {
			t.Errorf("%s, %s: asked %v, want %v", step.line, step.command, got, step.asks)
		}
	}
}

// PO-5, PO-6: what the person is shown, also without a skill.
func TestShellQuestion(t *testing.T) {
	var asked []call.Question
	ports := core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		asked = append(asked, q)
		return policy.Digest
	})}
	k := running(t, scripted(""), ports, calls("shell", `{"command":"bash scripts/task.sh 'a b'","timeout":7}`), says("ok"), shellCall(t, "nope x"), says("ok"), shellCall(t, "echo a", "echo a"), says("ok"))
	k.line(t, "/skill kit go")
	k.line(t, "go")
	_ = k.Edit(func(w world.World) (world.World, error) { w.Origins = origin.Marks("/user/skills/kit"); return w, nil })
	k.id, _ = k.Open(true)
	k.line(t, "/skill kit go")
	if len(asked) != 4 {
		t.Fatalf("got %d questions, want 4: an untrusted skill is asked about each time", len(asked))
	}
	p := asked[0].Program
	if strings.Join(p.Argv, "|") != "bash|/user/skills/kit/scripts/task.sh|a b" || p.Timeout != 7 || !p.Exact || p.ReadOnly || p.Trust != policy.TrustUser || asked[0].Skill != "kit" {
		t.Errorf("got %+v %+v", asked[0], p)
	}
	p = asked[1].Program
	if asked[1].Skill != "" || p.Timeout != 30 || p.Trust != policy.TrustUser || strings.Join(p.Env, " ") != "GIBBERISH_MODE LILY_MODE" || !strings.Contains(asked[1].Fails, "nope cannot run here") {
		t.Errorf("got %+v %+v", asked[1], p)
	}
	if p = asked[3].Program; p.Trust != policy.TrustNone || p.Warning == "" {
		t.Errorf("got %+v", p)
	}
}

// PO-5: a skill that only reads, and comes with Lily, is asked about all the same:
// what it says is said of its own tools.
func TestShellReadOnly(t *testing.T) {
	k := running(t, kits(), core.Ports{}, calls("kit__say", `{"text":"a"}`, "shell", `{"command":"echo a"}`), says("ok"))
	k.line(t, "go")
	if got := bodies[event.CallRefused](k); len(got) != 1 || got[0].Code != command.ApprovalDenied {
		t.Errorf("got %+v", got)
	}
}
