package archive

import (
	"testing"

	"lily/core/tree"
)

// VF-3, VF-6: of any bytes nothing is taken that may not enter a tree, and
// what is taken keeps to the limits and comes back when it is written.
func FuzzRead(f *testing.F) {
	for _, c := range corpus {
		if len(c.data) < 5000 {
			f.Add(c.data)
		}
	}
	small := tree.Limits{Files: 20, Bytes: 1 << 20, File: 1 << 19, Depth: 8}
	f.Fuzz(func(t *testing.T, data []byte) {
		told := 0
		got, err := Read(data, Options{Limits: small, Tick: func(int, int) bool { told++; return true }})
		if told > 200 {
			t.Errorf("got %d ticks for limits of %+v", told, small)
		}
		if err != nil {
			if !got.Equal(tree.Tree{}) || err.Error() == "" {
				t.Errorf("got a tree and %v", err)
			}
			return
		}
		if got.Files() > small.Files || got.Bytes() > small.Bytes {
			t.Errorf("got %d files, %d bytes", got.Files(), got.Bytes())
		}
		for path := range got.Walk() {
			if err := tree.Check(path); err != nil {
				t.Error(err)
			}
		}
		again, err := Read(written(t, got), Options{Limits: small})
		if err != nil || again.Digest() != got.Digest() {
			t.Errorf("got %v, %v when it was written and read", again.Digest(), err)
		}
	})
}
