package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// VF-5: what one side alone changed is as that side has it; what both changed,
// and differently, is named, and nothing is merged.
func TestMerge(t *testing.T) {
	base := map[string]string{"a": "1", "b": "1", "d/x": "1", "d/y": "1"}
	for _, c := range []struct {
		name         string
		mine, theirs map[string]string // edits; "" is a removal
		want         string            // the files, or what clashes
	}{
		{"nothing", nil, nil, "a=1 b=1 d/x=1 d/y=1"},
		{"mine alone", map[string]string{"a": "2"}, nil, "a=2 b=1 d/x=1 d/y=1"},
		{"theirs alone", nil, map[string]string{"d/x": ""}, "a=1 b=1 d/y=1"},
		{"two files", map[string]string{"a": "2", "d/x": "2"}, map[string]string{"b": "3", "d/y": ""}, "a=2 b=3 d/x=2"},
		{"the same edit", map[string]string{"a": "2"}, map[string]string{"a": "2"}, "a=2 b=1 d/x=1 d/y=1"},
		{"one new folder", map[string]string{"n/p": "1"}, map[string]string{"n/q": "2"}, "a=1 b=1 d/x=1 d/y=1 n/p=1 n/q=2"},
		{"one file", map[string]string{"a": "2", "d/x": "2"}, map[string]string{"a": "3", "d/x": ""}, "clash a d/x"},
		{"a file and a folder", map[string]string{"n": "1"}, map[string]string{"n/q": "2"}, "clash n"},
		{"both new", map[string]string{"n": "1"}, map[string]string{"n": "2"}, "clash n"},
	} {
		start := build(t, base)
		got, clashes := Merge(start, edited(t, start, c.mine), edited(t, start, c.theirs))
		said := "clash " + strings.Join(clashes, " ")
		if clashes == nil {
			said = listed(got)
		} else if got.Digest() != edited(t, start, c.theirs).Digest() {
			t.Errorf("%s: got %s, want theirs where something clashes", c.name, listed(got))
		}
		if said != c.want {
			t.Errorf("%s: got %s, want %s", c.name, said, c.want)
		}
	}
}

func edited(t *testing.T, tr Tree, edits map[string]string) Tree {
	for path, data := range edits {
		var err error
		if data == "" {
			tr, err = tr.Remove(path)
		} else {
			tr, err = tr.Put(path, []byte(data))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return tr
}

func listed(tr Tree) string {
	var list []string
	for path, data := range contents(tr) {
		list = append(list, path+"="+data)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// VF-5: whatever two sides did, a merge without a clash holds both, and does not
// care who is who.
func TestMergeRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	change := func(tr Tree) Tree {
		for range r.IntN(4) {
			path := fmt.Sprintf("%d/%d", r.IntN(3), r.IntN(3))
			if next, err := tr.Remove(path); err == nil && r.IntN(3) == 0 {
				tr = next
			} else if next, err := tr.Put(path, []byte{byte(r.IntN(3))}); err == nil {
				tr = next
			}
		}
		return tr
	}
	for range 2000 {
		base := change(change(Tree{}))
		mine, theirs := change(base), change(base)
		got, clashes := Merge(base, mine, theirs)
		back, again := Merge(base, theirs, mine)
		if !slices.Equal(clashes, again) || (clashes == nil && got.Digest() != back.Digest()) {
			t.Fatalf("got %v and %v, or other trees, want the same from both sides", clashes, again)
		}
		if clashes == nil {
			holds(t, base, mine, got)
			holds(t, base, theirs, got)
		}
	}
}

func holds(t *testing.T, base, side, got Tree) {
	t.Helper()
	for _, c := range Diff(base, side) {
		want, there := side.File(c.Path)
		have, ok := got.File(c.Path)
		if there != ok || (ok && have.Digest() != want.Digest()) {
			t.Fatalf("got the change of %s lost", c.Path)
		}
	}
}
