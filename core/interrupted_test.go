package core_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"lily/core/bundle"
	"lily/core/event"
	"lily/core/session"
	"lily/core/settle"
	"lily/core/tool"
)

// old are sessions as commit a256b30 recorded them, which ended a turn that was cut off by
// events with a sentence: each was killed, or forked, in the middle of a turn and went on.
func old(t *testing.T) map[string][]event.Event {
	t.Helper()
	files, err := filepath.Glob("testdata/interrupted/*.lily")
	if err != nil || len(files) != 6 {
		t.Fatalf("got %d files, %v", len(files), err)
	}
	list := map[string][]event.Event{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b, problems, err := bundle.Read(data, tool.Builtin())
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: got %v, %v", f, problems, err)
		}
		list[filepath.Base(f)] = b.Events
	}
	return list
}

// EV-4: what was recorded before there was an event for an interruption is read, replays,
// goes on, and is settled wherever it is cut off, amid its own settling too.
func TestOldInterruptions(t *testing.T) {
	for name, events := range old(t) {
		t.Run(name, func(t *testing.T) {
			if !slices.ContainsFunc(events, func(e event.Event) bool { return settle.Told(e.Body) != "" }) {
				t.Fatal("got no interruption of before")
			}
			replays(t, events)
			sameConversation(t, events)
			goesOn(t, events)
			cutAnywhere(t, events)
		})
	}
}

func interrupted(events []event.Event, why event.Why) []event.Event {
	return append(slices.Clip(events), event.Event{Seq: len(events) + 1, Session: events[0].Session, Body: event.Interrupted{Why: why}})
}

// sameConversation checks that a model gets of an interruption what it got before.
func sameConversation(t *testing.T, events []event.Event) {
	t.Helper()
	for i := 1; i < len(events); i++ {
		end := i
		for end < len(events) && settle.Told(events[end].Body) != "" {
			end++
		}
		if end == i {
			continue
		}
		was := session.Fold(events[:end]).Conversation
		is := session.Fold(interrupted(events[:i], settle.Told(events[i].Body))).Conversation
		if !reflect.DeepEqual(is, was) {
			t.Errorf("event %d: got %+v, want %+v", i+1, is, was)
		}
		i = end
	}
}

// What was cut off amid its settling is settled for the reason that was said then.
func TestOldReasonHolds(t *testing.T) {
	for name, want := range map[string]event.Why{"closed_13.lily": event.Closed, "midway_13.lily": event.Midway} {
		events := old(t)[name]
		i := slices.IndexFunc(events, func(e event.Event) bool { return settle.Told(e.Body) != "" })
		for _, why := range []event.Why{event.Closed, event.Midway} {
			if got := settle.After(events[:i+1], why); !slices.Equal(got, []event.Body{event.Interrupted{Why: want}}) {
				t.Errorf("%s: got %v, want %s", name, got, want)
			}
		}
	}
}
