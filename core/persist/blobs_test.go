package persist

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

// counting is a store that counts the blobs that it is given.
type counting struct {
	store.Memory
	mu      sync.Mutex
	commits []int
	mends   bool // the last one
}

func (c *counting) Commit(ctx context.Context, change store.Change) error {
	c.mu.Lock()
	c.commits = append(c.commits, len(change.Blobs))
	c.mends = change.Mends
	c.mu.Unlock()
	return c.Memory.Commit(ctx, change)
}

// many is a tree of files with a text each.
func many(t *testing.T, n int) (all tree.Tree) {
	t.Helper()
	var b tree.Builder
	for i := range n {
		if err := b.Put(fmt.Sprintf("d%d/f", i), fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}

// VF-4: a big tree goes in pieces but for the last, and what is kept is not written twice.
func TestBlobsInPieces(t *testing.T) {
	st := &counting{}
	b := newBlobs(st)
	all := many(t, 4200) // each a file and a folder, and the root
	last, err := b.keepAll(all)
	if err == nil {
		err = b.keep(last, store.Change{})
	}
	if want := []int{4000, 4000, 401}; err != nil || !slices.Equal(st.commits, want) {
		t.Errorf("got commits of %v blobs, %v, want %v", st.commits, err, want)
	}
	if list, err := b.keepAll(all); err != nil || list != nil {
		t.Errorf("got %d blobs of a tree that is kept, %v", len(list), err)
	}
	other := newBlobs(st)
	if other.found(all, false); !other.whole(all.Digest()) {
		t.Error("got a tree that was opened written again")
	}
}

// VF-4: a file that is lost is written again when someone has it, and till then no folder
// is taken for whole.
func TestBlobsLost(t *testing.T) {
	st := &counting{}
	b := newBlobs(st)
	all := many(t, 2)
	b.found(all, false)
	f, _ := all.File("d1/f")
	b.Lost([]tree.Digest{f.Digest()})
	if b.whole(all.Digest()) || b.has(f) {
		t.Error("got what is lost taken for kept")
	}
	if err := b.keep([]tree.Blob{f}, store.Change{}); err != nil || !b.has(f) || !st.mends {
		t.Errorf("got %v, mends %t, want it kept again, which says that it mends", err, st.mends)
	}
}

// Whoever uses them at once: each status is told, and none is left over.
func TestBlobsAtOnce(t *testing.T) {
	b := newBlobs(&counting{})
	var mu sync.Mutex
	told := 0
	b.Told = func(Status) { mu.Lock(); told++; mu.Unlock() }
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			f := tree.NewBlob(fmt.Append(nil, i))
			if err := b.keep([]tree.Blob{f}, store.Change{}); err != nil || !b.has(f) {
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	if s := b.Status(); s != (Status{}) || told < 2 {
		t.Errorf("got %+v after %d", s, told)
	}
}
