package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

func empty(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{})
	u.hasNone(blob(nil), blob([]byte("x")))
	if got := u.blobs(); len(got) != 0 {
		t.Errorf("got %d blobs, want none", len(got))
	}
	u.hasRefs("")
	u.hasLog("", 0)
	u.hasLog("l", 7)
	if n, err := u.Collect(u.ctx, nil, func(tree.Digest) bool { return false }); n != 0 || err != nil {
		t.Errorf("got %d removed, %v, want none", n, err)
	}
}

// blobs: each in its place, also where one is asked twice or is not there. The
// bytes are not compared with the digest.
func blobs(t *testing.T, open Open) {
	u := use(t, open)
	a, b, none := blob([]byte("a")), blob([]byte{0, 0xff, 0x80, 0}), blob([]byte("none"))
	nothing, untrue := blob(nil), store.Blob{Digest: tree.Digest{0xff, 1}, Data: []byte("another's bytes")}
	zero := store.Blob{Data: []byte("the zero digest")}
	u.commit(store.Change{Blobs: []store.Blob{a, b, nothing, untrue, zero, a}})
	u.has(b, a, nothing, zero, untrue, a, b)
	got := u.blobs(none, a, none, nothing)
	if got[0] != nil || string(got[1]) != "a" || got[2] != nil || got[3] == nil || len(got[3]) != 0 {
		t.Errorf("got %q, want a and an empty one between what is not there", got)
	}
	u.commit(store.Change{Blobs: []store.Blob{a, none}})
	u.has(a, none, b)
}

func many(t *testing.T, open Open) {
	u := use(t, open)
	var list []store.Blob
	for i := range 10_000 {
		list = append(list, blob(bytesOf(i, i%300)))
	}
	u.commit(store.Change{Blobs: list, Refs: []store.Set{set("root", nil, "all")}})
	slices.Reverse(list)
	u.has(list...)
	u.hasRefs("", "root=all")
}

func big(t *testing.T, open Open) {
	u := use(t, open)
	b, c := blob(bytesOf(1, 16<<20)), blob(bytesOf(2, 3<<20))
	u.commit(store.Change{Blobs: []store.Blob{b, blob(value("small")), c}})
	u.has(c, blob(value("small")), b)
	long := string(bytesOf(3, 2<<20))
	u.commit(store.Change{Refs: []store.Set{set("r", nil, long)}, Append: []store.Append{add("l", 0, "a", long, "b")}})
	u.hasRefs("", "r="+long)
	u.hasLog("l", 0, "a", long, "b")
}

func refs(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Refs: []store.Set{set("b", nil, "1"), set("a", nil, ""), set("c", nil, "\x00\xff")}})
	u.hasRefs("", "a=", "b=1", "c=\x00\xff")
	u.commit(store.Change{Refs: []store.Set{set("b", value("1"), "2"), {Name: "c", Was: value("\x00\xff")}}})
	u.hasRefs("", "a=", "b=2")
	u.commit(store.Change{Refs: []store.Set{set("a", value(""), "1"), set("a", value("1"), "2"), set("c", nil, "again")}})
	u.hasRefs("", "a=2", "b=2", "c=again")
	u.commit(store.Change{Refs: []store.Set{{Name: "a", Was: value("2"), Now: value("2")}, {Name: "none"}}})
	u.hasRefs("", "a=2", "b=2", "c=again")
}

// compareAndSet: what was is compared whole, and an empty value is one.
func compareAndSet(t *testing.T, open Open) {
	u := use(t, open)
	u.commit(store.Change{Refs: []store.Set{set("r", nil, "1"), set("e", nil, "")}})
	for _, s := range []store.Set{
		set("r", nil, "x"), set("r", value(""), "x"), set("r", value("12"), "x"), set("r", value("2"), "x"),
		{Name: "r"},
		{Name: "r", Was: value("2")},
		set("e", nil, "x"),
		{Name: "e"},
		set("none", value(""), "x"), set("none", value("1"), "x"),
		{Name: "none", Was: value("1")},
	} {
		u.refused(s.Name, store.Change{Refs: []store.Set{s}})
		u.hasRefs("", "e=", "r=1")
	}
}

// prefixes: bytes sort, and not letters of any encoding.
func prefixes(t *testing.T, open Open) {
	u := use(t, open)
	sorted := []string{"", "\x00", "A", "a", "a\x00", "a/", "a/1", "a/10", "a/2", "aa", "b", "z\xff", "z\xff\xff", "\u00e9", "\uffee", "\U0001f600", "\xff", "\xff\x00", "\xff\xff"}
	var sets []store.Set
	for i, name := range sorted {
		sets = append(sets, set(sorted[len(sorted)-1-i], nil, "v"))
		for _, before := range sorted[:i] {
			if before >= name {
				t.Fatalf("%q and %q are not sorted", before, name)
			}
		}
	}
	u.commit(store.Change{Refs: sets})
	for _, prefix := range append(slices.Clone(sorted), "none", "a/10x", "z", "\xf0", "\xff\xff\xff") {
		var want []string
		for _, name := range sorted {
			if strings.HasPrefix(name, prefix) {
				want = append(want, name+"=v")
			}
		}
		u.hasRefs(prefix, want...)
	}
}

func names(t *testing.T, open Open) {
	u := use(t, open)
	for i, name := range []string{"", "\x00", "\xff\xfe", "\xed\xa0\x80", "é", "e\u0301", "a/../b", "__proto__", "\u202e", strings.Repeat("long", 500)} {
		text := fmt.Sprint(i)
		u.commit(store.Change{Refs: []store.Set{set(name, nil, text)}, Append: []store.Append{add(name, 0, text)}})
		u.hasLog(name, 0, text)
		u.refused(name, store.Change{Append: []store.Append{add(name, 0, "x")}})
		u.refused(name, store.Change{Refs: []store.Set{set(name, nil, "x")}})
	}
	if list, err := u.Refs(u.ctx, ""); len(list) != 10 || err != nil {
		t.Errorf("got %d refs, %v, want 10", len(list), err)
	}
}

// ownBytes: what was given and what was returned can be changed without effect.
func ownBytes(t *testing.T, open Open) {
	u := use(t, open)
	data := []byte("blob!")
	b, s, a := blob(data), set("r", nil, "value"), add("l", 0, "record")
	c := store.Change{Blobs: []store.Blob{b}, Refs: []store.Set{s}, Append: []store.Append{a}}
	u.commit(c)
	spoil(data, s.Now, a.Records[0])
	kept := store.Blob{Digest: b.Digest, Data: []byte("blob!")}
	for range 2 {
		u.has(kept, kept)
		u.hasRefs("", "r=value")
		u.hasLog("l", 0, "record")
		list, _ := u.Refs(u.ctx, "")
		log, _ := u.Log(u.ctx, "l", 0)
		got := u.blobs(kept, kept)
		spoil(list[0].Value, log[0], got[0])
		if string(got[1]) != "blob!" {
			t.Errorf("got %q where the same blob stands twice, want bytes of its own", got[1])
		}
		_ = append(got[0], "more"...)
		if string(got[1]) != "blob!" {
			t.Errorf("got %q after more was put behind its neighbour", got[1])
		}
	}
}

func spoil(list ...[]byte) {
	for _, data := range list {
		for i := range data {
			data[i] ^= 0xff
		}
	}
}
