// Package modeltest is the conformance suite of the port [model.Model], as testing/fstest is that of io/fs.
//
// It promises that an implementation which passes can be put into the engine: what it tells while it replies is what
// it returns, a reply that was stopped says so and asks for nothing, and nothing is kept between calls. Only tests
// import it.
package modeltest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lily/core/model"
)

// Requests are empty, without tools, and with all that a conversation can hold, an interrupted one too.
func Requests() []model.Request {
	tool := model.Spec{Name: "read", Summary: "Reads a file.", Schema: []byte(`{"type":"object","properties":{}}`)}
	return []model.Request{
		{},
		{System: []model.Part{{Name: "rules", Text: "Be exact."}}, Messages: []model.Message{{Role: model.User, Text: "hello"}}},
		{Model: "m", Tools: []model.Spec{tool}, Messages: []model.Message{
			{Role: model.User, Text: "read it", Skill: "s", Context: "<skill/>"},
			{Role: model.Assistant, Text: "I will.", Calls: []model.Call{{ID: "call_1", Name: "read", Args: `{"path":"a"}`}, {ID: "call_2", Name: "?", Args: "{"}}},
			{Role: model.Tool, Text: "text", Call: "call_1"},
			{Role: model.User, Text: "and?"},
		}},
	}
}

// Test checks what holds for every model that fresh gives. At least one of the [Requests] must get a reply.
func Test(t *testing.T, fresh func() model.Model) {
	t.Helper()
	t.Run("name", func(t *testing.T) { name(t, fresh) })
	t.Run("cancelled", func(t *testing.T) { cancelled(t, fresh()) })
	replies := 0
	for _, r := range Requests() {
		t.Run("stopped", func(t *testing.T) { stopped(t, fresh(), r) })
		t.Run("reply", func(t *testing.T) {
			if _, err := ask(t, context.Background(), fresh(), r, nil); err == nil {
				replies++
			}
		})
	}
	if replies == 0 {
		t.Error("got no reply to any request")
	}
}

// Deterministic also checks that equal requests get equal replies: the first time, the second, and two at once.
func Deterministic(t *testing.T, fresh func() model.Model) {
	t.Helper()
	Test(t, fresh)
	for _, r := range Requests() {
		want, _ := ask(t, context.Background(), fresh(), r, nil)
		m, got := fresh(), make(chan model.Reply)
		for range 2 {
			go func() {
				reply, _ := m.Reply(context.Background(), r, func(model.Delta) {})
				got <- reply
			}()
		}
		for _, reply := range []model.Reply{<-got, <-got} {
			if !reflect.DeepEqual(reply, want) {
				t.Errorf("got another reply to the same request: %+v, want %+v", reply, want)
			}
		}
	}
}

func name(t *testing.T, fresh func() model.Model) {
	m := fresh()
	before := m.Name()
	_, _ = m.Reply(context.Background(), Requests()[1], func(model.Delta) {})
	if after, other := m.Name(), fresh().Name(); before == "" || after != before || other != before {
		t.Errorf("got the names %q, %q and %q, want one", before, after, other)
	}
}

// cancelled: a request that is over before it begins gets nothing.
func cancelled(t *testing.T, m model.Model) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	reply, err := ask(t, ctx, m, Requests()[1], nil)
	if !errors.Is(err, context.Canceled) || reply.Text != "" {
		t.Errorf("got %+v, %v, want nothing and %v", reply, err, context.Canceled)
	}
}

// stopped: a request that ends while the reply arrives gets what arrived, and the context's error unless that was all.
func stopped(t *testing.T, m model.Model, r model.Request) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	told := false
	_, err := ask(t, ctx, m, r, func(model.Delta) { cancel(); told = true })
	if told && err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v or a whole reply", err, context.Canceled)
	}
}

func ask(t *testing.T, ctx context.Context, m model.Model, r model.Request, on func(model.Delta)) (model.Reply, error) {
	t.Helper()
	var told strings.Builder
	before := r.Digest()
	reply, err := m.Reply(ctx, r, func(d model.Delta) {
		told.WriteString(d.Text)
		if d == (model.Delta{}) {
			t.Error("got an empty delta")
		}
		if on != nil {
			on(d)
		}
	})
	if told.String() != reply.Text {
		t.Errorf("got the text %q, told %q", reply.Text, told.String())
	}
	if r.Digest() != before {
		t.Error("got the request changed")
	}
	finish(t, reply, err)
	calls(t, reply, r)
	return reply, err
}

func finish(t *testing.T, reply model.Reply, err error) {
	t.Helper()
	switch {
	case err != nil && (reply.Finish != model.Interrupted || len(reply.Calls) > 0):
		t.Errorf("got %q and %d calls with the error %v, want %q and none", reply.Finish, len(reply.Calls), err, model.Interrupted)
	case err == nil && !slices.Contains([]string{model.Stop, model.ToolCalls, model.Length, model.Filtered}, reply.Finish):
		t.Errorf("got the finish %q without an error", reply.Finish)
	case (reply.Finish == model.ToolCalls) != (len(reply.Calls) > 0) && reply.Finish != model.Length && reply.Finish != model.Filtered:
		t.Errorf("got %q with %d calls", reply.Finish, len(reply.Calls))
	case reply.Usage.In < 0 || reply.Usage.Out < 0 || reply.Retries < 0:
		t.Errorf("got %+v and %d retries, want no negative count", reply.Usage, reply.Retries)
	}
}

// calls have a name, and ids that no other call of the conversation has.
func calls(t *testing.T, reply model.Reply, r model.Request) {
	t.Helper()
	seen := map[string]bool{}
	for _, m := range r.Messages {
		for _, c := range m.Calls {
			seen[c.ID] = true
		}
	}
	for _, c := range reply.Calls {
		if c.ID == "" || c.Name == "" || c.Args == "" || seen[c.ID] {
			t.Errorf("got the call %+v, want a name, arguments and an id of its own", c)
		}
		seen[c.ID] = true
	}
}

// Finder is a [model.Finder] that finds by a function.
type Finder func(name string) (model.Model, error)

// Find implements [model.Finder].
func (f Finder) Find(name string) (model.Model, error) { return f(name) }

// TestFinder checks the promises of a finder that knows these names.
func TestFinder(t *testing.T, f model.Finder, known ...string) {
	t.Helper()
	for _, name := range known {
		if m, err := f.Find(name); err != nil || m.Name() != name {
			t.Errorf("%q: got %v, %v", name, m, err)
		}
	}
	for _, name := range []string{"", "/", "nobody", "nobody/m", "nobody/"} {
		if m, err := f.Find(name); err == nil {
			t.Errorf("%q: got the model %v", name, m)
		}
	}
}
