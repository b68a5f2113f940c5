package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
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

// What reading the same takes: each folder listed, and each file as one piece, on all cores that there are. Whoever
// wants the skills of a disk has to do so much.
func BenchmarkBytes(b *testing.B) {
	dir := filepath.Join(onDisk(b, 1_000), "skills")
	b.Run("1000", func(b *testing.B) {
		defer processor(b)()
		for b.Loop() {
			if got := bytesBelow(b, dir); got < 1_000*3_900 {
				b.Fatalf("got %d bytes, want those of 1,000 skills", got)
			}
		}
	})
}

func bytesBelow(b *testing.B, dir string) int64 {
	list, err := os.ReadDir(dir)
	if err != nil {
		b.Fatal(err)
	}
	var next, sum atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				sum.Add(bytesIn(b, filepath.Join(dir, list[i].Name())))
			}
		})
	}
	all.Wait()
	return sum.Load()
}

func bytesIn(b *testing.B, dir string) (sum int64) {
	list, err := os.ReadDir(dir)
	if err != nil {
		b.Error(err)
	}
	for _, e := range list {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			b.Error(err)
		}
		sum += int64(len(data))
	}
	return sum
}

// From a disk to a snapshot: what `lily snapshot` does before it prints.
func BenchmarkDisk(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000, 30_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := places.Places{Workspace: onDisk(b, n), Scan: "children"}
			b.ReportAllocs()
			defer processor(b)()
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
