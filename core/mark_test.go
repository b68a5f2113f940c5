package core_test

import (
	"context"
	"slices"
	"testing"

	"lily/core/event"
	"lily/core/model"
	"lily/core/replay"
	"lily/core/tool"
)

// CM-1: a byte order mark, alone or among blanks, is no part of what a person says: a
// command stays one, a message is without it, and nothing but marks is nothing.
func TestMarkBeforeLine(t *testing.T) {
	k := newTalk(t, nil, "", "", says("a"), says("b"), says("c"))
	for _, tt := range []struct{ line, last string }{
		{"\uFEFF/skills", "answer"},
		{" \uFEFF\t\uFEFF /skill:guide", "model_response"},
		{"\uFEFF\uFEFF", ""},
		{"\uFEFF Hello.\uFEFF", "model_response"},
	} {
		_, before := k.State(k.id)
		r := k.line(t, tt.line)
		_, after := k.State(k.id)
		if r.Err != nil || (tt.last == "") != (len(after) == len(before)) || tt.last != "" && after[len(after)-1].Body.Type() != tt.last {
			t.Errorf("%q: got %s, %d events, want %q", tt.line, r.Output(), len(after)-len(before), tt.last)
		}
	}
	said := bodies[event.Message](k)
	if len(said) != 2 || said[1].Text != "Hello.\uFEFF" || bodies[event.Command](k)[0].Input != "/skills" {
		t.Errorf("got %+v", said)
	}
}

// EV-4: a message that was recorded as one comes again as one, whatever it begins with.
func TestRecordedMessageStaysOne(t *testing.T) {
	for _, text := range []string{"\uFEFF/skills", "\uFEFF", "/skills", "\uFEFFHello."} {
		k := newTalk(t, nil, "", "", says("What?"))
		k.line(t, "Hello.")
		_, events := k.State(k.id)
		events = slices.Clone(events)
		events[2].Body = event.Message{Message: model.Message{Role: model.User, Text: text}}
		got, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := replay.Compare(got[:3], events[:3]); d != nil || len(got) != len(events) {
			t.Errorf("%q: got %d events of %d, %+v", text, len(got), len(events), d)
		}
	}
}
