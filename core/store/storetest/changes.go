package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

func logs(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Append: []store.Append{add("l", 0, "a", "", "c"), add("k", 0, "other"), add("l", 3, "d")}})
	u.commit(store.Change{Append: []store.Append{add("l", 4, "\x00\xff"), {Log: "l", After: 5, Records: [][]byte{nil}}}})
	all := []string{"a", "", "c", "d", "\x00\xff", ""}
	for after := range all {
		u.hasLog("l", after, all[after:]...)
	}
	u.hasLog("l", len(all))
	u.hasLog("l", 1000)
	u.hasLog("k", 0, "other")
	u.hasLog("m", 0)
	u.hasRefs("")
	long := store.Append{Log: "long"}
	var want []string
	for i := range 1500 {
		want = append(want, fmt.Sprintf("record %d", i))
	}
	for part := range slices.Chunk(want, 500) {
		long = add("long", long.After+len(long.Records), part...)
		u.commit(store.Change{Append: []store.Append{long}})
	}
	u.hasLog("long", 0, want...)
	u.hasLog("long", 1234, want[1234:]...)
}

// appends: a log grows only from where it ends.
func appends(t *testing.T, open Open) {
	u := use(t, open)
	u.refused("l", store.Change{Append: []store.Append{add("l", 1, "x")}})
	u.commit(store.Change{Append: []store.Append{add("l", 0, "a", "b")}})
	for _, after := range []int{0, 1, 3, 1 << 40} {
		u.refused("l", store.Change{Append: []store.Append{add("l", after, "x")}})
	}
	u.refused("l", store.Change{Append: []store.Append{add("l", 1)}})
	u.refused("l", store.Change{Append: []store.Append{add("l", 2, "c"), add("l", 2, "d")}})
	u.hasLog("l", 0, "a", "b")
	u.commit(store.Change{Append: []store.Append{add("l", 2), add("none", 0)}})
	u.hasLog("l", 0, "a", "b")
	u.hasLog("none", 0)
}

func drop(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Append: []store.Append{add("l", 0, "a", "b", "c"), add("la", 0, "other"), add("", 0, "unnamed")}})
	u.commit(store.Change{Drop: []string{"l", "none"}})
	u.hasLog("l", 0)
	u.hasLog("la", 0, "other")
	u.refused("l", store.Change{Append: []store.Append{add("l", 3, "d")}})
	u.commit(store.Change{Append: []store.Append{add("l", 0, "new")}})
	u.hasLog("l", 0, "new")
	u.commit(store.Change{Drop: []string{"l", ""}, Append: []store.Append{add("l", 0, "1", "2")}})
	u.hasLog("l", 0, "1", "2")
	u.hasLog("", 0)
	u.refused("l", store.Change{Drop: []string{"l"}, Append: []store.Append{add("l", 2, "3")}})
	u.hasLog("l", 0, "1", "2")
}

func logNames(t *testing.T, open Open) {
	u := use(t, open)
	u.hasLogs()
	u.commit(store.Change{Append: []store.Append{add("l", 0, "a", "b"), add("none", 0), add("", 0, "x"), add("la", 0, "x"), add("\xff\x00", 0, "x")}, Refs: []store.Set{set("r", nil, "1")}})
	u.hasLogs("", "l", "la", "\xff\x00")
	u.commit(store.Change{Drop: []string{"l", ""}, Append: []store.Append{add("k", 0, "x"), add("la", 1, "y")}})
	u.hasLogs("k", "la", "\xff\x00")
}

// whole: one change has parts of every kind.
func whole(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Append: []store.Append{add("old", 0, "a")}})
	b := blob(value("blob"))
	u.commit(store.Change{
		Blobs: []store.Blob{b}, Refs: []store.Set{set("world", nil, "root"), set("session/1", nil, "1")},
		Append: []store.Append{add("session/1", 0, "e1", "e2")}, Drop: []string{"old"}, Relaxed: true,
	})
	u.has(b)
	u.hasRefs("", "session/1=1", "world=root")
	u.hasLog("session/1", 0, "e1", "e2")
	u.hasLog("old", 0)
}

// conflict: nothing is kept of a change that is refused, whichever part of it is.
func conflict(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Refs: []store.Set{set("r", nil, "1")}, Append: []store.Append{add("l", 0, "a"), add("k", 0, "k")}})
	b := blob(value("new"))
	good := store.Change{
		Blobs: []store.Blob{b}, Refs: []store.Set{set("r", value("1"), "2"), set("s", nil, "x")},
		Append: []store.Append{add("l", 1, "b"), add("m", 0, "m")}, Drop: []string{"k"},
	}
	badRef, badLog := good, good
	badRef.Refs = append(slices.Clone(good.Refs), set("t", value("?"), "x"))
	badLog.Append = append(slices.Clone(good.Append), add("n", 5, "x"))
	u.refused("t", badRef)
	u.refused("n", badLog)
	u.hasNone(b)
	u.hasRefs("", "r=1")
	u.hasLog("l", 0, "a")
	u.hasLog("k", 0, "k")
	u.hasLog("m", 0)
	u.commit(good)
	u.has(b)
	u.hasRefs("", "r=2", "s=x")
	u.hasLog("l", 0, "a", "b")
	u.hasLog("k", 0)
}

func collect(t *testing.T, open Open) {
	u := use(t, open)
	var kept, lost []store.Blob
	for i := range 3000 {
		if b := blob(bytesOf(i, 10)); i%3 == 0 {
			kept = append(kept, b)
		} else {
			lost = append(lost, b)
		}
	}
	u.commit(store.Change{Blobs: append(slices.Clone(kept), lost...), Refs: []store.Set{set("r", nil, "1")}, Append: []store.Append{add("l", 0, "a")}})
	keep := map[tree.Digest]bool{{1, 2, 3}: true} // and one that is not there
	for _, b := range kept {
		keep[b.Digest] = true
	}
	for _, r := range []store.Ref{{Name: "r", Value: []byte("2")}, {Name: "r"}, {Name: "q", Value: []byte{}}} {
		_, err := u.Collect(u.ctx, []store.Ref{{Name: "r", Value: []byte("1")}, r}, func(tree.Digest) bool { return false })
		if moved := new(store.Conflict); !errors.As(err, &moved) || moved.Name != r.Name {
			t.Errorf("got %v while %s is not %q, want a conflict", err, r.Name, r.Value)
		}
	}
	u.has(kept...)
	u.has(lost...)
	for _, want := range []int{len(lost), 0} {
		if n, err := u.Collect(u.ctx, []store.Ref{{Name: "r", Value: []byte("1")}, {Name: "q"}}, func(d tree.Digest) bool { return keep[d] }); n != want || err != nil {
			t.Errorf("got %d removed, %v, want %d", n, err, want)
		}
	}
	u.has(kept...)
	u.hasNone(lost...)
	u.hasRefs("", "r=1")
	u.hasLog("l", 0, "a")
	u.commit(store.Change{Blobs: lost[:1]})
	u.has(lost[0])
}

// oneOfTwo: of two changes that build on the same, one is done and one refused.
func oneOfTwo(t *testing.T, open Open) {
	u, other := use(t, open), use(t, open)
	for i := range 20 {
		errs := make(chan error)
		for by, v := range []user{u, other} {
			go func() {
				errs <- v.Commit(v.ctx, store.Change{
					Blobs:  []store.Blob{blob(bytesOf(2*i+by, 100))},
					Refs:   []store.Set{set(fmt.Sprint("r", i), nil, fmt.Sprint(by))},
					Append: []store.Append{add("l", i, fmt.Sprint(by))},
				})
			}()
		}
		var conflict *store.Conflict
		first, second := <-errs, <-errs
		if (first == nil) == (second == nil) || !errors.As(errors.Join(first, second), &conflict) {
			t.Fatalf("got %v and %v, want one done and one refused", first, second)
		}
		log, err := u.Log(u.ctx, "l", i)
		if err != nil || len(log) != 1 {
			t.Fatalf("got %d new records, %v, want 1", len(log), err)
		}
		winner, _ := strconv.Atoi(string(log[0]))
		u.hasRefs(fmt.Sprint("r", i), fmt.Sprintf("r%d=%d", i, winner))
		u.has(blob(bytesOf(2*i+winner, 100)))
		u.hasNone(blob(bytesOf(2*i+1-winner, 100)))
	}
}

// counting: whoever is refused looks again, and no step is lost.
func counting(t *testing.T, open Open) {
	const each = 10
	users := []user{use(t, open), use(t, open)}
	users = append(users, users[0], users[1])
	errs := make(chan error)
	for _, u := range users {
		go func() { errs <- count(u, each) }()
	}
	for range users {
		if err := <-errs; err != nil {
			t.Errorf("got %v", err)
		}
	}
	users[0].hasRefs("", fmt.Sprintf("n=%d", each*len(users)))
	if log, err := users[1].Log(users[1].ctx, "l", 0); err != nil || len(log) != each*len(users) {
		t.Errorf("got %d records, %v, want %d", len(log), err, each*len(users))
	}
}

// count adds one to a ref and a record to a log, so many times.
func count(u user, times int) error {
	for done := 0; done < times; {
		list, err := u.Refs(u.ctx, "n")
		if err != nil {
			return err
		}
		var was []byte
		n := 0
		if len(list) > 0 {
			was = list[0].Value
			n, _ = strconv.Atoi(string(was))
		}
		err = u.Commit(u.ctx, store.Change{Refs: []store.Set{set("n", was, fmt.Sprint(n+1))}, Append: []store.Append{add("l", n, "x")}, Relaxed: true})
		var conflict *store.Conflict
		if err == nil {
			done++
		} else if !errors.As(err, &conflict) {
			return err
		}
	}
	return nil
}

// contexts: what is over before it begins is not begun, and a change that is told to end is done or not, as it says.
func contexts(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Blobs: []store.Blob{blob(value("b"))}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, blobs := u.Blobs(ctx, []tree.Digest{tree.Sum(value("b"))})
	_, refs := u.Refs(ctx, "")
	_, log := u.Log(ctx, "l", 0)
	_, names := u.Logs(ctx)
	_, removed := u.Collect(ctx, nil, func(tree.Digest) bool { return false })
	commit := u.Commit(ctx, store.Change{Refs: []store.Set{set("r", nil, "1")}})
	for _, err := range []error{blobs, refs, log, names, removed, commit} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
	u.hasRefs("")
	u.has(blob(value("b")))
	for i := range 10 {
		ctx, cancel := context.WithCancel(context.Background())
		b := blob(bytesOf(i, 1<<18))
		go cancel()
		switch err := u.Commit(ctx, store.Change{Blobs: []store.Blob{b}}); {
		case err == nil:
			u.has(b)
		case errors.Is(err, context.Canceled):
			u.hasNone(b)
		default:
			t.Errorf("got %v, want it done or %v", err, context.Canceled)
		}
	}
}

// twice: what one program changed, another that has the store open sees.
func twice(t *testing.T, open Open) {
	u, other := use(t, open), use(t, open)
	b := blob(value("b"))
	u.commit(store.Change{Blobs: []store.Blob{b}, Refs: []store.Set{set("r", nil, "1")}, Append: []store.Append{add("l", 0, "a")}})
	other.has(b)
	other.hasRefs("", "r=1")
	other.hasLog("l", 0, "a")
	other.refused("r", store.Change{Refs: []store.Set{set("r", nil, "2")}})
	other.commit(store.Change{Refs: []store.Set{set("r", value("1"), "2")}})
	u.refused("r", store.Change{Refs: []store.Set{set("r", value("1"), "3")}})
	u.hasRefs("", "r=2")
}
