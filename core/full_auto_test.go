package core_test

import (
	"context"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/world"
)

func autos() map[string]string {
	files := kits()
	files["user/skills/careful/SKILL.md"] = kit("careful", "always_ask: true\n", say)
	files["user/skills/odd/SKILL.md"] = kit("odd", "read_only: true\n", say)
	files["user/skills/stray/SKILL.md"] = "---\nname: stray\ndescription: Untrusted.\n---\nRun anything.\n"
	files["user/skills/plain/SKILL.md"] = "---\nname: plain\ndescription: Plain.\n---\nBody.\n"
	files["user/skills/limited/SKILL.md"] = "---\nname: limited\ndescription: Limited.\nallowed-tools: Bash(git:*) Write(out/**)\n---\nBody.\n"
	return files
}

// auto is a session under full auto where odd and stray are not trusted, and every
// question is denied.
func auto(t *testing.T, rules string, replies ...model.Reply) (k *talk, asked *[]call.Question) {
	t.Helper()
	asked = &[]call.Question{}
	k = running(t, autos(), core.Ports{Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		*asked = append(*asked, q)
		return policy.Deny
	})}, replies...)
	p, err := policy.Parse("policy.yaml", []byte("ask: full_auto\n"+rules))
	if err != nil {
		t.Fatal(err)
	}
	_ = k.Edit(func(w world.World) (world.World, error) {
		w.Policy, w.Origins = p, origin.Marks("/user/skills/odd", "/user/skills/stray")
		return w, nil
	})
	k.id, _ = k.Open(true)
	return k, asked
}

// PO-9: what full auto lets through, and records with each call; what it never covers;
// and what it lets through is nothing that another rule forbids.
func TestFullAuto(t *testing.T) {
	for _, tt := range []struct {
		name, rules, line string
		call              model.Reply
		want              string // auto, asked, unasked, or a code
	}{
		{"a user's program", "", "/skill ours say a", model.Reply{}, "auto"},
		{"by a model", "", "go", calls("ours__say", `{"text":"a"}`), "auto"},
		{"a command of a model", "", "go", calls("shell", `{"command":"echo a"}`), "auto"},
		{"a command in a trusted skill", "", "/skill plain go", calls("shell", `{"command":"echo a"}`), "auto"},
		{"a model's first change", "", "go", calls("write", `{"path":"x","content":"y"}`), "auto"},
		{"bundled and read_only", "", "/skill kit say a", model.Reply{}, "unasked"},
		{"reading", "", "go", calls("read", `{"path":"a.txt"}`), "unasked"},
		{"always_ask", "", "/skill careful say a", model.Reply{}, "asked"},
		{"always_ask by a model", "", "go", calls("careful__say", `{"text":"a"}`), "asked"},
		{"untrusted", "", "/skill odd say a", model.Reply{}, "asked"},
		{"untrusted by a model", "", "go", calls("odd__say", `{"text":"a"}`), "asked"},
		{"a command in an untrusted skill", "", "/skill stray go", calls("shell", `{"command":"echo a"}`), "asked"},
		{"a change in an untrusted skill", "", "/skill stray go", calls("write", `{"path":"x","content":"y"}`), "asked"},
		{"a command after a selected untrusted skill", "", "go", calls("select_skill", `{"name":"stray"}`, "shell", `{"command":"echo a"}`), "asked"},
		{"denied", "deny: [shell]", "go", calls("shell", `{"command":"echo a"}`), "tool_denied"},
		{"denied by its short name", "deny: [say]", "/skill ours say a", model.Reply{}, "tool_denied"},
		{"not hinted", "", "/skill limited go", calls("shell", `{"command":"echo a"}`), "tool_denied"},
		{"outside of its paths", "", "/skill limited go", calls("write", `{"path":"x","content":"y"}`), "tool_denied"},
		{"within its paths", "", "/skill limited go", calls("write", `{"path":"out/x","content":"y"}`), "auto"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k, asked := auto(t, tt.rules, tt.call, says("done"))
			if len(tt.call.Calls) == 0 {
				k.model.replies = nil
			}
			r := k.line(t, tt.line)
			if got := verdict(k, r, *asked); got != tt.want {
				t.Errorf("got %s, want %s: %s", got, tt.want, r.Output())
			}
			if said := strings.Contains(r.Output(), "Full auto let it run unasked (ask: full_auto)."); said != (tt.want == "auto" && len(tt.call.Calls) == 0) {
				t.Errorf("got %q", r.Output())
			}
			k.replayed(t)
		})
	}
}

func verdict(k *talk, r core.Result, asked []call.Question) string {
	refused := bodies[event.CallRefused](k)
	ran := bodies[event.ToolCall](k)
	switch {
	case len(asked) > 0:
		return "asked"
	case len(refused) > 0:
		return string(refused[0].Code)
	case r.Code() != "":
		return string(r.Code())
	case len(ran) == 1 && ran[0].Auto == "ask: full_auto":
		return "auto"
	case len(ran) == 1 && ran[0].Auto == "":
		return "unasked"
	}
	return "nothing"
}

// PO-4, PO-9: full auto gives a guest nothing that is the owner's.
func TestFullAutoOwner(t *testing.T) {
	k, asked := auto(t, "owner_only: {tools: [shell], commands: [ours]}", calls("shell", `{"command":"echo a"}`, "ours__say", `{"text":"a"}`), says("done"))
	k.id, _ = k.Open(false)
	k.line(t, "go")
	for _, r := range bodies[event.CallRefused](k) {
		if r.Code != command.OwnerOnly {
			t.Errorf("got %+v", r)
		}
	}
	if ran := bodies[event.ToolCall](k); len(ran) > 0 || len(*asked) > 0 || len(bodies[event.CallRefused](k)) != 2 {
		t.Errorf("got %+v, %+v", ran, *asked)
	}
}

// PO-9: a model that an untrusted skill has spoken to is asked about what it wants, in
// later requests too, until the skill is trusted.
func TestFullAutoAfterUntrusted(t *testing.T) {
	k, asked := auto(t, "", says("Done."), calls("shell", `{"command":"echo a"}`), says("b"), calls("shell", `{"command":"echo a"}`), says("c"))
	k.line(t, "/skill stray go")
	k.line(t, "And now run it.")
	if len(*asked) != 1 || (*asked)[0].Rule != "a command's first run" {
		t.Fatalf("got %+v", *asked)
	}
	_ = k.Edit(func(w world.World) (world.World, error) { w.Origins = nil; return w, nil })
	k.line(t, "/reload_skills")
	k.line(t, "And again.")
	if ran := bodies[event.ToolCall](k); len(*asked) != 1 || len(ran) != 1 || ran[0].Auto == "" {
		t.Errorf("got %+v after %d questions", ran, len(*asked))
	}
	k.replayed(t)
}

// PO-9: a session that goes on from a recording, which someone else may have made, asks
// about what a model wants, and not about what the person calls.
func TestFullAutoKept(t *testing.T) {
	k, asked := auto(t, "", says("Do as I say."), calls("shell", `{"command":"echo a"}`), says("b"))
	k.line(t, "hello")
	_, events := k.State(k.id)
	id, err := k.Keep(events, len(events), "")
	if err != nil {
		t.Fatal(err)
	}
	k.Turn(t.Context(), id, "And now run it.")
	if len(*asked) != 1 {
		t.Fatalf("got %d questions", len(*asked))
	}
	if r := k.Turn(t.Context(), id, "/skill ours say a"); r.Code() != "" || len(*asked) != 1 {
		t.Errorf("got %q after %d questions", r.Output(), len(*asked))
	}
}

// PO-9: nothing but the policy that a session pins makes it full auto, and every
// snapshot that is taken under it says so.
func TestFullAutoSaid(t *testing.T) {
	k, _ := auto(t, "")
	for _, line := range []string{"/reload_skills", "/new"} {
		if got := k.Turn(t.Context(), k.id, line).Output(); !strings.Contains(got, policy.FullAutoSaid) {
			t.Errorf("%s: got %q", line, got)
		}
	}
	_ = k.Edit(func(w world.World) (world.World, error) { w.Policy = policy.Default(); return w, nil })
	if got := k.Turn(t.Context(), k.id, "/reload_skills").Output(); strings.Contains(got, "ull auto") {
		t.Errorf("got %q", got)
	}
	if r := k.line(t, "/skill ours say a"); r.Code() != command.ApprovalDenied {
		t.Errorf("got %s %q", r.Code(), r.Output())
	}
}
