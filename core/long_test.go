package core_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/event"
	"lily/core/journal"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/world"
)

// long is a session of so many turns.
func long(t *testing.T, turns int) []event.Event {
	t.Helper()
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.")}})
	if err != nil {
		t.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: chatty{}})
	id, err := e.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	for i := range turns {
		r := e.Turn(t.Context(), id, strings.Repeat("A line. ", 1+i%7))
		if i == turns/2 {
			_, events := e.State(id)
			r = e.Again(t.Context(), id, events[len(events)-3].Seq, "Another line.")
		}
		if r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	_, events := e.State(id)
	return events
}

func written(t *testing.T, events []event.Event) []byte {
	t.Helper()
	var b bytes.Buffer
	w := journal.NewWriter(&b)
	for _, e := range events {
		if err := w.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// EV-4, EV-6: a long session is kept in proportion to its turns, opened again as it was, and verified; and so is one
// that was recorded when each request named all its parts.
func TestLongSessions(t *testing.T) {
	events := long(t, 400)
	if few, many := len(written(t, events[:300])), len(written(t, events[:1200])); many > 5*few {
		t.Errorf("got %d bytes for 100 turns and %d for 400, want four times as much", few, many)
	}
	old := make([]event.Event, len(events))
	for i, e := range events {
		if b, ok := e.Body.(event.ModelRequest); ok {
			e.Body = b.Whole()
		}
		old[i] = e
	}
	if few, many := len(written(t, events)), len(written(t, old)); many < 3*few {
		t.Errorf("got %d bytes, and %d with all parts in each request, want far more", few, many)
	}
	for name, list := range map[string][]event.Event{"as it is recorded": events, "as it was": old} {
		got, err := journal.Read(written(t, list), tool.Builtin())
		if err != nil {
			t.Fatal(name, err)
		}
		if d := replay.Compare(got[0], list); d != nil {
			t.Errorf("%s: opened again: %+v", name, d)
		}
		again, err := replay.Run(t.Context(), tool.Builtin(), got[0], nil)
		if d := replay.Compare(again, list); err != nil || d != nil {
			t.Errorf("%s: verified: %v, %+v", name, err, d)
		}
	}
}
