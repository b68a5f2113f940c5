package tree

import (
	"errors"
	"testing"
)

// VF-4: with any one folder missing or damaged the rest is there, and what is not
// is named by every path that it had.
func TestSalvage(t *testing.T) {
	whole := build(t, map[string]string{"a/b/c": "1", "a/x": "2", "b/c": "1", "top": ""}) // /a/b and /b are one folder
	s := keep(t, whole)
	if got, lost, err := (Opener{From: s}).Salvage(whole.Digest()); err != nil || lost != nil || got.Digest() != whole.Digest() {
		t.Errorf("got %v, %v, want the whole tree", lost, err)
	}
	for d, data := range s.blobs {
		if !(Blob{decodeNode(t, data)}).Dir() {
			continue
		}
		for _, damage := range [][]byte{nil, []byte("folder\n?")} {
			s.blobs[d] = damage
			got, lost, err := (Opener{From: s}).Salvage(whole.Digest())
			if d == whole.Digest() {
				if !errors.As(err, new(*Lost)) {
					t.Errorf("got %v, want the root's loss told", err)
				}
				continue
			}
			want := whole
			for _, p := range lost {
				at, _ := whole.At(p)
				if want, _ = want.Remove(p); at.Digest() != d {
					t.Errorf("got %s lost, want the folder %s", p, d.Short())
				}
			}
			if err != nil || len(lost) == 0 || got.Digest() != want.Digest() {
				t.Errorf("got %v without %v, %v, want the rest", Diff(whole, got), lost, err)
			}
		}
		s.blobs[d] = data
	}
}

// decodeNode is a folder's node, or a file's.
func decodeNode(t *testing.T, data []byte) *node {
	t.Helper()
	if _, err := decode(data); err != nil {
		return file(data)
	}
	return &node{dir: true}
}
