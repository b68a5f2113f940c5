package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// What the command writes of a person's work is theirs alone, also where a file was that others may read.
func TestFilesAreTheOwnersAlone(t *testing.T) {
	for _, was := range []os.FileMode{0, 0o644, 0o666} {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		names := []string{"run.lily", "run.jsonl", "all.zip"}
		for _, name := range names {
			if was != 0 {
				if err := os.WriteFile(at(name), []byte("old"), was); err != nil {
					t.Fatal(err)
				}
			}
		}
		if code, _, errs := lily(t, "/skills\n/new\n", "session", "--bundle", at("run.lily"), "--events", at("run.jsonl")); code != 0 {
			t.Fatalf("got %d, %s", code, errs)
		}
		if code, _, errs := lily(t, "", "export", "-o", at("all.zip")); code != 0 {
			t.Fatalf("got %d, %s", code, errs)
		}
		list, err := os.ReadDir(dir)
		if err != nil || len(list) != 4 {
			t.Errorf("got %v, %v, want two bundles, events and an export", list, err)
		}
		for _, e := range list {
			info, err := e.Info()
			if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 || info.Size() < 10 {
				t.Errorf("%s: got %v, %d bytes, %v, want 0600", e.Name(), info.Mode(), info.Size(), err)
			}
		}
	}
}
