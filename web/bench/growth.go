package main

import (
	"fmt"
	"math"
	"strings"
)

// growth is what something costs at several sizes of its input. Its exponent is 1 where it grows as its input does, and
// 2 where it grows as the square of it.
type growth struct {
	what, name string // the name of a benchmark, to which its sizes are added
	unit       string
	sizes      []int
}

var (
	skills = []int{100, 1_000, 10_000, 30_000}
	events = skills[:3]
)

var growths = []growth{
	{"skills: disk to snapshot", "Disk", "cpu-ms", skills},
	{"skills: disk to snapshot, allocated", "Disk", "MB", skills},
	{"skills: tree to snapshot, wasm", "wasm Snapshot", "ms", skills},
	{"skills: tree to snapshot, allocated, wasm", "wasm Snapshot", "MB", skills},
	{"skills: reload after one change, wasm", "wasm Reload", "ms", skills},
	{"skills: reload after one change, allocated, wasm", "wasm Reload", "MB", skills},
	{"skills: edit and reload, allocated, wasm", "wasm EditAndReload", "MB", skills},
	{"events: a session taken up, and one more turn", "Turn", "ms", events},
	{"events: the same, allocated", "Turn", "MB", events},
	{"events: a step in a session that is looked at, allocated", "Step", "MB", events},
	{"events: a session kept and opened again, allocated", "Kept", "MB", events},
	{"events: a session verified, allocated", "Replay", "MB", events},
}

// most is where a growth is called faster than its input: what is sorted grows a little more than in proportion, and so
// does what no longer fits into a processor's cache.
const most = 1.15

func writeGrowth(b *strings.Builder, of string, now, then figures) {
	if of != "bench" {
		return
	}
	rows := [][]string{{"growth", "100", "1,000", "10,000", "30,000", "exponent", "", "at the last release"}}
	for _, g := range growths {
		rows = append(rows, g.row(now, then))
	}
	b.WriteString("\n")
	columns(b, rows)
}

func (g growth) row(now, then figures) []string {
	row := []string{g.what}
	for _, n := range skills {
		cell := ""
		if v, ok := now[g.at(n)]; ok {
			cell = amount(v) + " " + g.unit
		}
		row = append(row, cell)
	}
	x, ok := g.exponent(now)
	if !ok {
		return append(row, "not measured", "", g.said(then))
	}
	verdict := "holds"
	if x > most {
		verdict = "MISSED"
	}
	return append(row, fmt.Sprintf("%.2f", x), verdict, g.said(then))
}

func (g growth) said(f figures) string {
	if x, ok := g.exponent(f); ok {
		return fmt.Sprintf("%.2f", x)
	}
	return "not measured"
}

func (g growth) at(n int) figure { return figure(fmt.Sprintf("%s/%d %s", g.name, n, g.unit)) }

// exponent is that of the power of the size which is nearest to the figures: the slope of a line through their logarithms.
func (g growth) exponent(f figures) (float64, bool) {
	var n, sx, sy, sxx, sxy float64
	for _, size := range g.sizes {
		v, ok := f[g.at(size)]
		if !ok || v <= 0 {
			return 0, false
		}
		x, y := math.Log(float64(size)), math.Log(v)
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx), true
}
