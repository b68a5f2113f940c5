//go:build js && wasm

package idb

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"lily/core/store"
	"lily/core/store/storetest"
	"lily/core/tree"
	"lily/wasm/bridge"
	"lily/wasm/bridge/bridgetest"
)

// run runs JavaScript that gives a promise.
func run(t testing.TB, code string, args ...any) js.Value {
	t.Helper()
	// playwright-free-e2e puts the functions there: the policy allows no code from text.
	v, err := bridge.Await(js.Global().Get("storeTest").Call(code, args...))
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return v
}

// database names a database of a test, which is deleted at its end.
func database(t testing.TB) string {
	name := "test " + t.Name() + fmt.Sprint(js.Global().Get("Math").Call("random").Float())
	t.Cleanup(func() { run(t, "drop", name) })
	return name
}

// Close lets go of a store; after it every method gives [store.ErrGone].
func (s *Store) Close() {
	s.db.Call("close")
	s.lost.Release()
}

func opened(t testing.TB, name string) *Store {
	t.Helper()
	s, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func fresh(t *testing.T) storetest.Open {
	name := database(t)
	return func() store.Store { return opened(t, name) }
}

// VF-4, VF-5: the browser's store keeps the promises of the port.
func TestStoreConforms(t *testing.T) {
	bridgetest.InBrowser(t)
	storetest.Test(t, fresh)
}

// VF-4: what does not fit is refused, and changes nothing. The quota is set outside.
func TestStoreFull(t *testing.T) {
	bridgetest.InBrowser(t)
	if !js.Global().Get("storeTest").Get("quota").Truthy() {
		t.Skip("no quota: TestTheStoreInThePage sets one of 4 MiB")
	}
	storetest.Full(t, fresh(t))
}

func gone(t *testing.T, err error, why string) {
	t.Helper()
	if !errors.Is(err, store.ErrGone) || !strings.Contains(err.Error(), why) {
		t.Errorf("got %v, want %v: %s", err, store.ErrGone, why)
	}
}

func text(s string) store.Blob { return store.Blob{Digest: tree.Sum([]byte(s)), Data: []byte(s)} }

// Each layout becomes the one that ships, with all that it holds.
func TestStoreUpgrade(t *testing.T) {
	bridgetest.InBrowser(t)
	for i, layout := range []string{"1 blobs,logs,refs", "2 blobs,logs,meta,refs"} {
		upgrade(t, i+1, layout)
	}
}

func upgrade(t *testing.T, version int, layout string) {
	name := database(t)
	old, err := openVersion(name, version, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	c := store.Change{
		Blobs: []store.Blob{text("kept")}, Refs: []store.Set{{Name: "r", Now: []byte("1")}},
		Append: []store.Append{{Log: "l", Records: [][]byte{[]byte("a"), []byte("b")}}},
	}
	if err := old.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "layout", name).String(); got != layout {
		t.Errorf("got %s, want %s", got, layout)
	}
	now := opened(t, name) // while the old one is open
	gone(t, old.Commit(t.Context(), store.Change{}), "another tab has a newer Lily")
	<-old.gone
	if got := run(t, "layout", name).String(); got != "5 blobs,drafts,logs,meta,mounts,packs,refs,tables" {
		t.Errorf("got %s, want the fifth layout", got)
	}
	for _, s := range []*Store{now, opened(t, name)} {
		blobs, err := s.Blobs(t.Context(), []tree.Digest{text("kept").Digest})
		if err != nil || string(blobs[0]) != "kept" {
			t.Errorf("got the blob %q, %v", blobs, err)
		}
		refs, err := s.Refs(t.Context(), "")
		if err != nil || len(refs) != 1 || string(refs[0].Value) != "1" {
			t.Errorf("got the refs %q, %v", refs, err)
		}
		log, err := s.Log(t.Context(), "l", 0)
		if err != nil || len(log) != 2 || string(log[1]) != "b" {
			t.Errorf("got the log %q, %v", log, err)
		}
		if made, err := s.Made(); err != nil || made <= 0 || made > time.Now().UnixMilli() {
			t.Errorf("got it made at %d, %v", made, err)
		}
	}
	c.Refs[0].Was, c.Append[0].After = []byte("1"), 2
	if err := now.Commit(t.Context(), c); err != nil {
		t.Error(err)
	}
}

// A tab of an older Lily that does not let go is said, and not waited for.
func TestStoreBlocked(t *testing.T) {
	bridgetest.InBrowser(t)
	name := database(t)
	other := run(t, "hold", name, 1)
	_, err := openVersion(name, 0, 100*time.Millisecond)
	gone(t, err, "another tab holds it open with an older Lily")
	other.Call("close")
	opened(t, name)
}

func TestStoreDoesNotOpen(t *testing.T) {
	bridgetest.InBrowser(t)
	name := database(t)
	run(t, "hold", name, 1000).Call("close")
	_, err := Open(name)
	gone(t, err, "a newer Lily made it")
	for _, c := range []struct{ global, value, why string }{
		{"indexedDB", "nothing", "this browser has no IndexedDB"},
		{"indexedDB", "forbidden", "the browser does not open it: It is forbidden."},
		{"indexedDB", "failing", "the browser does not open it: It is broken."},
		{"indexedDB", "silent", "the browser did not open it in time"},
		{"lilyStore", "nothing", "store.js did not arrive"},
	} {
		back := js.Global().Get("storeTest").Call("replace", c.global, c.value)
		_, err := openVersion("test", 0, 50*time.Millisecond)
		back.Invoke()
		gone(t, err, c.why)
	}
}

// A store that is taken away says so at once and at every call.
func TestStoreGone(t *testing.T) {
	bridgetest.InBrowser(t)
	for _, c := range []struct {
		why  string
		lose func(name string, s *Store)
	}{
		{"another tab deleted it", func(name string, _ *Store) { run(t, "drop", name) }},
		{"another tab has a newer Lily; reload this one", func(name string, _ *Store) { run(t, "hold", name, 1000).Call("close") }},
	} {
		name := database(t)
		s := opened(t, name)
		c.lose(name, s)
		<-s.gone
		gone(t, s.Commit(t.Context(), store.Change{Blobs: []store.Blob{text("x")}}), c.why)
		_, err := s.Blobs(t.Context(), []tree.Digest{{}})
		gone(t, err, c.why)
		_, err = s.Refs(t.Context(), "")
		gone(t, err, c.why)
		_, err = s.Log(t.Context(), "l", 0)
		gone(t, err, c.why)
		_, err = s.Logs(t.Context())
		gone(t, err, c.why)
		_, err = s.Collect(t.Context(), nil, func(tree.Digest) bool { return false })
		gone(t, err, c.why)
	}
	s := opened(t, database(t))
	s.Close()
	gone(t, s.Commit(t.Context(), store.Change{}), "it was closed")
	_, err := s.Made()
	gone(t, err, "it was closed")
}

// What the disk has lost is nil in its place, and a blob is mended by a change that
// holds it.
func TestStoreDamage(t *testing.T) {
	bridgetest.InBrowser(t)
	name := database(t)
	s := opened(t, name)
	c := store.Change{Blobs: []store.Blob{text("a"), text("b")}, Refs: []store.Set{{Name: "r", Now: []byte("1")}}}
	for i := range 5 {
		c.Append = append(c.Append, store.Append{Log: "l", After: i, Records: [][]byte{{byte('0' + i)}}})
	}
	if err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	run(t, "damage", name, bridge.ToJS(c.Blobs[0].Digest[:]))
	log, err := s.Log(t.Context(), "l", 0)
	if err != nil || len(log) != 5 || log[0] != nil || string(log[1]) != "1" || log[2] != nil || log[3] != nil || string(log[4]) != "4" {
		t.Errorf("got %q, %v, want the records 0, 2 and 3 nil", log, err)
	}
	if log, err := s.Log(t.Context(), "l", 2); err != nil || len(log) != 3 || log[1] != nil || string(log[2]) != "4" {
		t.Errorf("got %q, %v, want three places", log, err)
	}
	digests := []tree.Digest{c.Blobs[0].Digest, c.Blobs[1].Digest}
	if got, err := s.Blobs(t.Context(), digests); err != nil || got[0] != nil || string(got[1]) != "b" {
		t.Errorf("got %q, %v, want the first nil", got, err)
	}
	if refs, err := s.Refs(t.Context(), ""); err != nil || len(refs) != 1 || refs[0].Name != "r" || refs[0].Value != nil {
		t.Errorf("got %q, %v, want r without a value", refs, err)
	}
	c.Append = []store.Append{{Log: "l", After: 5, Records: [][]byte{[]byte("5")}}}
	if err := s.Commit(t.Context(), c); err != nil { // its ref was nil, too
		t.Error(err)
	}
	refs, err := s.Refs(t.Context(), "")
	if err != nil || len(refs) != 1 || string(refs[0].Value) != "1" {
		t.Errorf("got %q, %v, want it mended", refs, err)
	}
	if got, err := s.Blobs(t.Context(), digests); err != nil || string(got[0]) != "a" {
		t.Errorf("got %q, %v, want it mended", got, err)
	}
}

// Many blobs are kept as few values, which changes nothing of what is read: not beside another tab, nor where some of
// them are removed, or a pack is lost.
func TestStorePacks(t *testing.T) {
	bridgetest.InBrowser(t)
	name := database(t)
	s, other := opened(t, name), opened(t, name)
	list := func(from, to int) (list []store.Blob) {
		for i := range to - from {
			list = append(list, text(strings.Repeat(fmt.Sprintf("blob %d\n", from+i), (from+i)%900)))
		}
		return list
	}
	kept := func(s *Store, blobs []store.Blob, want int) {
		t.Helper()
		digests := make([]tree.Digest, len(blobs))
		for i, b := range blobs {
			digests[i] = b.Digest
		}
		got, err := s.Blobs(t.Context(), digests)
		n := 0
		for i := range got {
			if got[i] != nil && string(got[i]) != string(blobs[i].Data) {
				t.Fatalf("got %.20q for the blob %.20q", got[i], blobs[i].Data)
			}
			if got[i] != nil {
				n++
			}
		}
		if err != nil || n != want {
			t.Errorf("got %d of %d, %v, want %d", n, len(blobs), err, want)
		}
	}
	commit := func(c store.Change) {
		t.Helper()
		if err := s.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	first, second := list(1, 1500), list(1500, 1600)
	commit(store.Change{Blobs: first})
	commit(store.Change{Blobs: list(1, 3)}) // by themselves
	if got := run(t, "values", name).String(); got != "2 blobs, 21 packs, 21 tables" {
		t.Errorf("got %s, want two blobs and packs of 256 KiB", got)
	}
	kept(other, first, len(first)) // which learns of them so
	commit(store.Change{Blobs: second})
	kept(other, second, len(second))
	kept(other, second[7:8], 1)
	keep := map[tree.Digest]bool{}
	for i, b := range append(list(1, 1500), second...) {
		keep[b.Digest] = i%2 == 0 && i < 1000
	}
	n, err := s.Collect(t.Context(), nil, func(d tree.Digest) bool { return keep[d] })
	if err != nil || n != 1599-500 {
		t.Errorf("got %d removed, %v, want %d", n, err, 1599-500)
	}
	for _, s := range []*Store{s, other, opened(t, name)} {
		kept(s, first, 500)
		kept(s, second, 0)
		kept(s, first[2:3], 1)
		kept(s, first[3:4], 0)
	}
	run(t, "losePacks", name)
	fresh := opened(t, name)
	kept(fresh, first, 1) // that is by itself
	commit(store.Change{Blobs: first, Mends: true})
	for _, s := range []*Store{fresh, opened(t, name)} {
		kept(s, first, len(first))
	}
	if n, err := s.Collect(t.Context(), nil, func(tree.Digest) bool { return false }); err != nil || n != len(first) {
		t.Errorf("got %d removed, %v, want %d", n, err, len(first))
	}
	if got := run(t, "values", name).String(); got != "0 blobs, 0 packs, 0 tables" {
		t.Errorf("got %s, want none", got)
	}
}

// A change is on the disk when it is done, unless it is relaxed.
func TestStoreDurability(t *testing.T) {
	bridgetest.InBrowser(t)
	s := opened(t, database(t))
	back := js.Global().Get("storeTest").Call("spy")
	for _, relaxed := range []bool{false, true} {
		if err := s.Commit(t.Context(), store.Change{Blobs: []store.Blob{text("x")}, Relaxed: relaxed}); err != nil {
			t.Fatal(err)
		}
	}
	if got := back.Invoke().String(); got != "readwrite strict,readwrite relaxed" {
		t.Errorf("got %s", got)
	}
}

// Lists cross the border in pieces of any size, each string with room for itself.
func TestLists(t *testing.T) {
	bridgetest.InBrowser(t)
	big := strings.Repeat("x", pieceBytes)
	for _, want := range [][]string{{}, {""}, {"nil"}, {"a", "nil", "", "b"}, {big, "", "nil", big + "y", "z", "nil"}, {"a", big}} {
		items := [][]byte{}
		for _, w := range want {
			if w == "nil" {
				items = append(items, nil)
			} else {
				items = append(items, []byte(w))
			}
		}
		got := listGo(listJS(items))
		if len(got) != len(items) {
			t.Fatalf("got %d, want %d", len(got), len(items))
		}
		for i := range got {
			if (got[i] == nil) != (items[i] == nil) || string(got[i]) != string(items[i]) || cap(got[i]) != len(got[i]) {
				t.Errorf("%d of %d: got %d bytes, want %d", i, len(got), len(got[i]), len(items[i]))
			}
		}
	}
}
