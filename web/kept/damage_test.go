package kept_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

// damage is done to one file of a store, and the rest is of use.
var damage = map[string]func(data []byte) []byte{
	"cut in the middle": func(d []byte) []byte { return d[:len(d)/2] },
	"empty":             func([]byte) []byte { return nil },
	"zeros":             func(d []byte) []byte { return make([]byte, len(d)) },
	"noise":             func(d []byte) []byte { return append([]byte("noise\nnoise 12\n"), d[:len(d)/3]...) },
	"a byte at the beginning": func(d []byte) []byte {
		d[0] ^= 0x40
		return d
	},
	"a byte in the middle": func(d []byte) []byte {
		d[len(d)/2] ^= 0x40
		return d
	},
	"a tail that was not done": func(d []byte) []byte { return append(d, "0123 {\"refs\":"...) },
	"gone":                     nil,
}

// A damaged file takes with it what it alone has: everything else is there, and what is kept from then on is kept. A blob
// that is written again is mended.
func TestDamage(t *testing.T) {
	for _, file := range []string{"head", "logs/1", "blobs/1"} {
		for what, spoil := range damage {
			t.Run(file+" "+what, func(t *testing.T) {
				dir := t.TempDir()
				s := open(t, dir)
				steps(t, s, 0, 20)
				other := store.Change{Append: []store.Append{{Log: "other", Records: [][]byte{[]byte("whole")}}}}
				if err := s.Commit(t.Context(), other); err != nil {
					t.Fatal(err)
				}
				s.Close()
				spoiled(t, filepath.Join(dir, file), spoil)
				s = open(t, dir)
				log, err := s.Log(t.Context(), "other", 0)
				if err != nil || len(log) != 1 || string(log[0]) != "whole" {
					t.Errorf("the other log: got %q, %v", log, err)
				}
				had, err := s.Log(t.Context(), "log", 0)
				if err != nil || file != "head" && len(had) != 20 || file == "head" && len(had) < 9 {
					t.Errorf("the log: got %d records, %v", len(had), err)
				}
				lost := false
				for n, r := range had {
					if want := string(step(n).Append[0].Records[0]); r == nil {
						lost = true
					} else if lost || string(r) != want && file != "logs/1" { // its records carry no digest of their own
						t.Errorf("record %d: got %q, want %q", n, r, want)
					}
				}
				for n := range 20 {
					b := step(n).Blobs
					if err := s.Commit(t.Context(), store.Change{Blobs: b, Refs: []store.Set{{Name: fmt.Sprint("new", n), Now: []byte("x")}}}); err != nil {
						t.Fatal(err)
					}
					got, err := s.Blobs(t.Context(), []tree.Digest{b[0].Digest})
					if err != nil || string(got[0]) != string(b[0].Data) {
						t.Errorf("blob %d: got %d bytes, %v, want it mended", n, len(got[0]), err)
					}
				}
				if refs, err := open(t, dir).Refs(t.Context(), "new"); len(refs) != 20 || err != nil {
					t.Errorf("got %d new refs, %v, want 20", len(refs), err)
				}
			})
		}
	}
}

func spoiled(t *testing.T, path string, spoil func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil && spoil == nil {
		err = os.Remove(path)
	} else if err == nil {
		err = os.WriteFile(path, spoil(data), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A head that does not say how it began stays beside the new one.
func TestDamagedHeadStays(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	steps(t, s, 0, 3)
	s.Close()
	spoiled(t, filepath.Join(dir, "head"), damage["a byte at the beginning"])
	was, err := os.ReadFile(filepath.Join(dir, "head"))
	if err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	if err := s.Commit(t.Context(), store.Change{Refs: []store.Set{{Name: "x", Now: []byte("x")}}}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "head.damaged")); string(data) != string(was) || err != nil {
		t.Errorf("got %q, %v, want the head that was damaged", data, err)
	}
	if log, err := s.Log(t.Context(), "log", 0); len(log) != 3 || err != nil {
		t.Errorf("got %d records, %v, want 3", len(log), err)
	}
}
