package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
	"lily/web/disk"
)

// tangle makes a random folder of files, folders and links on the disk, and the same
// as an archive of which every entry is what lies there.
func tangle(t *testing.T, r *rand.Rand, dir string) []byte {
	t.Helper()
	var folders, all []string
	name := func() string { return string(rune('a' + r.IntN(4))) }
	folders = []string{"."}
	for range 4 + r.IntN(10) {
		at := filepath.Join(folders[r.IntN(len(folders))], name())
		full := filepath.Join(dir, at)
		if _, err := os.Lstat(full); err == nil {
			continue
		}
		switch r.IntN(5) {
		case 0:
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			folders = append(folders, at)
		case 1:
			write(t, full, at)
		default:
			var parts []string
			for range 1 + r.IntN(4) {
				parts = append(parts, []string{"..", ".", name(), name(), name()}[r.IntN(5)])
			}
			to := strings.Join(parts, "/")
			if r.IntN(12) == 0 {
				to = "/" + to
			}
			symlink(t, to, full)
		}
		all = append(all, at)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, at := range all {
		full := filepath.Join(dir, at)
		info, err := os.Lstat(full)
		if err != nil {
			t.Fatal(err)
		}
		h := &zip.FileHeader{Name: filepath.ToSlash(at)}
		h.SetMode(info.Mode())
		var data []byte
		switch {
		case info.IsDir():
			h.Name += "/"
		case info.Mode()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(full)
			data = []byte(to)
		default:
			data, _ = os.ReadFile(full)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(data) // a buffer takes all
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// VF-8: every reader comes to the same tree and the same verdict on every link; and what
// is read by a link is what the system reads there.
func TestLinksByEveryReader(t *testing.T) {
	followed, refused := 0, map[string]int{}
	for seed := range uint64(400) {
		top := t.TempDir()
		dir := filepath.Join(top, "r")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(top, "a"), "SECRET")
		data := tangle(t, rand.New(rand.NewPCG(seed, 8)), dir)
		said := func(got tree.Tree, skips []tree.Skip) string {
			slices.SortFunc(skips, func(a, b tree.Skip) int { return strings.Compare(a.Path, b.Path) })
			return fmt.Sprint(got.Digest(), skips)
		}
		got, skips, err := disk.Read(dir, tree.Folder{})
		if err != nil {
			t.Fatal(err)
		}
		want := said(got, skips)
		plain, others, err := tree.Folder{From: os.DirFS(dir), Dir: "."}.Read()
		if again := said(plain, others); err != nil || again != want {
			t.Errorf("seed %d: got by DirFS\n%s %v\nwant\n%s", seed, again, err, want)
		}
		var links []tree.Skip
		unpacked, err := archive.Read(data, archive.Options{Links: func(s tree.Skip) { links = append(links, s) }})
		if again := said(unpacked, links); err != nil || again != want {
			t.Errorf("seed %d: got by archive\n%s %v\nwant\n%s", seed, again, err, want)
		}
		for path, f := range got.Walk() {
			data, _ := f.Bytes()
			if real, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(real) != string(data) {
				t.Errorf("seed %d: %s: got %q, and the system reads %q, %v", seed, path, data, real, err)
			}
		}
		for _, s := range skips {
			refused[s.Code]++
			agrees(t, dir, s)
		}
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
			if e.Type()&fs.ModeSymlink != 0 {
				followed++
			}
			return nil
		})
	}
	for _, s := range []string{tree.LinkLeaves, tree.LinkDangles, tree.LinkLoops} {
		followed -= refused[s]
		if refused[s] < 20 {
			t.Errorf("got %d of %s, want more for this to show anything", refused[s], s)
		}
	}
	if followed < 20 {
		t.Errorf("got %d links that are followed, want more", followed)
	}
}

// agrees holds the verdict on a link against the system's.
func agrees(t *testing.T, dir string, s tree.Skip) {
	t.Helper()
	at := filepath.Join(dir, s.Path)
	info, err := os.Stat(at)
	if err != nil {
		return
	}
	top, _ := filepath.EvalSymlinks(dir)
	real, _ := filepath.EvalSymlinks(at)
	if inside := real == top || strings.HasPrefix(real, top+"/"); inside && (!info.IsDir() || s.Code != tree.LinkLoops) {
		t.Errorf("%s: got %s, and it leads to %s", s.Path, s.Code, real)
	}
}
