package core_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/policy"
	"lily/core/replay"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
)

// EV-1, EV-4: a fork has the events before it, replays, goes on by itself, and
// leaves the other session as it was. Who watches is told of all of it.
func TestFork(t *testing.T) {
	var seen []event.Event
	e, id := engine(t, core.Ports{Sessions: coretest.Sessions{Watches: func(ev event.Event) { seen = append(seen, ev) }}})
	e.Turn(context.Background(), id, "/tally one two")
	e.Turn(context.Background(), id, "Hello")
	_, was := e.State(id)
	seen = nil
	fork, err := e.Fork(id, len(was))
	if err != nil || fork == id {
		t.Fatalf("got %q, %v", fork, err)
	}
	_, got := e.State(fork)
	if len(got) != len(was) || len(seen) != len(was) || !slices.Equal(e.Sessions(), []string{id, fork}) {
		t.Fatalf("got %d events and %d seen in %v, want %d", len(got), len(seen), e.Sessions(), len(was))
	}
	for _, ev := range slices.Concat(got, seen) {
		if ev.Session != fork {
			t.Fatalf("event %d is of %s", ev.Seq, ev.Session)
		}
	}
	e.Turn(context.Background(), fork, "And now?")
	_, got = e.State(fork)
	again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
	if d := replay.Compare(again, got); err != nil || d != nil {
		t.Errorf("the fork does not replay: %v %+v", err, d)
	}
	if _, now := e.State(id); string(event.Lines(now)) != string(event.Lines(was)) {
		t.Error("the fork changed the session that it is of")
	}
}

// A fork may begin at any event: what was under way is settled, and it replays and
// goes on from there.
func TestForkAnywhere(t *testing.T) {
	e, id := engine(t, core.Ports{})
	for _, line := range []string{"/tally one", "Hello", "/nonsense"} {
		e.Turn(context.Background(), id, line)
	}
	_, events := e.State(id)
	for _, m := range events {
		if b, ok := m.Body.(event.Message); ok {
			e.Again(context.Background(), id, m.Seq, b.Text)
		}
	}
	_, events = e.State(id)
	for seq := 1; seq < len(events)+3; seq++ {
		fork, err := e.Fork(id, seq)
		if err != nil {
			t.Fatal(err)
		}
		if st, _ := e.State(fork); st.Snapshot == nil {
			t.Fatalf("event %d: the fork has no snapshot", seq)
		}
		e.Turn(context.Background(), fork, "And now?")
		_, got := e.State(fork)
		again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
		if d := replay.Compare(again, got); err != nil || d != nil {
			t.Errorf("event %d: the fork does not replay: %v %+v", seq, err, d)
		}
	}
	for _, seq := range []int{0, -1} {
		if _, err := e.Fork(id, seq); err == nil {
			t.Errorf("got a fork at event %d", seq)
		}
	}
	if _, err := e.Fork("nobody", 2); err == nil {
		t.Error("got a fork of no session")
	}
}

// A fork from the middle of a turn says that, and not that the program was closed; at
// the end of a turn nothing is said. A session that was killed in a turn keeps saying so,
// also where it is forked amid what settled it. All of them replay.
func TestForkSaysWhyATurnEnds(t *testing.T) {
	const midway, closed = `"type":"interrupted","why":"midway"`, `"type":"interrupted","why":"closed"`
	events := rich(t)
	said := 0
	for n := 2; n <= len(events); n += 3 {
		cut := settle.Whole(events[:n])
		for seq := n; seq <= len(cut); seq++ {
			e := core.New(world.World{}, tool.Builtin(), core.Ports{Model: picky{"picky"}, Sessions: coretest.Sessions{Names: func() string { return "fork" }}})
			id := cut[0].Session
			e.Adopt(id, cut)
			fork, err := e.Fork(id, seq)
			if err != nil {
				continue // it had not begun
			}
			_, got := e.State(fork)
			lines := string(event.Lines(got[n:]))
			want := ""
			if len(got) > n {
				want = midway
			}
			if seq > n {
				want = closed
			}
			if begun := strings.Contains(lines, closed) || strings.Contains(lines, midway); begun {
				said++
				if !strings.Contains(lines, want) || strings.Contains(lines, closed) && strings.Contains(lines, midway) {
					t.Errorf("cut off after %d, forked after %d: got\n%s\nwant %q alone", n, seq, lines, want)
				}
			}
			again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
			if d := replay.Compare(again, got); err != nil || d != nil {
				t.Errorf("cut off after %d, forked after %d: it does not replay: %v %+v", n, seq, err, d)
			}
		}
	}
	if said == 0 {
		t.Error("got no turn that was cut off")
	}
}

// A fork that is opened again after it was killed amid its settling says still what is true.
func TestForkKilledAmidSettling(t *testing.T) {
	e, id := engine(t, core.Ports{Model: fake(echo)})
	e.Turn(t.Context(), id, "Hello")
	_, events := e.State(id)
	at := slices.IndexFunc(events, func(ev event.Event) bool { return ev.Body.Type() == "model_request" })
	fork, err := e.Fork(id, at+1)
	if err != nil {
		t.Fatal(err)
	}
	_, forked := e.State(fork)
	if again := settle.Whole(forked[:at+2]); string(event.Lines(again)) != string(event.Lines(forked)) {
		t.Errorf("got\n%s\nwant\n%s", event.Lines(again), event.Lines(forked))
	}
}

// PO-4, PO-6: a recording that someone else made brings none of its permissions.
func TestKeep(t *testing.T) {
	theirs, id := engine(t, core.Ports{})
	theirs.Turn(context.Background(), id, "Hello")
	_, events := theirs.State(id)
	events = append(slices.Clone(events), event.Event{
		Seq: len(events) + 1, Session: id, Body: event.Approval{Tool: "write", Granted: true, Consent: policy.Digest}, World: events[0].World,
	})
	mine, other := engine(t, core.Ports{})
	rules, err := policy.Parse("policy.yaml", []byte("deny: [write]\n"))
	if err != nil {
		t.Fatal(err)
	}
	_ = mine.Edit(func(w world.World) (world.World, error) { w.Policy = rules; return w, nil }) // never fails
	kept, err := mine.Keep(events, len(events), "")
	if err != nil || kept == other {
		t.Fatalf("got %q, %v", kept, err)
	}
	st, got := mine.State(kept)
	if st.Policy.Digest() != rules.Digest() || len(st.Granted) != 0 || !st.Owner || len(st.Conversation) != 2 {
		t.Errorf("got %d grants, owner %t, the policy %s and %d messages", len(st.Granted), st.Owner, st.Policy.YAML(), len(st.Conversation))
	}
	if _, ok := events[len(events)-1].Body.(event.Approval); !ok || len(got) < len(events) {
		t.Error("the recording itself was changed")
	}
	if _, err := mine.Keep(events, 0, ""); err == nil {
		t.Error("got a session of a recording that had not begun")
	}
}

// EV-4: what was kept of a recording replays, also where its makers were allowed what is
// not allowed here, did as a guest what an owner may, and were cut off; and what was kept
// is kept again.
func TestKeptReplays(t *testing.T) {
	theirs, _ := engine(t, core.Ports{Person: coretest.Person(func(context.Context, call.Question) policy.Consent { return policy.Digest })})
	rules, err := policy.Parse("policy.yaml", []byte("ask: always\nowner_only:\n  commands: [agent]\n"))
	if err != nil {
		t.Fatal(err)
	}
	_ = theirs.Edit(func(w world.World) (world.World, error) { w.Policy = rules; return w, nil }) // never fails
	id, err := theirs.Open(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"/tally one", "/tally two", "/agent lily", "Hello"} {
		theirs.Turn(context.Background(), id, line)
	}
	_, events := theirs.State(id)
	for range 2 {
		for seq := 1; seq <= len(events); seq++ {
			mine, _ := engine(t, core.Ports{})
			kept, err := mine.Keep(events, seq, "")
			if err != nil {
				t.Fatal(err)
			}
			mine.Turn(context.Background(), kept, "And now?")
			st, got := mine.State(kept)
			if !st.Owner || len(st.Granted) > 0 {
				t.Errorf("event %d: got owner %t and %d grants", seq, st.Owner, len(st.Granted))
			}
			again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
			if d := replay.Compare(again, got); err != nil || d != nil {
				t.Fatalf("event %d: what is kept does not replay: %v %+v", seq, err, d)
			}
			if seq == len(events) {
				events = got
				break
			}
		}
	}
}

// PO-4: a session whose keeping was cut off allows nothing of the recording either, once
// it is opened again.
func TestKeepingIsCutOff(t *testing.T) {
	theirs, id := engine(t, core.Ports{Person: coretest.Person(func(context.Context, call.Question) policy.Consent { return policy.Digest })})
	rules, err := policy.Parse("policy.yaml", []byte("ask: always\n"))
	if err != nil {
		t.Fatal(err)
	}
	_ = theirs.Edit(func(w world.World) (world.World, error) { w.Policy = rules; return w, nil }) // never fails
	theirs.Turn(context.Background(), id, "/reload_skills")
	theirs.Turn(context.Background(), id, "/tally one")
	_, events := theirs.State(id)
	mine, _ := engine(t, core.Ports{})
	kept, err := mine.Keep(events, len(events), "")
	if err != nil {
		t.Fatal(err)
	}
	_, all := mine.State(kept)
	granted := 0
	for n := 1; n <= len(all); n++ {
		e, _ := engine(t, core.Ports{})
		e.Adopt(kept, all[:n])
		st, _ := e.State(kept)
		granted += len(st.Granted)
		if err := e.Settle(kept); err != nil {
			t.Fatal(err)
		}
		st, got := e.State(kept)
		if len(st.Granted) > 0 || !st.Owner {
			t.Errorf("event %d: got %d grants, owner %t", n, len(st.Granted), st.Owner)
		}
		again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
		if d := replay.Compare(again, got); err != nil || d != nil {
			t.Errorf("event %d: it does not replay: %v %+v", n, err, d)
		}
	}
	if granted == 0 {
		t.Error("the recording allowed nothing that could have lasted")
	}
}

// EV-4: a copy of a session that has opened another one does not take that one's id:
// its replay would meet itself.
func TestACopyIsNoneThatItOpened(t *testing.T) {
	there, id := engine(t, core.Ports{})
	there.Turn(context.Background(), id, "/new")
	there.Turn(context.Background(), id, "Hello")
	_, events := there.State(id)
	opened := there.Sessions()[1]
	here, other := engine(t, core.Ports{})
	for range 2 {
		kept, err := here.Keep(events, len(events), "")
		if err != nil || kept == opened {
			t.Fatalf("got %q, %v, want none of %s", kept, err, opened)
		}
		_, got := here.State(kept)
		again, err := replay.Run(context.Background(), tool.Builtin(), got, nil)
		if d := replay.Compare(again, got); err != nil || d != nil {
			t.Errorf("%s does not replay: %v %+v", kept, err, d)
		}
	}
	if got := here.Sessions(); len(got) != 3 || got[0] != other {
		t.Errorf("got the sessions %q, want three", got)
	}
}
