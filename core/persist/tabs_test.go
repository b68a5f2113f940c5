package persist_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"lily/core"
	"lily/core/coretest"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
)

// VF-5: who only looks at the list of sessions has not seen the files: an edit of
// someone else's is not written over by the next one here.
func TestLookingIsNotFollowing(t *testing.T) {
	st := &store.Memory{}
	a, b := open(t, st), open(t, st)
	if err := errors.Join(b.put("workspace/b", "1"), a.Look(), a.put("workspace/a", "1")); err != nil {
		t.Fatal(err)
	}
	if got := open(t, st).files(); !strings.Contains(got, "workspace/a=1 workspace/b=1") {
		t.Errorf("got %s, want both edits", got)
	}
}

// VF-4: what a newer program wrote cannot be merged with; then an edit is in memory
// only, and said to be.
func TestNewerWorldMeanwhile(t *testing.T) {
	st := &store.Memory{}
	a := open(t, st)
	if err := a.put("workspace/a", "1"); err != nil {
		t.Fatal(err)
	}
	refs, err := st.Refs(t.Context(), "world")
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Commit(t.Context(), store.Change{Refs: []store.Set{{Name: "world", Was: refs[0].Value, Now: []byte(`{"format":99}`)}}}); err != nil {
		t.Fatal(err)
	}
	if err := a.put("workspace/b", "1"); err != nil || !strings.Contains(a.Blobs.Status().Why, "could not be stored") {
		t.Errorf("got %v, %+v, want the edit said to be in memory", err, a.Blobs.Status())
	}
}

// VF-4: what a newer program keeps is no damage: it is left as it is, nothing is written beside
// it, and the page says whose it is. The fields of the newer record are not known here.
func TestNewerWorldAtTheStart(t *testing.T) {
	st := &store.Memory{}
	a := open(t, st)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(a.put("workspace/a", "1"))
	newer := []byte(`{"format":2,"folders":["what nobody here knows"]}`)
	digest := tree.Sum(newer)
	newer = append(append(hex.AppendEncode(nil, digest[:]), '\n'), newer...)
	refs, err := st.Refs(t.Context(), "world")
	must(err)
	must(st.Commit(t.Context(), store.Change{Refs: []store.Set{{Name: "world", Was: refs[0].Value, Now: newer}}}))
	before, err := st.Refs(t.Context(), "")
	must(err)

	late := newPage(st, fresh(t, ""))
	_, problems, err := late.Open()
	if !errors.Is(err, store.ErrNewer) || len(problems) > 0 {
		t.Errorf("got %v, %v, want %v", err, problems, store.ErrNewer)
	}
	must(late.put("workspace/b", "2"))
	after, err := st.Refs(t.Context(), "")
	must(err)
	same := slices.EqualFunc(before, after, func(a, b store.Ref) bool { return a.Name == b.Name && bytes.Equal(a.Value, b.Value) })
	if why := late.Blobs.Status().Why; !same || !strings.HasPrefix(why, "A newer Lily has kept its work") {
		t.Errorf("got %q, refs as they were %t", why, same)
	}
}

// VF-4: why nothing is stored is said as far as it is known.
func TestWhyNothingIsStored(t *testing.T) {
	for err, want := range map[error]string{
		store.ErrGone: "This page can store nothing.",
		fmt.Errorf("%w: another tab has a newer Lily; reload this one", store.ErrGone): "This page can store nothing: another tab has a newer Lily; reload this one.",
		fmt.Errorf("%w; this one is too old", store.ErrNewer):                          "A newer Lily has kept its work in this browser",
		store.ErrFull: "The browser's storage is full",
	} {
		p := newPage(store.Absent{Err: err}, fresh(t, ""))
		_, _, _ = p.Open()
		if got := p.Blobs.Status().Why; !strings.HasPrefix(got, want) {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}

// VF-4, VF-5: what is in memory only is still there after someone else's edit was
// heard of, or met in a refused one.
func TestMemoryOutlivesOthers(t *testing.T) {
	st := &bounded{}
	a := open(t, st)
	if err := a.put("workspace/both", "0"); err != nil {
		t.Fatal(err)
	}
	b := open(t, st)
	st.full = true
	if err := a.put("workspace/mine", "1"); err != nil {
		t.Fatal(err)
	}
	st.full = false
	if err := b.put("workspace/both", "b"); err != nil {
		t.Fatal(err)
	}
	f, err := a.Follow()
	if err != nil {
		t.Fatal(err)
	}
	w, err := f.With(a.world)
	if a.world = w; err != nil || !strings.Contains(a.files(), "workspace/both=b workspace/mine=1") {
		t.Errorf("got %s, %v", a.files(), err)
	}
	if err := b.put("workspace/both", "c"); err != nil {
		t.Fatal(err)
	}
	if err := a.put("workspace/both", "a"); !errors.As(err, new(*persist.Clash)) || !strings.Contains(a.files(), "workspace/both=c workspace/mine=1") {
		t.Errorf("got %s, %v, want the one edit refused", a.files(), err)
	}
}

// slowly is a store whose next commit waits.
type slowly struct {
	store.Store
	began, let chan struct{}
	amid       atomic.Bool
}

func (s *slowly) Commit(ctx ctx, c store.Change) error {
	if s.began != nil {
		s.amid.Store(true)
		close(s.began)
		s.began = nil
		<-s.let
		defer s.amid.Store(false)
	}
	return s.Store.Commit(ctx, c)
}

func (s *slowly) Log(ctx ctx, name string, after int) ([][]byte, error) {
	if s.amid.Load() {
		return nil, errors.New("it is read amid a commit")
	}
	return s.Store.Log(ctx, name, after)
}

// EV-1: a session that is read again waits for what of it is being written.
func TestLoadWaitsForTheCommit(t *testing.T) {
	st := &slowly{Store: &store.Memory{}, let: make(chan struct{})}
	p, id := said(t, st, "/skills")
	began := make(chan struct{})
	st.began = began
	said := make(chan struct{})
	go func() { p.Turn(t.Context(), id, "Hello"); close(said) }()
	<-began
	p.Close(id, errors.New("another tab has taken it over"))
	read := make(chan int)
	go func() {
		events, _, err := p.Load(id)
		if err != nil {
			t.Error(err)
		}
		read <- len(events)
	}()
	for range 100 {
		runtime.Gosched()
	}
	close(st.let)
	n := <-read
	<-said
	if last := start(t, st.Store); len(last.back(t, id)) > 0 || len(last.lines(id)) == 0 {
		t.Errorf("got a damaged session after %d events were read", n)
	}
}

// VF-5: what was not kept when a session was taken away is not written when it comes
// back: the record goes on from what the other program wrote.
func TestTakenAwayAndBack(t *testing.T) {
	st := &store.Memory{}
	a, id := said(t, st, "/skills")
	a.Close(id, errors.New("another tab has taken it over"))
	_, events := a.State(id)
	late := events[len(events)-1]
	late.Seq++
	a.Watch(late) // of a turn that is being stopped
	b := start(t, st)
	b.back(t, id)
	b.say(t, id, "Hello")
	b.Flush()
	a.back(t, id)
	a.Close(id, nil)
	a.say(t, id, "Me again")
	a.Flush()
	c := start(t, st)
	if problems := c.back(t, id); problems != nil || string(c.lines(id)) != string(a.lines(id)) {
		t.Errorf("got %v and\n%s\nwant\n%s", problems, c.lines(id), a.lines(id))
	}
}

// VF-5: a program that was robbed of a session and has not heard of it yet writes
// nothing more of it.
func TestSeize(t *testing.T) {
	st := &store.Memory{}
	a, id := said(t, st, "/skills")
	b := start(t, st)
	if err := b.Seize(id); err != nil {
		t.Fatal(err)
	}
	b.back(t, id)
	a.Turn(t.Context(), id, "Too late")
	a.Flush()
	if err := a.Writer(id); err == nil {
		t.Error("got no reason why it cannot be written any more")
	}
	b.say(t, id, "Now I")
	b.Flush()
	if err := b.Writer(id); err != nil {
		t.Error(err)
	}
	c := start(t, st)
	if problems := c.back(t, id); problems != nil || string(c.lines(id)) != string(b.lines(id)) {
		t.Errorf("got %v and\n%s\nwant\n%s", problems, c.lines(id), b.lines(id))
	}
	a.back(t, id)
	a.Close(id, nil)
	if err := a.Rename(id, "Mine"); err != nil || a.Writer(id) != nil {
		t.Errorf("got %v, %v, want it written here again", err, a.Writer(id))
	}
}

// looking is a store in which someone looks at the refs amid a commit.
type looking struct {
	store.Store
	look func()
}

func (l *looking) Commit(ctx ctx, c store.Change) error {
	if look := l.look; look != nil {
		l.look = nil
		look()
	}
	return l.Store.Commit(ctx, c)
}

// VF-5: a title is kept, whoever looks at the list while it is written.
func TestRenameAmidALook(t *testing.T) {
	st := &looking{Store: &store.Memory{}}
	p, id := said(t, st, "/skills")
	st.look = func() { _ = p.Look() }
	if err := p.Rename(id, "Mine"); err != nil {
		t.Fatal(err)
	}
	p.say(t, id, "Hello")
	p.Flush()
	if list := start(t, st).List(); list[0].Title != "Mine" || p.List()[0].Title != "Mine" {
		t.Errorf("got the title %q kept and %q here", list[0].Title, p.List()[0].Title)
	}
}

// growing is a store in which a session grows, and is looked at, while it is read.
type growing struct {
	store.Store
	grow func()
}

func (g *growing) Log(ctx ctx, name string, after int) ([][]byte, error) {
	list, err := g.Store.Log(ctx, name, after)
	if grow := g.grow; grow != nil {
		g.grow = nil
		grow()
	}
	return list, err
}

// VF-4: a session that grows while it is read is not damaged.
func TestGrowsWhileRead(t *testing.T) {
	st := &store.Memory{}
	a, id := said(t, st, "/skills")
	slow := &growing{Store: st}
	b := start(t, slow)
	slow.grow = func() {
		a.say(t, id, "Hello")
		a.Flush()
		if err := b.Look(); err != nil {
			t.Error(err)
		}
	}
	if problems := b.back(t, id); problems != nil {
		t.Errorf("got %v, want no problem", problems)
	}
}

// VF-5: a first session does not put back files that are being edited.
func TestFirstSessionKeepsEdits(t *testing.T) {
	st := &looking{Store: &store.Memory{}}
	w := fresh(t, "bundled")
	p := newPage(st, w)
	if _, _, err := p.Open(); err != nil {
		t.Fatal(err)
	}
	editor := &program{Engine: core.New(w, tool.Builtin(), core.Ports{Keeper: coretest.Keeper{Saves: p.Save}})}
	q := program{p, start(t, &store.Memory{}).Engine}
	id := q.open(t)
	st.look = func() { editor.writes(t, "workspace/a", "1") }
	_, events := q.State(id)
	for _, ev := range events {
		p.Watch(ev)
	}
	q.say(t, id, "/skills")
	_, all := q.State(id)
	for _, ev := range all[len(events):] {
		p.Watch(ev)
	}
	p.Flush()
	if got := open(t, st).files(); !strings.Contains(got, "workspace/a=1") {
		t.Errorf("got %s", got)
	}
}
