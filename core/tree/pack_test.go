package tree

import (
	"errors"
	"slices"
	"testing"
)

// VF-4: a tree is opened from a pack of its folders, and its source is asked for files
// alone; a pack that is cut off, changed, or of another tree is refused.
func TestPack(t *testing.T) {
	want := build(t, kept)
	s := keep(t, want)
	pack := Pack(want)
	got, err := Unpack(want.Digest(), pack, s)
	if err != nil || got.Digest() != want.Digest() || s.asked != 0 || len(Diff(got, want)) != 0 {
		t.Fatalf("got %s, %v after %d reads, want %s after none", got.Digest(), err, s.asked, want.Digest())
	}
	if err := got.Load(); err != nil || s.asked != 1 {
		t.Errorf("got %v after %d reads, want the files in one", err, s.asked)
	}
	for n := range pack {
		if _, err := Unpack(want.Digest(), pack[:n], s); err == nil {
			t.Errorf("the first %d bytes: got no error, want one", n)
		}
		other := slices.Clone(pack)
		other[n] ^= 1
		if _, err := Unpack(want.Digest(), other, s); err == nil {
			t.Errorf("byte %d changed: got no error, want one", n)
		}
	}
	if _, err := Unpack(want.Digest(), append(pack, 0), s); !errors.Is(err, errPack) {
		t.Errorf("got %v, want nothing after it", err)
	}
	if _, err := Unpack(Sum(nil), pack, s); err == nil {
		t.Error("got another tree, want an error")
	}
}

// A folder that is there twice is in a pack once.
func TestPackTwice(t *testing.T) {
	var want Tree
	for _, path := range []string{"a/x/f", "b/x/f", "b/y/x/f"} {
		want, _ = want.Put(path, []byte("same"))
	}
	got, err := Unpack(want.Digest(), Pack(want), &shelf{})
	if err != nil || got.Digest() != want.Digest() {
		t.Errorf("got %s, %v", got.Digest(), err)
	}
}

// VF-4: of a tree that is much as one that is open, only what differs is read, and the
// rest is shared.
func TestOpenLike(t *testing.T) {
	first := build(t, kept)
	next, err := first.Put("b/log.txt", []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	s := keep(t, next)
	got, err := Opener{From: s, Like: first}.Open(next.Digest())
	if err != nil || got.Digest() != next.Digest() || len(s.read) != 2 {
		t.Fatalf("got %s, %v after %d folders, want %s after the root and b", got.Digest(), err, len(s.read), next.Digest())
	}
	if c := Diff(first, got); len(c) != 1 || c[0].Path != "b/log.txt" {
		t.Errorf("got %v", c)
	}
	s.read = nil
	again, lost, err := Opener{From: s, Like: got}.Salvage(next.Digest())
	if err != nil || lost != nil || again.root != got.root || len(s.read) != 0 {
		t.Errorf("got %v, %v after %d folders, want the same tree", lost, err, len(s.read))
	}
}
