package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/web/places"
)

// onDisk writes n skills of 4 KB below a folder, and returns it.
func onDisk(tb testing.TB, n int) string {
	tb.Helper()
	dir, prose := tb.TempDir(), strings.Repeat("A line of instructions, as they are written in most skills.\n", 64)
	for i := range n {
		name := fmt.Sprintf("skill-%05d", i)
		text := fmt.Sprintf("---\nname: %s\ndescription: Does the work of number %d. Use when it is due.\nlicense: MIT\n---\n%s", name, i, prose)
		write(tb, filepath.Join(dir, "skills", name, "SKILL.md"), text)
	}
	return dir
}

func write(tb testing.TB, path, text string) {
	tb.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
}

// From a disk to a snapshot: what `lily snapshot` does before it prints. The
// target is 40 ms for 1,000 skills on one core (GOMAXPROCS=1).
func BenchmarkDisk(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := places.Places{Workspace: onDisk(b, n), Scan: "children"}
			b.ReportAllocs()
			for b.Loop() {
				w, err := p.World()
				if err != nil {
					b.Fatal(err)
				}
				if s, err := snapshotOf(w, nil); err != nil || len(s.Skills) < n {
					b.Fatal(err)
				}
			}
		})
	}
}

// The whole command, with the JSON that it prints.
func BenchmarkSnapshotCommand(b *testing.B) {
	args := []string{"snapshot", "--workspace", onDisk(b, 1_000)}
	b.ReportAllocs()
	for b.Loop() {
		if code := run(b.Context(), args, terminal{out: io.Discard, err: io.Discard}); code != 0 {
			b.Fatal(code)
		}
	}
}
