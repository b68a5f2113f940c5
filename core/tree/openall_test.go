package tree

import (
	"errors"
	"fmt"
	"maps"
	"testing"
)

// VF-4: many versions of a tree are opened at the cost of what differs, and what
// they have in common is read once.
func TestOpenAll(t *testing.T) {
	first := build(t, kept)
	trees := []Tree{first}
	for i := range 9 {
		next, err := trees[i].Put("b/log.txt", fmt.Appendf(nil, "%d", i))
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, next)
	}
	s := &shelf{blobs: map[Digest][]byte{}}
	roots := []Digest{first.Digest(), Sum([]byte(header))} // the empty folder, too
	for _, tr := range trees {
		roots = append(roots, tr.Digest())
		maps.Copy(s.blobs, keep(t, tr).blobs)
	}
	s.blobs[Sum([]byte(header))] = []byte(header)
	got, err := (Opener{From: s}).OpenAll(roots)
	if err != nil || s.asked != 3 {
		t.Fatalf("got %v after %d reads, want one for each of 3 levels", err, s.asked)
	}
	seen := map[Digest]bool{}
	for _, d := range s.read {
		if seen[d] {
			t.Errorf("got the folder %s read twice", d.Short())
		}
		seen[d] = true
	}
	for i, d := range roots {
		if got[i].Digest() != d {
			t.Errorf("got %s, want %s", got[i].Digest(), d)
		}
	}
	if len(Diff(got[2], trees[0])) != 0 || len(Diff(got[11], trees[9])) != 0 {
		t.Error("got other files")
	}
	s.asked = 0
	for _, tr := range got {
		if err := tr.Load(); err != nil {
			t.Fatal(err)
		}
	}
	if s.asked != 10 {
		t.Errorf("got %d reads, want one for each version that has something new", s.asked)
	}
	delete(s.blobs, trees[4].Digest())
	if _, err := (Opener{From: s}).OpenAll(roots); !errors.As(err, new(*Lost)) {
		t.Errorf("got %v, want it lost", err)
	}
}

// VF-6: folders that hold each other many times over are refused, and what two
// places say of a folder must be the same.
func TestOpenAllRefuses(t *testing.T) {
	s := &shelf{blobs: map[Digest][]byte{}}
	put := func(kids ...entry) *node {
		n := folder(kids)
		s.blobs[n.digest] = encode(kids)
		return n
	}
	n := put()
	for range 40 {
		n = put(entry{"a", n}, entry{"b", n})
	}
	if _, err := (Opener{From: s}).Open(n.digest); err == nil {
		t.Error("got 2^40 folders, want them refused")
	}
	one := put(entry{"x", file([]byte("x"))})
	lying := *one
	lying.bytes = 7
	n = put(entry{"a", one}, entry{"b", &lying})
	if _, err := (Opener{From: s}).Open(n.digest); !errors.Is(err, errFolder) {
		t.Errorf("got %v, want both places to agree", err)
	}
}
