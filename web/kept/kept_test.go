package kept_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/store"
	"lily/core/store/storetest"
	"lily/core/tree"
	"lily/web/kept"
)

func open(t testing.TB, dir string) *kept.Store {
	t.Helper()
	s, err := kept.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// VF-4: the store on a disk keeps the promises of the port, to several programs at once.
func TestStore(t *testing.T) {
	storetest.Test(t, func(t *testing.T) storetest.Open {
		dir := filepath.Join(t.TempDir(), "lily")
		return func() store.Store { return open(t, dir) }
	})
}

// step is what the tests keep, the n-th time: a blob, a record and a ref that says how often.
func step(n int) store.Change {
	c := store.Change{Append: []store.Append{{Log: "log", After: n, Records: [][]byte{fmt.Appendf(nil, "record %d\nof many", n)}}}}
	c.Refs = []store.Set{{Name: "n", Now: fmt.Append(nil, n+1)}}
	if n > 0 {
		c.Refs[0].Was = fmt.Append(nil, n)
	}
	data := blob(n)
	c.Blobs = []store.Blob{{Digest: tree.Sum(data), Data: data}}
	return c
}

func blob(n int) []byte { return []byte(strings.Repeat(fmt.Sprintf("blob %d ", n), 1+100*(n%40))) }

func steps(t testing.TB, s *kept.Store, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		c := step(n)
		c.Relaxed = n%2 > 0
		if err := s.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
}

// whole checks that a store has just so many steps, and returns how many.
func whole(t testing.TB, s *kept.Store) int {
	t.Helper()
	log, err := s.Log(t.Context(), "log", 0)
	if err != nil {
		t.Fatal(err)
	}
	refs, err := s.Refs(t.Context(), "n")
	if err != nil || len(refs) != min(1, len(log)) || len(refs) > 0 && string(refs[0].Value) != fmt.Sprint(len(log)) {
		t.Fatalf("got %d records, and %v, %v of them", len(log), refs, err)
	}
	var digests []tree.Digest
	for n, r := range log {
		if want := step(n).Append[0].Records[0]; string(r) != string(want) {
			t.Fatalf("the record %d: got %q, want %q", n, r, want)
		}
		digests = append(digests, tree.Sum(blob(n)))
	}
	blobs, err := s.Blobs(t.Context(), digests)
	if err != nil {
		t.Fatal(err)
	}
	for n, b := range blobs {
		if string(b) != string(blob(n)) {
			t.Fatalf("the blob %d: got %d bytes, want %d", n, len(b), len(blob(n)))
		}
	}
	return len(log)
}

// A head grows with what is there, and not with all that was.
func TestHeadStaysSmall(t *testing.T) {
	dir := t.TempDir()
	s, other := open(t, dir), open(t, dir)
	steps(t, s, 0, 600)
	info, err := os.Stat(filepath.Join(dir, "head"))
	if err != nil || info.Size() > 70<<10 {
		t.Errorf("got a head of %d bytes, %v", info.Size(), err)
	}
	if n := whole(t, other); n != 600 {
		t.Errorf("got %d steps, want 600", n)
	}
	steps(t, other, 600, 605)
	if n := whole(t, s); n != 605 {
		t.Errorf("got %d steps, want 605", n)
	}
}

// What is kept is its owner's alone, also where a folder was there before.
func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "lily")
	if err := os.MkdirAll(filepath.Join(dir, "logs"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	steps(t, s, 0, 3)
	lock, err := s.Hold("a session")
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	seen := 0
	err = filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		info, failed := e.Info()
		if seen++; failed != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, want %v", at, info.Mode(), want)
		}
		return err
	})
	if err != nil || seen < 9 {
		t.Errorf("got %d files, %v", seen, err)
	}
}

// A name is held by one at a time, and by nobody once it is let go of.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	s, other := open(t, dir), open(t, dir)
	lock, err := s.Hold("../s1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Hold("../s1"); !errors.Is(err, kept.ErrHeld) {
		t.Errorf("got %v, want it held", err)
	}
	if other.Alone() || !s.Alone(lock) {
		t.Error("got the other one alone, or not the one who holds all")
	}
	lock.Release()
	if !other.Alone() {
		t.Error("got nobody alone after it was let go of")
	}
	again, err := other.Hold("../s1")
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
}

// What a newer Lily has made is left as it is.
func TestNewer(t *testing.T) {
	dir := t.TempDir()
	head := string(sealed(`{"format":2}`))
	if err := os.WriteFile(filepath.Join(dir, "head"), []byte(head), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Open(dir); !errors.Is(err, store.ErrNewer) {
		t.Errorf("got %v, want %v", err, store.ErrNewer)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "head")); string(data) != head || err != nil {
		t.Errorf("got %q, %v, want it as it was", data, err)
	}
}

// A place that no store can be in is said to be none.
func TestNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if _, err := kept.Open(dir); !errors.Is(err, store.ErrGone) {
			t.Errorf("%s: got %v, want %v", dir, err, store.ErrGone)
		}
	}
}

// sealed is a line of a head.
func sealed(text string) []byte {
	d := tree.Sum([]byte(text))
	return fmt.Appendf(nil, "%x %s\n", d[:], text)
}
