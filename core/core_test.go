package core_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
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

const (
	tally = "---\ninvocation_mode: tool_dispatch\ncommand: tally\ncommand_tool: word_count\n---\n"
	greet = "---\ncommand: greet\n---\nGreet.\n"
	gits  = "---\neligibility: {binaries: [git]}\n---\nGit.\n"
)

// fake is a model that answers what it is told to.
type fake func(context.Context, model.Request) (model.Reply, error)

func (fake) Name() string { return "fake" }

func (f fake) Reply(ctx context.Context, r model.Request, _ func(model.Delta)) (model.Reply, error) {
	return f(ctx, r)
}

func echo(_ context.Context, r model.Request) (model.Reply, error) {
	return model.Reply{Text: "you said " + r.Messages[len(r.Messages)-1].Text, Finish: "stop"}, nil
}

func smallWorld(t *testing.T) world.World {
	t.Helper()
	bundled := fstest.MapFS{}
	for name, text := range map[string]string{"tally": tally, "greet": greet, "gits": gits} {
		bundled[name+"/SKILL.md"] = &fstest.MapFile{Data: []byte(text)}
	}
	w, err := world.New(bundled, fstest.MapFS{"agents/other/SOUL.md": {Data: []byte("Other.")}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func engine(t *testing.T, ports core.Ports) (e *core.Engine, id string) {
	t.Helper()
	if ports.Model == nil {
		ports.Model = fake(echo)
	}
	e = core.New(smallWorld(t), tool.Builtin(), ports)
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	return e, id
}

func put(t *testing.T, e *core.Engine, path, text string) {
	t.Helper()
	err := e.Edit(func(w world.World) (world.World, error) {
		next, err := w.Tree.Put(path, []byte(text))
		w.Tree = next
		return w, err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// CM-8, CV-7: a model that fails gives its code and leaves the session usable.
func TestModelErrors(t *testing.T) {
	for _, tt := range []struct {
		err  error
		code command.Code
		want string
	}{
		{context.Canceled, command.Cancelled, "Error: The request was cancelled."},
		{fmt.Errorf("while reading: %w", context.Canceled), command.Cancelled, "Error: The request was cancelled."},
		{context.DeadlineExceeded, command.Timeout, "Error: The request took too long and was stopped."},
		{errors.New("no route \x1b[31mto host"), command.ModelFailed, "Error: The model did not answer: no route «U+001B»[31mto host."},
	} {
		fails := true
		e, id := engine(t, core.Ports{Model: fake(func(ctx context.Context, r model.Request) (model.Reply, error) {
			if fails {
				return model.Reply{}, tt.err
			}
			return echo(ctx, r)
		})})
		for _, line := range []string{"hello", "/greet Ada"} {
			r := e.Turn(context.Background(), id, line)
			if r.Code() != tt.code || r.Output() != tt.want {
				t.Errorf("%v: %s: got %s %q, want %s %q", tt.err, line, r.Code(), r.Output(), tt.code, tt.want)
			}
		}
		fails = false
		if r := e.Turn(context.Background(), id, "again"); r.Output() != "you said again" {
			t.Errorf("%v: afterwards: got %q", tt.err, r.Output())
		}
	}
}

// CM-1, CM-4: no command and no dispatch ever reaches the model.
func TestCommandsAskNoModel(t *testing.T) {
	e, id := engine(t, core.Ports{Model: fake(func(context.Context, model.Request) (model.Reply, error) {
		t.Error("the model was asked")
		return model.Reply{}, nil
	})})
	for _, line := range []string{
		"/", "/nope", "/skills", "/skill", "/skill tally one two", "/tally x", "/skill gits", "/help tally", "/agent other",
		"/reload_skills", "/reload_persona", " /unknown with text", "/new",
	} {
		e.Turn(context.Background(), id, line)
	}
}

// A blank message does nothing, and a session that is not there is said.
func TestNothing(t *testing.T) {
	e, id := engine(t, core.Ports{})
	_, before := e.State(id)
	for _, line := range []string{"", " ", "\n\t\u3000"} {
		if r := e.Turn(context.Background(), id, line); r.Err != nil || r.Output() != "" || r.Session != id {
			t.Errorf("%q: got %+v", line, r)
		}
	}
	if _, after := e.State(id); len(after) != len(before) {
		t.Errorf("got %d events, want %d", len(after), len(before))
	}
	if r := e.Turn(context.Background(), "s9", "/skills"); r.Code() != "session_not_found" {
		t.Errorf("got %q", r.Code())
	}
}

// CM-7: each command touches its own fields and no other.
func TestCommandsTouch(t *testing.T) {
	for line, want := range map[string]string{
		"/skills": "", "/help tally": "", "/tally one two": "", "/nope": "", "/skill gits": "",
		"/agent other": "Agent Persona", "/reload_skills": "Snapshot", "/reload_persona": "Persona", "/new": "",
		"hello": "Conversation Asked", "/greet Ada": "Conversation Asked",
	} {
		e, id := engine(t, core.Ports{})
		put(t, e, "persona/SOUL.md", "Changed.")
		put(t, e, "workspace/skills/late/SKILL.md", "Late.")
		before, _ := e.State(id)
		e.Turn(context.Background(), id, line)
		after, _ := e.State(id)
		if got := differ(before, after); got != want {
			t.Errorf("%s: got %q changed, want %q", line, got, want)
		}
	}
}

func differ(a, b session.State) string {
	var list []string
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		name := x.Type().Field(i).Name
		if name != "Seq" && name != "Trail" && !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}

// EV-1: a session's state is the fold of its events, and of its own alone.
func TestSessionsApart(t *testing.T) {
	alone, id := engine(t, core.Ports{})
	lines := []string{"hello", "/agent other", "/reload_skills", "/greet Ada", "/tally x"}
	for _, line := range lines {
		alone.Turn(context.Background(), id, line)
	}
	_, want := alone.State(id)

	e, a := engine(t, core.Ports{})
	b, err := e.Open(false)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range lines {
		e.Turn(context.Background(), b, lines[len(lines)-1-i])
		e.Turn(context.Background(), a, line)
		e.Turn(context.Background(), b, "/new")
	}
	state, got := e.State(a)
	compare(t, "events", string(event.Lines(got)), string(event.Lines(want)))
	for _, id := range e.Sessions() {
		state, events := e.State(id)
		if fold := session.Fold(events); !reflect.DeepEqual(fold, state) {
			t.Errorf("%s: got %+v, want the fold of its events %+v", id, state, fold)
		}
	}
	if state.Agent != "other" || len(state.Conversation) != 4 {
		t.Errorf("got the agent %s and %d messages", state.Agent, len(state.Conversation))
	}
}

// PO-4, CM-7: what /new opens holds the token only if its opener did.
func TestNewKeepsGuest(t *testing.T) {
	e, _ := engine(t, core.Ports{})
	for _, owner := range []bool{true, false} {
		id, err := e.Open(owner)
		if err != nil {
			t.Fatal(err)
		}
		r := e.Turn(context.Background(), id, "/new")
		if s, _ := e.State(r.Session); r.Session == id || s.Owner != owner || s.Agent != "lily" {
			t.Errorf("opened by owner %v: got %s, owner %v, agent %s", owner, r.Session, s.Owner, s.Agent)
		}
	}
}

// EV-3: times are given to who watches, and are no part of an event's line.
func TestTimes(t *testing.T) {
	now := int64(1000)
	var seen []event.Event
	e, id := engine(t, core.Ports{
		Sessions: coretest.Sessions{
			Nows:    func() int64 { now++; return now },
			Watches: func(ev event.Event) { seen = append(seen, ev) },
		},
	})
	e.Turn(context.Background(), id, "hello")
	_, events := e.State(id)
	timeless, id2 := engine(t, core.Ports{})
	timeless.Turn(context.Background(), id2, "hello")
	_, plain := timeless.State(id2)
	compare(t, "events", string(event.Lines(events)), string(event.Lines(plain)))
	if len(seen) != len(events) {
		t.Fatalf("got %d events watched, want %d", len(seen), len(events))
	}
	for i, ev := range seen {
		if ev.Seq != i+1 || ev.At != int64(1001+i) {
			t.Errorf("got event %d at %d, want %d at %d", ev.Seq, ev.At, i+1, 1001+i)
		}
	}
}

// PO-1, PO-6: what a person is asked, and that the answer is recorded with it.
func TestApprove(t *testing.T) {
	var asked []call.Question
	w := smallWorld(t)
	w.Policy.Asks = "always"
	e := core.New(w, tool.Builtin(), core.Ports{Model: fake(echo), Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		asked = append(asked, q)
		return map[int]policy.Consent{1: policy.Digest, 2: policy.Deny}[len(asked)]
	})})
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	state, _ := e.State(id)
	digest := state.Snapshot.Find("tally").Digest
	want := call.Question{Session: id, Skill: "tally", Digest: digest, Tool: "word_count", Args: command.Args{"text": "one two"}, Rule: "ask: always"}
	for _, code := range []command.Code{"", command.ApprovalDenied} {
		if r := e.Turn(context.Background(), id, "/tally one two"); r.Code() != code {
			t.Errorf("got %q, want %q", r.Code(), code)
		}
	}
	if len(asked) != 2 || !reflect.DeepEqual(asked[0], want) {
		t.Errorf("got %+v, want %+v", asked, want)
	}
	state, _ = e.State(id)
	if want := []session.Grant{{Tool: "word_count", Digest: digest}}; !reflect.DeepEqual(state.Granted, want) {
		t.Errorf("got the grants %v, want %v", state.Granted, want)
	}
}

// SN-4: the session is told that it is behind, and what a reload would do, and
// goes on as it was.
func TestBehind(t *testing.T) {
	e, id := engine(t, core.Ports{})
	state, events := e.State(id)
	behind := func() bool { return state.Snapshot.Behind(e.Input()) }
	if behind() {
		t.Error("got behind at the start")
	}
	put(t, e, "workspace/notes.md", "no skill")
	put(t, e, "persona/SOUL.md", "no skill")
	if behind() {
		t.Error("got behind for a file that is in no root")
	}
	put(t, e, "workspace/skills/greet/SKILL.md", "Mine.")
	if !behind() {
		t.Error("got not behind after a change")
	}
	next, err := loader.Load(e.Input(), state.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	d := loader.Compare(state.Snapshot, next)
	if fmt.Sprint(d.Changed, d.Shadowed) != "[greet] [/bundled/skills/greet]" {
		t.Errorf("got %+v", d)
	}
	if after, list := e.State(id); after.Snapshot != state.Snapshot || len(list) != len(events) {
		t.Error("the session changed")
	}
}

// EN-4: what-if judges against any profile and touches no session.
func TestWhatIf(t *testing.T) {
	e, id := engine(t, core.Ports{})
	before, _ := e.State(id)
	for _, tt := range []struct {
		yaml string
		want loader.State
	}{
		{"", loader.Ineligible},
		{"binaries: [git]", loader.Available},
	} {
		in := e.Input()
		var err error
		if in.Profile, err = profile.Parse("what-if", []byte(tt.yaml)); err != nil {
			t.Fatal(err)
		}
		s, err := loader.Load(in, before.Snapshot)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Find("gits").State; got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.yaml, got, tt.want)
		}
	}
	if after, _ := e.State(id); differ(before, after) != "" || after.Snapshot.Find("gits").State != loader.Ineligible {
		t.Error("the session changed")
	}
}

// LD-1: without a required root no session opens, and none is left behind.
func TestOpenFails(t *testing.T) {
	w := smallWorld(t)
	var err error
	if w.Tree, err = w.Tree.Remove("bundled"); err != nil {
		t.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: fake(echo)})
	var missing *loader.Error
	if _, err := e.Open(true); !errors.As(err, &missing) || missing.Path != "/bundled/skills" {
		t.Errorf("got %v, want that /bundled/skills is missing", err)
	}
	if got := e.Sessions(); len(got) != 0 {
		t.Errorf("got the sessions %q", got)
	}
}

// An edit that fails changes nothing.
func TestEditFails(t *testing.T) {
	e, _ := engine(t, core.Ports{})
	before := e.World().Tree.Digest()
	no := errors.New("no")
	err := e.Edit(func(w world.World) (world.World, error) {
		w.Tree = tree.Tree{}
		w.Policy = policy.Policy{}
		return w, no
	})
	if err != no || e.World().Tree.Digest() != before || e.World().Policy.Asks != "never" {
		t.Errorf("got %v and another world", err)
	}
}

// EV-1: turns of many goroutines; each session stays a sequence.
func TestTurnsTogether(t *testing.T) {
	e, a := engine(t, core.Ports{})
	b, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			e.Turn(context.Background(), []string{a, b}[i%2], []string{"hello", "/tally x", "/reload_skills", "/skills"}[i%4])
		})
	}
	wg.Wait()
	for _, id := range []string{a, b} {
		state, events := e.State(id)
		for i, ev := range events {
			if ev.Seq != i+1 || ev.Session != id {
				t.Fatalf("%s: got event %d of %s at %d", id, ev.Seq, ev.Session, i+1)
			}
		}
		if !reflect.DeepEqual(session.Fold(events), state) {
			t.Errorf("%s: got a state that its events do not fold to", id)
		}
	}
}
