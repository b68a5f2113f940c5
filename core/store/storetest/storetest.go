// Package storetest is the conformance suite of the port [store.Store], as
// testing/fstest is that of io/fs.
//
// It promises that an implementation which passes keeps every promise of the port
// that can be seen through it. What a crash leaves, and what damage looks like, each
// kind of store shows in tests of its own. Only tests import it.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

// Open opens a store. The first call of one finds it empty, and each further call is
// another program that has the same store open.
type Open func() store.Store

// Test runs every part of the suite. Each call of fresh is a new store.
func Test(t *testing.T, fresh func(*testing.T) Open) {
	t.Helper()
	for _, part := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"empty", empty},
		{"blobs", blobs},
		{"many blobs", many},
		{"a big blob", big},
		{"refs", refs},
		{"compare and set", compareAndSet},
		{"prefixes", prefixes},
		{"logs", logs},
		{"append", appends},
		{"drop", drop},
		{"names of logs", logNames},
		{"one change", whole},
		{"a conflict", conflict},
		{"names", names},
		{"own bytes", ownBytes},
		{"collect", collect},
		{"one of two", oneOfTwo},
		{"counting", counting},
		{"context", contexts},
		{"open twice", twice},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, fresh(t)) })
	}
}

// Full checks that a store which has room for less than 8 MiB, and for more than 64
// KiB, refuses what is too much, changes nothing then, and goes on.
func Full(t *testing.T, open Open) {
	t.Helper()
	u := use(t, open)
	u.commit(store.Change{Refs: []store.Set{set("r", nil, "1")}, Append: []store.Append{add("l", 0, "a")}})
	much := store.Change{
		Refs:   []store.Set{set("r", value("1"), "2"), set("s", nil, "new")},
		Append: []store.Append{add("l", 1, "b"), add("m", 0, "new")},
	}
	for i := range 32 {
		much.Blobs = append(much.Blobs, blob(bytesOf(i, 256<<10)))
	}
	if err := u.Commit(u.ctx, much); !errors.Is(err, store.ErrFull) {
		t.Fatalf("8 MiB: got %v, want %v", err, store.ErrFull)
	}
	u.hasNone(much.Blobs...)
	u.hasRefs("", "r=1")
	u.hasLog("l", 0, "a")
	u.hasLog("m", 0)
	little := blob([]byte("little"))
	u.commit(store.Change{Blobs: []store.Blob{little}, Refs: []store.Set{set("r", value("1"), "2")}})
	u.has(little)
	u.hasRefs("", "r=2")
}

type user struct {
	*testing.T
	store.Store
	ctx context.Context
}

func use(t *testing.T, open Open) user { return user{t, open(), context.Background()} }

func (u user) commit(c store.Change) {
	u.Helper()
	if err := u.Commit(u.ctx, c); err != nil {
		u.Fatalf("a change of %d blobs, %d refs and %d logs: got %v, want it done", len(c.Blobs), len(c.Refs), len(c.Append), err)
	}
}

// refused is a change that someone else's change of a name makes impossible.
func (u user) refused(name string, c store.Change) {
	u.Helper()
	var conflict *store.Conflict
	if err := u.Commit(u.ctx, c); !errors.As(err, &conflict) || conflict.Name != name {
		u.Errorf("got %v, want a conflict about %q", err, name)
	}
}

func (u user) blobs(list ...store.Blob) [][]byte {
	u.Helper()
	digests := make([]tree.Digest, len(list))
	for i, b := range list {
		digests[i] = b.Digest
	}
	got, err := u.Blobs(u.ctx, digests)
	if err != nil || len(got) != len(list) {
		u.Fatalf("got %d blobs, %v, want %d places", len(got), err, len(list))
	}
	return got
}

func (u user) has(list ...store.Blob) {
	u.Helper()
	for i, data := range u.blobs(list...) {
		if data == nil || string(data) != string(list[i].Data) {
			u.Errorf("the blob %d of %d: got %d bytes (nil: %t), want %d and the same", i, len(list), len(data), data == nil, len(list[i].Data))
		}
	}
}

func (u user) hasNone(list ...store.Blob) {
	u.Helper()
	for i, data := range u.blobs(list...) {
		if data != nil {
			u.Errorf("the blob %d of %d: got %d bytes, want none", i, len(list), len(data))
		}
	}
}

// hasRefs compares with refs as name=value.
func (u user) hasRefs(prefix string, want ...string) {
	u.Helper()
	list, err := u.Refs(u.ctx, prefix)
	got := []string{}
	for _, r := range list {
		if r.Value == nil {
			u.Errorf("%q: got a ref without a value", r.Name)
		}
		got = append(got, r.Name+"="+string(r.Value))
	}
	u.same("refs from "+prefix, got, want, err)
}

func (u user) same(what string, got, want []string, err error) {
	u.Helper()
	if err != nil || !slices.Equal(got, want) {
		u.Errorf("%q: got %q, %v, want %q", what, got, err, want)
	}
}

func (u user) hasLog(name string, after int, want ...string) {
	u.Helper()
	list, err := u.Log(u.ctx, name, after)
	got := []string{}
	for i, r := range list {
		if r == nil {
			u.Errorf("%q: the record %d is nil", name, after+i)
		}
		got = append(got, string(r))
	}
	u.same(fmt.Sprintf("the log %s after %d", name, after), got, want, err)
}

func (u user) hasLogs(want ...string) {
	u.Helper()
	got, err := u.Logs(u.ctx)
	u.same("the logs", got, want, err)
}

func value(text string) []byte { return []byte(text) }

// set sets a text; was is nil or a value.
func set(name string, was []byte, now string) store.Set {
	return store.Set{Name: name, Was: was, Now: value(now)}
}

func add(log string, after int, texts ...string) store.Append {
	a := store.Append{Log: log, After: after}
	for _, text := range texts {
		a.Records = append(a.Records, value(text))
	}
	return a
}

func blob(data []byte) store.Blob { return store.Blob{Digest: tree.Sum(data), Data: data} }

// bytesOf gives so many bytes that do not pack well, and other ones for each number that they have room for.
func bytesOf(seed, size int) []byte {
	data := fmt.Appendf(nil, "%d:", seed)
	for x := uint32(seed)*2654435761 + 1; len(data) < size; {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		data = append(data, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	return data[:size]
}
