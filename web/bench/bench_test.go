package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const said = `goos: linux
goarch: amd64
BenchmarkBytes/1000     100   10000000 ns/op   10 cpu-ms   5000000 B/op   9 allocs/op
BenchmarkDisk/1000      100   12000000 ns/op   9 cpu-ms
BenchmarkDisk/1000      100   11000000 ns/op   11 cpu-ms
BenchmarkDisk/1000-2    100    8000000 ns/op
BenchmarkBytes/1000-2   100    4000000 ns/op
goos: js
BenchmarkReload/10000   10   7500000 ns/op
BenchmarkEditAndReload/10000   1   4000000 ns/op
    many_test.go:16: measure: frame-of-/skills 65.0 ms
    many_test.go:16: measure: frame-of-/skills 41.0 ms
    many_test.go:16: measure: the-import 671.0 ms
    many_test.go:16: measure: no figure
Benchmark that is no figure
`

func TestFigures(t *testing.T) {
	f := figures{}
	if err := f.read(said); err != nil {
		t.Fatal(err)
	}
	want := map[figure]float64{
		"Bytes/1000 ms": 10, "Bytes/1000 MB": 5, "Disk/1000 ms": 11, "cores Disk/1000 ms": 8, "cores Bytes/1000 ms": 4,
		"wasm Reload/10000 ms": 7.5, "wasm EditAndReload/10000 ms": 4, "Disk/1000 cpu-ms": 9, "Bytes/1000 cpu-ms": 10, "page frame-of-/skills ms": 41, "page the-import ms": 671, "Bytes/1000 allocs/op": 9,
	}
	for key, v := range want {
		if got := f[key]; math.Abs(got-v) > 1e-9 {
			t.Errorf("%s: got %v, want %v", key, got, v)
		}
	}
	if len(f) != len(want) {
		t.Errorf("got %v, want no more than %v", f, want)
	}
	if err := f.read("ok\nFAIL\tlily/core 2s\n"); err == nil {
		t.Error("got no error of a measurement that failed")
	}
}

func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(file, []byte(said), 0o644); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := run(&b, "bench", []string{file}); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{
		{"one core, processor", "9.00 cpu-ms", "0.90", "at most 1.3 × reading the bytes", "holds"},
		{"all cores", "8.00 ms", "2.00", "at most 1.3 × reading the bytes", "MISSED"},
		{"tree to snapshot, wasm", "not measured", "reading the bytes"},
		{"reload after one", "7.50 ms", "1.50", "at most 5 ms", "MISSED"},
		{"the same with the edit", "4.00 ms", "0.80", "holds"},
	} {
		if !has(b.String(), want) {
			t.Errorf("got no row %q in\n%s", want, b.String())
		}
	}
}

// The page's targets are those that are named, and each frame that was measured.
func TestTableOfThePage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(file, []byte(said), 0o644); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := run(&b, "bench-page", []string{file}); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{
		{"their import", "671 ms", "0.34", "at most 2000 ms", "holds"},
		{"frame of /skills", "41.0 ms", "0.82", "at most 50 ms", "holds"},
		{"the same, warm", "not measured", "at most 300 ms"},
	} {
		if !has(b.String(), want) {
			t.Errorf("got no row %q in\n%s", want, b.String())
		}
	}
}

// The peers are told beside the fastest that could be had, and one that could not is named.
func TestTableOfPeers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(file, []byte(said+"BenchmarkPeer/pi 10 40.0 ms\nBenchmarkPeer/gemini 10 80.0 ms\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := run(&b, "bench-peers", []string{file}); err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{
		{"disk to snapshot, native", "8.00 ms", "0.20", "at most 0.5 × the fastest peer", "holds"},
		{"crush", "not measured"},
		{"pi", "40.0 ms", "1.00"},
		{"gemini", "80.0 ms", "2.00"},
	} {
		if !has(b.String(), want) {
			t.Errorf("got no row %q in\n%s", want, b.String())
		}
	}
}

// has reports whether one line has all words.
func has(text string, words []string) bool {
	for line := range strings.Lines(text) {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if all {
			return true
		}
	}
	return false
}

func TestExponent(t *testing.T) {
	square, linear := figures{}, figures{}
	g := growth{name: "X", unit: "MB", sizes: []int{100, 1_000, 10_000}}
	for _, n := range g.sizes {
		square[g.at(n)], linear[g.at(n)] = float64(n*n), 3*float64(n)
	}
	for want, f := range map[float64]figures{2: square, 1: linear} {
		if got, ok := g.exponent(f); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("got exponent %v %v, want %v", got, ok, want)
		}
	}
	delete(linear, g.at(100))
	if _, ok := g.exponent(linear); ok {
		t.Error("got an exponent without a figure, want none")
	}
}

// Every figure of the last release is one that is still a target's, or the table would not show it.
func TestLast(t *testing.T) {
	then := figures{}
	if err := then.read(last); err != nil || len(then) == 0 {
		t.Fatalf("got %v and %v, want the figures of the last release", then, err)
	}
	for _, target := range targets {
		if target.by == "bench" && target.to != "" && then[target.figure] == 0 {
			t.Errorf("last.txt has no figure for %s", target.figure)
		}
	}
}
