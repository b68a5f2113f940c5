package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lily/core/archive"
	"lily/core/tree"
)

func symlink(t *testing.T, to, at string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, at); err != nil {
		t.Skip("this system makes no links:", err)
	}
}

// hostile is a workspace as somebody else may have packed it, beside a secret.
func hostile(t *testing.T) (dir string) {
	t.Helper()
	home := t.TempDir()
	dir = filepath.Join(home, "clone")
	write(t, filepath.Join(home, ".ssh", "id_rsa"), "SECRET")
	write(t, filepath.Join(home, "other", "SKILL.md"), "# SECRET\n")
	write(t, filepath.Join(dir, "skills", "a", "SKILL.md"), "# A\n")
	write(t, filepath.Join(dir, "skills", "_shared", "x.md"), "shared")
	write(t, filepath.Join(dir, "README.md"), "ordinary")
	for at, to := range map[string]string{
		"skills/a/notes.txt": filepath.Join(home, ".ssh", "id_rsa"), "skills/a/rel": "../../../.ssh/id_rsa",
		"skills/a/chain": "hop", "skills/a/hop": "../../../.ssh", "skills/a/up": "../..", "skills/a/self": ".",
		"skills/a/shared": "../_shared", "skills/a/abs": filepath.Join(dir, "skills", "_shared", "x.md"),
		"skills/a/readme": "../../README.md", "skills/out": "../../other", "skills/b": "a", "skills/all": ".",
		"skills/c/SKILL.md": "../../../other/SKILL.md", "skills/d/SKILL.md": "../a/SKILL.md", "skills/loop": "loop",
	} {
		symlink(t, to, filepath.Join(dir, at))
	}
	return dir
}

// VF-8: no command shows a word of what a link leads to outside of the root, and every
// link that is not followed is a finding of its skill or a note of the root.
func TestLinksDoNotLeaveTheRoot(t *testing.T) {
	dir := hostile(t)
	code, out, errs := lily(t, "", "snapshot", "--workspace", dir)
	if code != 0 || strings.Contains(out, "SECRET") {
		t.Fatalf("got %d %s %s", code, out, errs)
	}
	var s struct {
		Roots []struct {
			Notes []struct{ Code, Path, Clause string }
		}
		Candidates []struct {
			Path     string
			Findings []struct{ Code, File, Clause, Message, Severity string }
		}
	}
	if err := json.Unmarshal([]byte(out), &s); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Candidates {
		for _, f := range c.Findings {
			if f.Clause == "VF-8" && f.Severity == "warning" {
				got = append(got, f.Code+" "+c.Path+" "+f.File)
			}
		}
	}
	for _, n := range s.Roots[2].Notes {
		if n.Clause == "VF-8" {
			got = append(got, n.Code+" "+n.Path)
		}
	}
	want := []string{
		"link_leaves_root /workspace/skills/a chain", "link_leaves_root /workspace/skills/a hop", "link_leaves_root /workspace/skills/a notes.txt",
		"link_leaves_root /workspace/skills/a readme", "link_leaves_root /workspace/skills/a rel", "link_loop /workspace/skills/a self",
		"link_leaves_root /workspace/skills/a up",
		"link_loop /workspace/skills/all", "link_leaves_root /workspace/skills/c/SKILL.md", "link_loop /workspace/skills/loop", "link_leaves_root /workspace/skills/out",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, path := range []string{"/workspace/skills/a", "/workspace/skills/b", "/workspace/skills/d"} {
		if !strings.Contains(out, `"`+path+`"`) {
			t.Errorf("got no skill %s, want those whose links lie inside", path)
		}
	}

	bundle := filepath.Join(t.TempDir(), "s.lily")
	lines := "/check a\n/skill a\nshow me notes.txt\n/reload_skills\n/skills\n"
	code, out, errs = lily(t, lines, "session", "--workspace", dir, "--bundle", bundle)
	data, _ := os.ReadFile(bundle)
	if code != 0 || strings.Contains(out+errs, "SECRET") || bytes.Contains(data, []byte("SECRET")) || !strings.Contains(out, "link_leaves_root") {
		t.Errorf("got %d %s %s", code, out, errs)
	}
	if code, out, errs = lily(t, "", "check", filepath.Join(dir, "skills")); strings.Contains(out+errs, "SECRET") || !strings.Contains(out, "link_leaves_root") {
		t.Errorf("got %d %s %s", code, out, errs)
	}

	zipped := filepath.Join(t.TempDir(), "out.zip")
	for _, args := range [][]string{{"a"}, {}} {
		code, _, errs = lily(t, "", append([]string{"export", "--workspace", dir, "-o", zipped}, args...)...)
		data, err := os.ReadFile(zipped)
		if code != 0 || err != nil || bytes.Contains(data, []byte("SECRET")) || !strings.Contains(errs, "skills/a/notes.txt") || !bytes.Contains(data, []byte("shared")) {
			t.Errorf("%q: got %d %s %v", args, code, errs, err)
		}
	}
}

// VF-8: the folder that a person names may be a link, and so may DIR/skills within DIR or
// of the person's own; that of a workspace does not lead out of it.
func TestLinkedRoots(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "real", "skills", "a", "SKILL.md"), "# A\n")
	write(t, filepath.Join(home, "in", ".agents", "skills", "a", "SKILL.md"), "# A\n")
	for at, to := range map[string]string{"named": "real", "in/skills": ".agents/skills", "out/skills": "../real/skills", "abs/skills": filepath.Join(home, "real", "skills"), "gone/skills": "nowhere", "loop/skills": "skills"} {
		symlink(t, to, filepath.Join(home, at))
	}
	for _, tt := range []struct {
		flag, dir string
		code      int
		want      string
	}{
		{"workspace", "named", 0, `"/workspace/skills/a"`},
		{"workspace", "in", 0, `"/workspace/skills/a"`},
		{"workspace", "out", 1, `skills" leads to "../real/skills", which is not a folder within`},
		{"workspace", "abs", 1, `which is not a folder within`},
		{"workspace", "gone", 1, `leads to "nowhere", which is not a folder within`},
		{"workspace", "loop", 1, `which is not a folder within`},
		{"user", "out", 0, `"/user/skills/a"`},
		{"user", "abs", 0, `"/user/skills/a"`},
		{"user", "gone", 0, `"link_dangling"`},
	} {
		code, out, errs := lily(t, "", "snapshot", "--"+tt.flag, filepath.Join(home, tt.dir))
		if code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("--%s %s: got %d %s, want %d and %s", tt.flag, tt.dir, code, errs, tt.code, tt.want)
		}
	}
}

// VF-8: a pipe, and a link to one, are named and never waited for.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a", "SKILL.md"), "x")
	if err := syscall.Mkfifo(filepath.Join(dir, "a", "pipe"), 0o644); err != nil {
		t.Skip("this system makes no pipes:", err)
	}
	symlink(t, "pipe", filepath.Join(dir, "a", "link"))
	symlink(t, "/dev/zero", filepath.Join(dir, "a", "zero"))
	done := make(chan []tree.Skip, 1)
	go func() {
		_, skips, _ := readFolder(dir, tree.Folder{})
		f, err := openRoot(dir)
		if err == nil { // as if it had become a pipe since it was listed
			p, _ := f.Open("a/pipe")
			p.Close()
			f.close(0)
		}
		done <- skips
	}()
	select {
	case skips := <-done:
		var got []string
		for _, s := range skips {
			got = append(got, s.Code+" "+s.Path)
		}
		if want := "[not_a_file a/pipe link_dangling a/link link_leaves_root a/zero]"; fmt.Sprint(got) != want {
			t.Errorf("got %v, want %s", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("a pipe was waited for")
	}
}

// VF-8: what is opened lies inside, even if a link has taken the place of a folder since
// it was listed.
func TestRootFSDoesNotLeave(t *testing.T) {
	home := t.TempDir()
	write(t, filepath.Join(home, "secret", "f"), "SECRET")
	write(t, filepath.Join(home, "r", "a", "f"), "1")
	symlink(t, "../secret", filepath.Join(home, "r", "out"))
	symlink(t, filepath.Join(home, "secret"), filepath.Join(home, "r", "abs"))
	symlink(t, "../../secret/f", filepath.Join(home, "r", "a", "l"))
	from, err := openRoot(filepath.Join(home, "r"))
	if err != nil {
		t.Fatal(err)
	}
	defer from.close(0)
	for _, name := range []string{"out/f", "abs/f", "a/l", "out", "../secret/f", "/etc/passwd", "a/../../secret/f"} {
		if data, err := fs.ReadFile(from, name); err == nil {
			t.Errorf("%s: got %q, want a refusal", name, data)
		}
	}
	deep := strings.Repeat("d/", 2*mostOpen)
	write(t, filepath.Join(home, "r", filepath.FromSlash(deep), "f"), "deep")
	for _, name := range []string{"a/f", deep + "f", "a/f", "d/d"} {
		if f, err := from.Open(name); err != nil {
			t.Error(err)
		} else {
			f.Close()
		}
	}
	if got, skips, err := readFolder(filepath.Join(home, "r"), tree.Folder{}); err != nil || got.Files() != 2 || len(skips) != 3 {
		t.Errorf("got %d files, %v, %v", got.Files(), skips, err)
	}
}

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
		got, skips, err := readFolder(dir, tree.Folder{})
		if err != nil {
			t.Fatal(err)
		}
		want := said(got, skips)
		plain, others, err := tree.Read(os.DirFS(dir), ".", tree.Limits{})
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
