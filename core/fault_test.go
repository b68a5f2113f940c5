package core_test

import (
	"errors"
	"strings"
	"testing"

	"lily/core"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/program"
	"lily/core/tool"
	"lily/core/world"
)

// CM-10, EV-6: a world that cannot be read again, in part or at all, stops no tool, whoever
// calls it, is told once in a turn beside the answer, and comes again in a replay.
func TestFaultsStopNoTool(t *testing.T) {
	policyFault := func(w world.World) (world.World, error) {
		w.Faults = []world.Fault{{Part: "policy", Message: "the policy cannot be read: policy.yaml:1:1: \x1b[2Jgot x\nand y"}}
		return w, nil
	}
	nothing := func(w world.World) (world.World, error) { return world.World{}, errors.New("the disk is gone") }
	const one, all = "Warning: the policy cannot be read: policy.yaml:1:1: «U+001B»[2Jgot x and y; the session goes on with what it has.", "Warning: the files cannot be read again: the disk is gone; the session goes on with what it has."
	for _, tt := range []struct {
		name    string
		refresh func(world.World) (world.World, error)
		told    string
	}{{"a part", policyFault, one}, {"all of it", nothing, all}} {
		t.Run(tt.name, func(t *testing.T) {
			k := running(t, kits(), core.Ports{Person: always(policy.Once), Source: coretest.Source(tt.refresh)},
				calls("read", `{"path":"a.txt"}`, "kit__show", `{"file":"a.txt"}`, "write", `{"path":"b.txt","content":"b"}`), says("Done."), says("Guided."))
			for _, line := range []struct {
				text, says string
				told       int
			}{
				{"Read it.", "Done.", 1},
				{"/skill kit say hi", "hi", 1},
				{"/skill tally a b", "words", 1},
				{"/skill guide", "Guided.", 0},
				{"/skills", "available", 0},
				{"/skill ours nope a=1 b", "nope", 1},
				{"/skill kit nope", "Error: ", 0},
			} {
				r := k.line(t, line.text)
				if out := r.Output(); !strings.Contains(out, line.says) || strings.Count(out, tt.told) != line.told || len(r.Faults) != line.told {
					t.Errorf("%s: got %q, want %q with %d times %q", line.text, out, line.says, line.told, tt.told)
				}
			}
			for _, line := range []string{"/reload_skills", "/new"} {
				if r := k.line(t, line); r.Code() != "load_failed" || len(r.Faults) > 0 || r.Session != k.id {
					t.Errorf("%s: got %q", line, r.Output())
				}
			}
			if got := bodies[event.WorldFault](k); len(got) != 4 {
				t.Errorf("got %d faults recorded, want 4", len(got))
			}
			_, events := k.State(k.id)
			replays(t, events)
		})
	}
}

// EV-6: what a command read of the world is what a replay reads, though the world is another
// one when it is recorded.
func TestReplayReadsWhatTheCommandRead(t *testing.T) {
	var k *talk
	edit := func() {
		put(t, k.Engine, "persona/SOUL.md", "Later.")
		put(t, k.Engine, "user/skills/late/SKILL.md", "Late.")
	}
	ports := core.Ports{Runner: hooked{before: func(program.Spec) { edit() }}, Sessions: coretest.Sessions{Watches: func(e event.Event) {
		if _, ok := e.Body.(event.Command); k != nil && ok {
			put(t, k.Engine, "persona/SOUL.md", "Now.")
			put(t, k.Engine, "user/skills/now/SKILL.md", "---\nsummary: Now.\n---\nNow.\n")
		}
	}}}
	ports.Keeper = coretest.Keeper{Takes: func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
		if k != nil {
			edit()
		}
		return loader.Load(in, prev)
	}}
	k = running(t, kits(), ports)
	for _, line := range []string{"/reload_skills", "/reload_persona", "/agent lily", "/new", "/skill kit say x"} {
		k.line(t, line)
	}
	for _, id := range k.Sessions() {
		_, events := k.State(id)
		replays(t, events)
	}
}

// A world that is broken opens no session.
func TestOpenWithFaults(t *testing.T) {
	w := smallWorld(t)
	w.Faults = []world.Fault{{Part: world.PersonaPart, Message: "gone"}}
	e := core.New(w, tool.Builtin(), core.Ports{Model: fake(echo)})
	if _, err := e.Open(true); err == nil || err.Error() != "gone" || len(e.Sessions()) > 0 {
		t.Errorf("got %v", err)
	}
}
