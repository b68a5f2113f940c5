package persist_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"lily/core/event"
	"lily/core/persist"
	"lily/core/replay"
	"lily/core/settle"
	"lily/core/store"
	"lily/core/tool"
)

// mortal is a store whose program is killed at a commit: before it or just after it.
type mortal struct {
	*store.Memory
	done bool

	mu   sync.Mutex
	left int // commits until then
}

func (m *mortal) Commit(ctx ctx, c store.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left--; m.left > 0 || m.left == 0 && m.done {
		return m.Memory.Commit(ctx, c)
	}
	return store.ErrGone
}

func (m *mortal) dead() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left <= 0
}

// VF-4: 200 programs, each killed at a random commit of what a person does: what was
// done before is there, and what was being done is there whole or not at all.
func TestKilledAtACommit(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	st := &store.Memory{}
	p := start(t, st)
	id := p.open(t)
	p.say(t, id, "Hello")
	p.Flush()
	before, after, said := p.files(), p.files(), p.lines(id)
	torn, rounds := 0, 200
	if testing.Short() {
		rounds = 40
	}
	for round := range rounds {
		m := &mortal{Memory: st, left: 1 + r.IntN(12), done: r.IntN(2) == 0}
		p := start(t, m)
		if got := p.files(); got != before && got != after {
			t.Fatalf("round %d: got the files %s\nwant %s\nor %s", round, got, before, after)
		}
		if problems := p.back(t, id); problems != nil || !bytes.HasPrefix(p.lines(id), said) {
			t.Fatalf("round %d: got %v and\n%s\nwant first\n%s", round, problems, p.lines(id), said)
		}
		_, events := p.State(id)
		if len(settle.After(events, event.Closed)) > 0 {
			torn++
		}
		if err := p.Settle(id); err != nil {
			t.Fatal(err)
		}
		p.Flush()
		_, events = p.State(id)
		again, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
		if d := replay.Compare(again, events); err != nil || d != nil || len(settle.After(events, event.Closed)) > 0 {
			t.Fatalf("round %d: got %v, %v, want it to replay", round, d, err)
		}
		if !m.dead() {
			said = event.Lines(events)
		}
		before, after = p.files(), p.files()
		for i := 0; !m.dead(); i++ {
			switch r.IntN(3) {
			case 0:
				p.say(t, id, "/skills", "Hello", "/reload_skills")
				p.Flush()
				if !m.dead() {
					said = p.lines(id)
				}
			case 1:
				if err := p.Rename(id, fmt.Sprint("Title ", round)); err != nil {
					t.Fatal(err)
				}
				if list := start(t, st).List(); !m.dead() && !slices.ContainsFunc(list, titled(fmt.Sprint("Title ", round))) {
					t.Fatalf("round %d: got %+v", round, list)
				}
			default:
				before, after = p.files(), both(t, p, round*100+i)
				if !m.dead() {
					before = after
				}
			}
		}
		if round%10 == 9 {
			q := start(t, st)
			id = q.open(t)
			q.say(t, id, "Hello")
			q.Flush()
			said = q.lines(id)
		}
	}
	if torn == 0 {
		t.Error("got no turn that was cut off, want some")
	}
}

// both writes two files at once, and tells what all are then.
func both(t *testing.T, p *program, n int) string {
	t.Helper()
	text := fmt.Sprint(n)
	p.writes(t, "workspace/a/x", text, "user/skills/k/SKILL.md", text)
	p.world = p.World()
	return p.files()
}

func titled(title string) func(persist.Session) bool {
	return func(m persist.Session) bool { return m.Title == title }
}
