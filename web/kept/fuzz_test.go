package kept_test

import (
	"os"
	"path/filepath"
	"testing"

	"lily/core/store"
	"lily/core/tree"
	"lily/web/kept"
)

// Whatever the files of a store hold, it opens or says why not, tells what can be told, and keeps what comes then.
func FuzzFiles(f *testing.F) {
	dir := f.TempDir()
	s := open(f, dir)
	for n := range 3 {
		if err := s.Commit(f.Context(), step(n)); err != nil {
			f.Fatal(err)
		}
	}
	var files [3][]byte
	for i, name := range []string{"head", "logs/1", "blobs/1"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			f.Fatal(err)
		}
		files[i] = data
	}
	f.Add(files[0], files[1], files[2])
	f.Add(files[0][:100], files[1], files[2])
	f.Add(sealed(`{"format":1,"logs":[{"name":"bG9n","file":1,"records":9000000000000,"size":1}]}`), files[1], files[2])
	f.Add(sealed(`{"format":1,"logs":[{"name":"bG9n","file":-1,"records":-1,"size":-1}],"packs":[{"file":1,"size":1000000000000000}]}`), []byte("+99999999\n1\n"), files[2])
	f.Add([]byte("0"), []byte("0"), []byte("0"))
	f.Add([]byte("\n\n"), []byte("+1\n99999999999\n"), []byte("0 1\n"))
	f.Fuzz(func(t *testing.T, head, log, pack []byte) {
		dir := t.TempDir()
		for _, folder := range []string{"logs", "blobs"} {
			if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		for name, data := range map[string][]byte{"head": head, "logs/1": log, "blobs/1": pack} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := kept.Open(dir)
		if err != nil {
			return
		}
		defer s.Close()
		names, err := s.Logs(t.Context())
		for _, name := range names {
			if _, err := s.Log(t.Context(), name, 0); err != nil {
				t.Fatal(err)
			}
		}
		was, err2 := s.Refs(t.Context(), "mine")
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		data := []byte("mine")
		c := store.Change{Blobs: []store.Blob{{Digest: tree.Sum(data), Data: data}}, Refs: []store.Set{{Name: "mine", Now: data}}}
		if len(was) > 0 && was[0].Name == "mine" {
			c.Refs[0].Was = was[0].Value
		}
		if err := s.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		again := open(t, dir)
		if got, err := again.Blobs(t.Context(), []tree.Digest{tree.Sum(data)}); err != nil || string(got[0]) != "mine" {
			t.Errorf("got %q, %v, want what was kept", got, err)
		}
		if got, err := again.Refs(t.Context(), "mine"); err != nil || len(got) == 0 || string(got[0].Value) != "mine" {
			t.Errorf("got %v, %v, want what was kept", got, err)
		}
	})
}
