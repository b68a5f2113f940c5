package core_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/journal"
	"lily/core/model"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/world"
)

// eachLength measures at sessions of as many events, of which every turn has three.
func eachLength(b *testing.B, f func(b *testing.B, e *core.Engine, id string)) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e, id := talked(b, n)
			b.ReportAllocs()
			f(b, e, id)
		})
	}
}

// chatty answers each request with a paragraph, and has room for as many tokens as today's models.
type chatty struct{}

func (chatty) Name() string { return "up/chatty" }
func (chatty) Window() int  { return 200_000 }

func (chatty) Reply(context.Context, model.Request, func(model.Delta)) (model.Reply, error) {
	return model.Reply{Text: strings.Repeat("An answer, as long as most are. ", 8), Finish: "stop"}, nil
}

// talked is a session of at least n events.
func talked(b *testing.B, n int) (*core.Engine, string) {
	b.Helper()
	w, err := world.New(fstest.MapFS{}, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.")}})
	if err != nil {
		b.Fatal(err)
	}
	e := core.New(w, tool.Builtin(), core.Ports{Model: chatty{}})
	id, err := e.Open(true)
	if err != nil {
		b.Fatal(err)
	}
	for line := 0; ; line++ {
		if _, events := e.State(id); len(events) >= n {
			return e, id
		}
		turn(b, e, id, line)
	}
}

func turn(b *testing.B, e *core.Engine, id string, line int) {
	b.Helper()
	if r := e.Turn(context.Background(), id, fmt.Sprintf("The question of number %d.", line)); r.Err != nil {
		b.Fatal(r.Err)
	}
}

// EV-6: a session that is kept, and opened again from what was kept.
func BenchmarkKept(b *testing.B) {
	eachLength(b, func(b *testing.B, e *core.Engine, id string) {
		_, events := e.State(id)
		for b.Loop() {
			var kept bytes.Buffer
			j := journal.NewWriter(&kept)
			for _, ev := range events {
				if err := j.Add(ev); err != nil {
					b.Fatal(err)
				}
			}
			if list, err := journal.Read(kept.Bytes(), tool.Builtin()); err != nil || len(list[0]) != len(events) {
				b.Fatal(len(list), err)
			}
		}
	})
}

// EV-4: a session that is verified.
func BenchmarkReplay(b *testing.B) {
	eachLength(b, func(b *testing.B, e *core.Engine, id string) {
		_, events := e.State(id)
		for b.Loop() {
			got, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
			if err != nil || replay.Compare(got, events) != nil {
				b.Fatal(err)
			}
		}
	})
}

// CV-1: one more turn of a session that has many.
func BenchmarkTurn(b *testing.B) {
	eachLength(b, func(b *testing.B, e *core.Engine, id string) {
		_, events := e.State(id)
		line := 0
		for b.Loop() {
			e.Adopt(id, events[:len(events):len(events)]) // so that each turn is the next of the same
			line++
			turn(b, e, id, line)
		}
	})
}
