package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// One core and several read the same from a disk, and judge it the same, to the byte: with links, deep folders, big files
// and files that cannot be read among many.
func TestSnapshotOnEveryNumberOfCores(t *testing.T) {
	dir := onDisk(t, 300)
	skill := func(i int) string { return filepath.Join(dir, "skills", fmt.Sprintf("skill-%05d", i)) }
	for i := range 40 {
		write(t, filepath.Join(skill(i), "references", fmt.Sprint(i), "deep", "more.md"), strings.Repeat("more ", i))
		write(t, filepath.Join(skill(i), "zz.md"), "the last")
	}
	write(t, filepath.Join(skill(50), "big.bin"), strings.Repeat("x", 300<<10))
	write(t, filepath.Join(skill(51), "SKILL.md"), "---\nname: [\n---\n")
	for from, to := range map[string]string{"52/link.md": "SKILL.md", "53/out": "/etc", "54/loop": "loop", "55/dir": "../skill-00001/references"} {
		if err := os.Symlink(to, filepath.Join(dir, "skills", "skill-000"+from)); err != nil {
			if runtime.GOOS != "windows" {
				t.Fatal(err)
			}
			t.Skip("no links here without the right to make them:", err)
		}
	}
	want := ""
	for _, procs := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(procs)
		code, out, errs := lily(t, "", "snapshot", "--workspace", dir)
		runtime.GOMAXPROCS(was)
		if code != 0 || strings.Count(out, `"link_`) < 2 {
			t.Fatalf("got %d with %d links, %s", code, strings.Count(out, `"link_`), errs)
		}
		if want == "" {
			want = out
		} else if out != want {
			t.Errorf("%d cores: got other bytes than from one", procs)
		}
	}
}
