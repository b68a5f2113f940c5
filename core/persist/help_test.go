package persist_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/world"
)

func fresh(t testing.TB, skill string) world.World {
	t.Helper()
	w, err := world.New(fstest.MapFS{"b/SKILL.md": {Data: []byte(skill)}}, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.")}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// bounded is a memory that may be full.
type bounded struct {
	store.Memory
	full bool
}

func (b *bounded) Commit(ctx context.Context, c store.Change) error {
	if b.full {
		return store.ErrFull
	}
	return b.Memory.Commit(ctx, c)
}

// page is one program on a store.
type page struct {
	*persist.Keeper
	*persist.Worlds
	*persist.Sessions
	world world.World
}

func newPage(st store.Store, w world.World) *page {
	k := persist.New(st, w, tool.Builtin())
	return &page{k, k.Worlds, k.Sessions, w}
}

// opened is a program on a store, and what it finds damaged there.
func opened(t testing.TB, st store.Store) (*page, []persist.Problem) {
	t.Helper()
	p := newPage(st, fresh(t, "bundled"))
	w, problems, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	p.world = w
	return p, problems
}

// open is a program on a store that is whole.
func open(t testing.TB, st store.Store) *page {
	t.Helper()
	p, problems := opened(t, st)
	if len(problems) > 0 {
		t.Fatalf("got %v, want it open", problems)
	}
	return p
}

// put edits a file as an engine would.
func (p *page) put(path, text string) error {
	next := p.world
	var err error
	if text == "" {
		next.Tree, err = next.Tree.Remove(path)
	} else {
		next.Tree, err = next.Tree.Put(path, []byte(text))
	}
	if err != nil {
		return err
	}
	p.world, err = p.Save(p.world, next)
	return err
}

func (p *page) files() string {
	var list []string
	for path, f := range p.world.Tree.Walk() {
		data, err := f.Bytes()
		if err != nil {
			data = []byte("lost")
		}
		list = append(list, path+"="+string(data))
	}
	return strings.Join(list, " ")
}

// program is an engine whose world and sessions are kept, as the page has it.
type program struct {
	*page
	*core.Engine
}

// timeless are kept sessions without a clock.
type timeless struct{ *persist.Sessions }

func (timeless) Now() int64 { return 0 }

func (p *page) engine() *program {
	return &program{p, core.New(p.world, tool.Builtin(), core.Ports{
		Model: model.Offline{}, Keeper: p.Worlds, Sessions: timeless{p.Sessions},
	})}
}

func start(t testing.TB, st store.Store) *program {
	t.Helper()
	return open(t, st).engine()
}

// said is a program with a session in which someone said so much, which is kept.
func said(t testing.TB, st store.Store, lines ...string) (*program, string) {
	t.Helper()
	p := start(t, st)
	id := p.open(t)
	p.say(t, id, lines...)
	p.Flush()
	return p, id
}

func (p *program) open(t testing.TB) string {
	t.Helper()
	id, err := p.Engine.Open(true)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func (p *program) say(t testing.TB, id string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if r := p.Turn(context.Background(), id, line); r.Err != nil {
			t.Fatal(r.Output())
		}
	}
}

// writes edits files, each path before its text, as one edit.
func (p *program) writes(t testing.TB, files ...string) {
	t.Helper()
	err := p.Edit(func(w world.World) (world.World, error) {
		for i := 0; i < len(files); i += 2 {
			next, err := w.Tree.Put(files[i], []byte(files[i+1]))
			if err != nil {
				return w, err
			}
			w.Tree = next
		}
		return w, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// back adopts a session that is kept.
func (p *program) back(t testing.TB, id string) []persist.Problem {
	t.Helper()
	events, problems, err := p.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	p.Adopt(id, events)
	return problems
}

func (p *program) lines(id string) []byte {
	_, events := p.State(id)
	return event.Lines(events)
}

// VF-4: what is kept in a store keeps the promises of the engine's ports.
func TestPorts(t *testing.T) {
	p := open(t, &store.Memory{})
	coretest.TestKeeper(t, p.Worlds, p.world)
	coretest.TestSessions(t, timeless{p.Sessions}, p.world)
}
