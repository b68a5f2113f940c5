package model

import (
	"reflect"
	"testing"
)

// EV-2: the digest of a request is that of its bytes, whatever was asked before it.
func TestSums(t *testing.T) {
	list := []Message{{Role: User, Text: "<one> & \u2028"}, {Role: Assistant, Calls: []Call{{"a", "b", "{}"}}}, {Role: Tool, Call: "a", Text: "c", Sent: "d"}}
	long := append(list[:3:3], Message{Role: User, Text: "two"})
	with := func(change func(*Message)) []Message {
		other := append([]Message{}, long...)
		change(&other[1])
		return other
	}
	requests := []Request{
		{Model: "m", Messages: list[:1]},
		{Model: "m", Messages: list},
		{Model: "m", Messages: long},
		{Model: "m", Messages: long},
		{Model: "m", Messages: list[:2]},
		{Model: "m"},
		{Model: "m", Messages: []Message{}},
		{Model: "m", Messages: list[:1]},
		{Model: "m", System: []Part{{"a", "b"}}, Messages: long},
		{Model: "m", Messages: long},
		{Model: "m", Messages: with(func(m *Message) { m.Calls = []Call{{"a", "b", "{ }"}} })},
	}
	for i := range reflect.TypeFor[Message]().NumField() {
		if f := reflect.TypeFor[Message]().Field(i); f.Type.Kind() == reflect.String {
			requests = append(requests, Request{Model: "m", Messages: with(func(m *Message) { reflect.ValueOf(m).Elem().Field(i).SetString("other") })}, Request{Model: "m", Messages: long})
		}
	}
	var s Sums
	for i, r := range requests {
		if got, want := s.Of(r), r.Digest(); got != want {
			t.Errorf("request %d: got %s, want %s", i, got.Short(), want.Short())
		}
		if got, want := (*Sums)(nil).Of(r), r.Digest(); got != want {
			t.Errorf("request %d, without memory: got %s, want %s", i, got.Short(), want.Short())
		}
	}
}

// A request that goes on from the one before writes no more than what is new.
func TestSumsWriteWhatIsNew(t *testing.T) {
	var list []Message
	var s Sums
	for range 1000 {
		list = append(list, Message{Role: User, Text: "A line."})
		s.Of(Request{Messages: list})
	}
	few := testing.AllocsPerRun(10, func() {
		list = append(list, Message{Role: User, Text: "One more."})
		s.Of(Request{Messages: list})
	})
	many := testing.AllocsPerRun(10, func() { new(Sums).Of(Request{Messages: list}) })
	if few > 50 || many < 1000 {
		t.Errorf("got %.0f allocations to go on and %.0f to begin anew, want few and one for each message", few, many)
	}
	other := testing.AllocsPerRun(10, func() { // as the tools do when a skill is selected, and after it
		list = append(list, Message{Role: User, Text: "One more."})
		s.Of(Request{Messages: list, Model: "other"})
		s.Of(Request{Messages: list})
	})
	if other > 150 {
		t.Errorf("got %.0f allocations to go on from each of two beginnings, want few", other)
	}
}
