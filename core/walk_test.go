package core_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"lily/core"
	"lily/core/bundle"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/program"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

var walks = flag.Int("walks", 24, "how many random walks TestWalks takes")

// EV-6: a session replays whatever happened in it, to the byte: as it is in memory, and as
// its bundle is read, which holds every world that it saw.
func TestWalks(t *testing.T) {
	n := *walks
	if testing.Short() {
		n = min(n, 6)
	}
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := newWalk(t, uint64(seed))
			for range 30 {
				w.step()
			}
			for id := range w.ids {
				_, events := w.engine.State(id)
				w.comesAgain(id, events)
			}
		})
	}
}

// walk is an engine to which everything happens, at any moment, by chance.
type walk struct {
	*rand.Rand
	t      *testing.T
	engine *core.Engine
	disk   world.World // from which a world is refreshed
	reads  bool        // whether it is, or only edited
	id     string
	ids    map[string]bool
	stop   context.CancelFunc
	ready  bool // things happen in between
	inside bool // one of them
}

func newWalk(t *testing.T, seed uint64) *walk {
	t.Helper()
	w := &walk{Rand: rand.New(rand.NewPCG(seed, 11)), t: t, ids: map[string]bool{}, stop: func() {}}
	w.disk = smallWorld(t)
	for path, text := range texts {
		w.disk.Tree = putted(w.disk.Tree, path, text[0])
	}
	ports := core.Ports{
		Model: chance{w, "up/m"}, Models: modeltest.Finder(modeltest.Finder(w.model)), Person: coretest.Person(w.consent), Keeper: coretest.Keeper{Takes: w.load},
		Sessions: coretest.Sessions{Watches: func(event.Event) { w.meanwhile(12) }}, Runner: hooked{before: func(program.Spec) { w.meanwhile(2) }},
	}
	if w.reads = seed%3 > 0; w.reads {
		ports.Source = coretest.Source(w.refresh)
	}
	if seed%5 == 0 {
		ports.Runner = nil
	}
	w.engine = core.New(w.disk, tool.Builtin(), ports)
	var err error
	if w.id, err = w.engine.Open(seed%4 > 0); err != nil {
		t.Fatal(err)
	}
	w.ready, w.ids[w.id] = true, true
	return w
}

func pick[T any](w *walk, list ...T) T { return list[w.IntN(len(list))] }

func putted(t tree.Tree, path, text string) tree.Tree {
	if next, err := t.Put(path, []byte(text)); err == nil {
		return next
	}
	return t
}

// texts are the files that are edited, and what may stand in them.
var texts = map[string][]string{
	"workspace/skills/mine/SKILL.md":         {"---\nsummary: Mine.\ncommand: mine\n---\nDo.\n", "---\nsummary: Changed.\ncommand: ours\n---\nDo it.\n", "---\nsummary: [broken\n---\n"},
	"workspace/skills/tally/SKILL.md":        {tally, "---\ninvocation_mode: tool_dispatch\ncommand: tally\ncommand_tool: write\n---\n"},
	"user/skills/kit/SKILL.md":               {kit("kit", "", say, copies, task), kit("kit", "read_only: true\n", say), "no skill"},
	"user/skills/kit/scripts/task.sh":        {"echo one > out.txt\n", "echo two > out.txt\n", "false\n"},
	"bundled/skills/mine/SKILL.md":           {"---\nsummary: Shadowed.\n---\nNo.\n"},
	"bundled/skills/asks/SKILL.md":           {kit("asks", "always_ask: true\n", say)},
	"workspace/skills/check/SKILL.md":        {"---\ninvocation_mode: tool_dispatch\ncommand: check\ncommand_tool: check_skills\n---\n"},
	"workspace/notes.md":                     {"one\n", "two\n", "\xff\x00"},
	"workspace/skills/mine/references/a.txt": {"a", "b"},
	"persona/SOUL.md":                        {"Soul.", "Another soul.", ""},
	"persona/agents/bob/SOUL.md":             {"Bob.", "Bobby."},
}

var policies = []string{"", "deny: [write]", "ask: always", "owner_only: {commands: [skills, new, mine]}", "disabled: [mine]", "proposals: true"}

// edit is one change of what a person can edit.
func (w *walk) edit(in world.World) world.World {
	path := pick(w, slices.Sorted(maps.Keys(texts))...)
	switch w.IntN(9) {
	case 0:
		in.Policy, _ = policy.Parse("policy.yaml", []byte(pick(w, policies...)))
	case 1:
		in.Profile = pick(w, profile.Empty(), profile.Browser("linux", []string{"echo"}))
	case 2:
		in.Origins = origin.Marks(pick(w, nil, []string{"/user/skills/kit"}, []string{"/workspace/skills/mine", "/workspace/skills/tally"})...)
	case 3, 4: // a file or a folder goes, a root too
		at := pick(w, path, "persona/agents/bob", "workspace/skills/tally", "workspace/skills", "user/skills", "bundled/skills", "persona")
		if next, err := in.Tree.Remove(at); err == nil {
			in.Tree = next
		}
	case 5: // a root comes again
		for _, r := range in.Roots {
			if _, err := in.Tree.At(r.Path); err != nil {
				in.Tree, _ = in.Tree.Remove(r.Path)
				in = in.With(r.Path, tree.Tree{})
			}
		}
	case 6: // a file stands where a root was
		if w.IntN(4) == 0 {
			if next, err := in.Tree.Remove("workspace/skills"); err == nil {
				in.Tree = putted(next, "workspace/skills", "x")
			}
		}
	default:
		in.Tree = putted(in.Tree, path, pick(w, texts[path]...))
	}
	return in
}

// refresh reads the world from the disk, or parts of it, or fails.
func (w *walk) refresh(was world.World) (world.World, error) {
	next := w.disk
	for _, part := range []string{"policy", "profile", world.PersonaPart, "/user/skills"} {
		if w.IntN(6) == 0 {
			next.Faults = append(next.Faults, world.Fault{Part: part, Message: "the " + part + " cannot be read: \x1b line\n" + pick(w, "1", "2")})
		}
	}
	if w.IntN(8) == 0 {
		return next, errors.New("the disk is gone")
	}
	return next, nil
}

// meanwhile is what others do, one time of many: they edit, follow, or stop the turn.
func (w *walk) meanwhile(of int) {
	if !w.ready || w.inside || w.IntN(of) > 0 {
		return
	}
	w.inside = true
	defer func() { w.inside = false }()
	switch w.IntN(8) {
	case 0:
		w.stop()
	case 1:
		_ = w.engine.Follow(func() (world.World, error) { return w.edit(w.engine.World()), nil })
	case 2:
		w.disk = w.edit(w.disk)
	case 3:
		if w.reads { // another session's turn
			_ = w.engine.Edit(w.refresh)
		}
	default:
		_ = w.engine.Edit(func(in world.World) (world.World, error) { return w.edit(in), nil })
	}
}

func (w *walk) load(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	w.meanwhile(2)
	return loader.Load(in, prev)
}

func (w *walk) consent(context.Context, call.Question) policy.Consent {
	w.meanwhile(2)
	return pick(w, policy.Once, policy.Digest, policy.Deny, policy.Nobody)
}

func (w *walk) model(name string) (model.Model, error) {
	if name == "up/none" {
		return nil, errors.New("there is none")
	}
	return chance{w, name}, nil
}

// chance is a model that says and asks for anything.
type chance struct {
	w    *walk
	name string
}

func (c chance) Name() string { return c.name }

func (c chance) Toolless() bool { return c.name == "up/words" }

func (c chance) Reply(ctx context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	c.w.meanwhile(3)
	on(model.Delta{Text: "some"})
	if err := ctx.Err(); err != nil {
		return model.Reply{Text: "some"}, err
	}
	switch c.w.IntN(8) {
	case 0:
		return model.Reply{Text: "some"}, errors.New("it broke off")
	case 1, 2, 3:
		return says(pick(c.w, "Done.", "", "\xff")), nil
	}
	var list []string
	for range 1 + c.w.IntN(3) {
		list = append(list, pick(c.w,
			[]string{"select_skill", `{"name":"mine"}`}, []string{"select_skill", `{"name":"no"}`}, []string{"read", `{"path":"notes.md"}`},
			[]string{"write", `{"path":"made.txt","content":"x"}`}, []string{"write", `{"path":"skills/mine/SKILL.md","content":"y"}`},
			[]string{"edit", `{"path":"notes.md","old":"one","new":"two"}`}, []string{"shell", `{"command":"cp notes.md b.md"}`},
			[]string{"kit__say", `{"text":"hi"}`}, []string{"asks__say", `{"text":"hi"}`}, []string{"check_skills", `{}`}, []string{"nope", `{`},
		)...)
	}
	return calls(list...), nil
}

var lines = []string{
	"/skills", " \uFEFF /skills", "/reload_skills", "/reload_skills", "/reload_persona", "/agent bob", "/agent lily", "/agent nobody", "/new", "/help mine",
	"/help", "/skill mine do", "/skill:mine", "/mine x", "/ours x", "/tally a b", "/check", "/skill kit say hi", "/skill kit task x", "/skill kit copy notes.md c.md",
	"/skill asks hi", "/skill no", "/", "/nope", "Hello.", "\uFEFFHello.", "Do it.", "  ", "/skills too many",
}

// step is one thing that a person does in the session, or that happens to it.
func (w *walk) step() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	w.stop = stop
	state, events := w.engine.State(w.id)
	switch n := w.IntN(20); {
	case n < 12:
		w.id = w.engine.Turn(ctx, w.id, pick(w, lines...)).Session
	case n == 12 && len(state.Trail) > 0:
		w.id = w.engine.Again(ctx, w.id, pick(w, state.Trail...).Seq, pick(w, lines...)).Session
	case n == 13:
		_ = w.engine.Choose(w.id, pick(w, "up/m", "up/other", "up/words", "up/none"))
	case n == 14:
		if id, err := w.engine.Fork(w.id, w.IntN(len(events)+2)); err == nil {
			w.id = id
		}
	case n == 15:
		if id, err := w.engine.Keep(events, w.IntN(len(events)+2), pick(w, "", "up/m", "up/none")); err == nil {
			w.id = id
		}
	case n == 16: // the program is killed, and opens the session again
		w.engine.Adopt(w.id, events[:1+w.IntN(len(events))])
		err := w.engine.Settle(w.id)
		if cut, _ := w.engine.State(w.id); (err != nil) != (cut.Foreign > 0) {
			w.t.Fatal(err, cut.Foreign) // what cannot be made one's own stays someone else's
		}
	case n == 17:
		w.id = pick(w, w.engine.Sessions()...)
	default:
		w.disk = w.edit(w.disk)
	}
	w.ids[w.id] = true
}

func (w *walk) comesAgain(id string, events []event.Event) {
	w.t.Helper()
	for _, how := range []func(*testing.T, []event.Event) []event.Event{
		func(_ *testing.T, list []event.Event) []event.Event { return list }, reread, bundled,
	} {
		list := how(w.t, events)
		got, err := replay.Run(context.Background(), tool.Builtin(), list, nil)
		if err != nil {
			w.t.Fatalf("%s: %v", id, err)
		}
		if d := replay.Compare(got, events); d != nil {
			w.t.Fatalf("%s, event %d of %d:\n got %s\nwant %s", id, d.Seq, len(events), d.Got, d.Want)
		}
	}
}

// bundled is events as they are read from a bundle, each with the world that it had.
func bundled(t *testing.T, events []event.Event) []event.Event {
	t.Helper()
	var zip bytes.Buffer
	if err := (bundle.Bundle{Events: events}).Write(&zip); err != nil {
		t.Fatal(err)
	}
	b, problems, err := bundle.Read(zip.Bytes(), tool.Builtin())
	if err != nil || len(problems) > 0 {
		t.Fatalf("got %v, %v", problems, err)
	}
	for i, e := range b.Events {
		if got, want := e.World, events[i].World; !got.Tree.Equal(want.Tree) || !slices.Equal(got.Faults, want.Faults) || !slices.Equal(got.Origins, want.Origins) || got.Policy.Digest() != want.Policy.Digest() {
			t.Errorf("event %d: got another world", e.Seq)
		}
	}
	return b.Events
}
