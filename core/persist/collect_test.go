package persist_test

import (
	"errors"
	"strings"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

// clearing is a store in which something happens just before what nothing names is
// removed, or before the first commit.
type clearing struct {
	store.Store
	before, commit func()
}

func (c *clearing) Collect(ctx ctx, while []store.Ref, keep func(tree.Digest) bool) (int, error) {
	c.before()
	return c.Store.Collect(ctx, while, keep)
}

func (c *clearing) Commit(ctx ctx, change store.Change) error {
	if before := c.commit; before != nil {
		c.commit = nil
		before()
	}
	return c.Store.Commit(ctx, change)
}

// VF-4, VF-5: a program that begins while another one works out what to remove loses
// nothing that it has kept: neither what a record names, nor what none names yet.
func TestCollectNoticesAStart(t *testing.T) {
	mem := &store.Memory{}
	if err := errors.Join(open(t, mem).put("workspace/a", "1"), open(t, mem).put("workspace/a", "2"), open(t, mem).put("workspace/a", "3")); err != nil {
		t.Fatal(err)
	}
	piece := store.Blob{Digest: tree.Sum([]byte("a piece of an edit")), Data: []byte("a piece of an edit")}
	var other *page
	st := &clearing{Store: mem, before: func() {
		other = open(t, mem)
		other.Due()
		err := errors.Join(other.put("workspace/b", "new"), mem.Commit(t.Context(), store.Change{Blobs: []store.Blob{piece}}))
		if err != nil {
			t.Fatal(err)
		}
	}}
	p := open(t, st)
	p.Due()
	n, err := p.Collect()
	if moved := new(store.Conflict); n != 0 || !errors.As(err, &moved) {
		t.Errorf("got %d removed, %v, want none", n, err)
	}
	if got := open(t, mem).files(); !strings.Contains(got, "workspace/a=3 workspace/b=new") {
		t.Errorf("got %s", got)
	}
	if got, _ := mem.Blobs(t.Context(), []tree.Digest{piece.Digest}); got[0] == nil {
		t.Error("a piece of an edit that is being kept was removed")
	}
	st.before = func() {}
	again := open(t, st)
	again.Due()
	if n, err := again.Collect(); n == 0 || err != nil {
		t.Errorf("got %d removed, %v at the next start, want some", n, err)
	}
	if got := open(t, mem).files(); !strings.Contains(got, "workspace/a=3 workspace/b=new") {
		t.Errorf("got %s", got)
	}
}

// VF-4: a session that was deleted stays whole where another program began meanwhile.
func TestCollectLeavesSessions(t *testing.T) {
	mem := &store.Memory{}
	p, id := said(t, mem, "/skills")
	if err := p.Delete(id); err != nil {
		t.Fatal(err)
	}
	a := open(t, mem)
	if !a.Due() {
		t.Error("got no time to clear after a session was deleted")
	}
	open(t, mem).Due()
	if n, err := a.Collect(); n != 0 || err == nil {
		t.Errorf("got %d removed, %v, want none", n, err)
	}
	b := start(t, mem)
	if err := b.Restore(id); err != nil {
		t.Fatal(err)
	}
	if problems := b.back(t, id); problems != nil || string(b.lines(id)) != string(p.lines(id)) {
		t.Errorf("got %v and\n%s", problems, b.lines(id))
	}
}

// VF-5: of two programs that begin at once both are counted.
func TestBothStartsCount(t *testing.T) {
	mem := &store.Memory{}
	st := &clearing{Store: mem}
	a := open(t, st)
	st.commit = func() { open(t, mem).Due() }
	a.Due()
	refs, err := mem.Refs(t.Context(), "starts")
	if err != nil || len(refs) != 1 || string(refs[0].Value) != "2" {
		t.Errorf("got %q, %v, want both starts counted", refs, err)
	}
}
