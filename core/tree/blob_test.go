package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"
)

// shelf is a source in memory that counts how it is asked.
type shelf struct {
	blobs map[Digest][]byte
	asked int // calls
	read  []Digest
}

func (s *shelf) Blobs(list []Digest) ([][]byte, error) {
	s.asked++
	s.read = append(s.read, list...)
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = s.blobs[d]
	}
	return got, nil
}

// keep puts the blobs of a tree on a shelf.
func keep(tb testing.TB, t Tree) *shelf {
	tb.Helper()
	s := &shelf{blobs: map[Digest][]byte{}}
	for b := range t.Blobs(nil) {
		data, err := b.Bytes()
		if err != nil || Sum(data) != b.Digest() {
			tb.Fatalf("%s: got %q, %v, want bytes of that digest", b.Digest(), data, err)
		}
		s.blobs[b.Digest()] = data
	}
	return s
}

var kept = map[string]string{"a/b/c": "deep", "a/SKILL.md": "one", "b/SKILL.md": "one", "top": "", "ü/n.txt": "text"}

// VF-4: opening a tree reads its folders, a level at a time, and no file; a file
// is read when it is asked for, once, and many of them together.
func TestOpen(t *testing.T) {
	want := graft(t, build(t, kept), "empty", Tree{})
	s := keep(t, want)
	got, err := Opener{From: s}.Open(want.Digest())
	if err != nil || got.Digest() != want.Digest() || got.Files() != want.Files() || got.Bytes() != want.Bytes() {
		t.Fatalf("got %s of %d files, %v, want %s", got.Digest(), got.Files(), err, want.Digest())
	}
	if s.asked != 3 {
		t.Errorf("got %d reads, want one for each of 3 levels", s.asked)
	}
	for _, d := range s.read {
		if string(s.blobs[d][:min(7, len(s.blobs[d]))]) != header {
			t.Errorf("got the file %q read, want folders only", s.blobs[d])
		}
	}
	for path, f := range got.Walk() {
		if info, err := fs.Stat(got, path); err != nil || info.Size() != int64(len(kept[path])) || f.Size() != info.Size() || f.Here() {
			t.Errorf("%s: got %v %v, want its size without reading it", path, info, err)
		}
	}
	s.asked = 0
	one, _ := got.File("a/SKILL.md")
	for range 2 {
		if data, err := one.Bytes(); err != nil || string(data) != "one" || s.asked != 1 || !one.Here() {
			t.Errorf("got %q, %v after %d reads, want the file read once", data, err, s.asked)
		}
	}
	if err := got.Load(); err != nil || s.asked != 2 {
		t.Errorf("got %v and %d reads, want all others in one", err, s.asked-1)
	}
	if !maps.Equal(contents(got), kept) || s.asked != 2 {
		t.Errorf("got %v, want %v", contents(got), kept)
	}
	if err := fstest.TestFS(got, slices.Collect(maps.Keys(kept))...); err != nil {
		t.Error(err)
	}
}

// VF-2, VF-4: an edit of an opened tree shares the rest, unread, and what is kept
// already is not given again.
func TestEditOpened(t *testing.T) {
	before := build(t, kept)
	s := keep(t, before)
	got, _ := Opener{From: s}.Open(before.Digest())
	s.asked = 0
	f, _ := got.File("a/b/c")
	got, err := got.PutBlob("a/x", f)
	if err != nil || s.asked != 0 {
		t.Fatalf("got %v and %d reads, want a copy without reading", err, s.asked)
	}
	var fresh int
	for b := range got.Blobs(func(d Digest) bool { return s.blobs[d] != nil }) {
		if fresh++; !b.Dir() {
			t.Errorf("got the file %s, want two folders only", b.Digest())
		}
	}
	if fresh != 2 {
		t.Errorf("got %d new blobs, want the folder and the root", fresh)
	}
	if _, err := got.PutBlob("y", Blob{}); codeOf(err) != "path_taken" {
		t.Errorf("got %v, want a folder refused", err)
	}
}

// VF-4: what is missing or damaged is named, and the rest is read all the same.
func TestLost(t *testing.T) {
	want := build(t, kept)
	s := keep(t, want)
	text, deep := Sum([]byte("text")), Sum([]byte("deep"))
	got, _ := Opener{From: s}.Open(want.Digest())
	delete(s.blobs, text)
	s.blobs[deep] = []byte("dEep")
	var lost *Lost
	if err := got.Load(); !errors.As(err, &lost) || len(lost.Digests) != 2 {
		t.Errorf("got %v, want both named", err)
	}
	if data, err := got.ReadFile("a/SKILL.md"); err != nil || string(data) != "one" {
		t.Errorf("got %q, %v, want the rest", data, err)
	}
	if _, err := got.Open("a/b/c"); !errors.As(err, &lost) {
		t.Errorf("got %v, want it lost", err)
	}
	for d, data := range s.blobs {
		if len(data) > 7 && string(data[:7]) == header {
			torn := &shelf{blobs: maps.Clone(s.blobs)}
			delete(torn.blobs, d)
			if _, err := (Opener{From: torn}).Open(want.Digest()); !errors.As(err, &lost) || lost.Digests[0] != d {
				t.Errorf("got %v, want the folder %s named", err, d)
			}
		}
	}
}

// VF-4: any tree that can be built comes back with the same digest.
func TestOpenRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var b Builder
		for range r.IntN(20) {
			_ = b.Put(fmt.Sprintf("%d/%d/%d", r.IntN(3), r.IntN(3), r.IntN(9)), make([]byte, r.IntN(300))) // a clash is no matter
		}
		want := b.Tree()
		s := keep(t, want)
		got, err := Opener{From: s}.Open(want.Digest())
		if err == nil {
			err = got.Load()
		}
		if err != nil || got.Digest() != want.Digest() || len(Diff(got, want)) != 0 {
			t.Fatalf("got %v, %v", Diff(got, want), err)
		}
	}
}

// Any bytes under a folder's digest are a folder or an error, and what reads as a
// folder is written as it was.
func FuzzFolder(f *testing.F) {
	for d, data := range keep(f, build(f, kept)).blobs {
		_ = d
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		kids, err := decode(data)
		if err != nil {
			return
		}
		for _, k := range kids {
			if err := Check(k.name); err != nil {
				t.Errorf("got %v", err)
			}
		}
		if again, err := decode(encode(kids)); err != nil || len(again) != len(kids) {
			t.Errorf("got %v", err)
		}
	})
}

// A digest reads only as it is written.
func TestDigestText(t *testing.T) {
	want := Sum([]byte("x"))
	text, _ := want.MarshalText()
	var got Digest
	if err := got.UnmarshalText(text); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	for _, bad := range []string{"", "ab", string(text[:63]), string(text) + "0", string(text[:63]) + "g", string(text[:63]) + "A"} {
		if err := got.UnmarshalText([]byte(bad)); err == nil || got != want {
			t.Errorf("%q: got no error, want one and the digest left alone", bad)
		}
	}
}
