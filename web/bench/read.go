package main

import (
	"fmt"
	"strconv"
	"strings"
)

// figure names something measured, as go test says it: "Reload/10000 ns/op". Before it stands where that was: wasm, or
// cores where it had several; nothing is one core of this machine.
type figure string

// figures are the best of each.
type figures map[figure]float64

// read takes up what go test -bench says, and lines of that form within others. Times are kept in ms, bytes in MB.
func (f figures) read(text string) error {
	wasm := false
	for line := range strings.Lines(text) {
		switch before, system, found := strings.Cut(strings.TrimSpace(line), "goos: "); {
		case found && before == "":
			wasm = system == "js"
		case strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "--- FAIL"):
			return fmt.Errorf("a measurement failed: %s", strings.TrimSpace(line))
		}
		if _, said, found := strings.Cut(line, "measure: "); found {
			f.page(strings.Fields(said))
		} else if _, said, found := strings.Cut(line, "Benchmark"); found {
			f.line(strings.Fields(said), wasm)
		}
	}
	return nil
}

// fastest takes up the fastest of the peers: not every one can be had everywhere.
func (f figures) fastest() {
	for key, ms := range f {
		if strings.HasPrefix(string(key), "Peer/") {
			f.best(fastest, ms)
		}
	}
}

// page takes up "the-import 671.0 ms", as a test of the page tells it.
func (f figures) page(words []string) {
	if len(words) != 3 {
		return
	}
	if value, err := strconv.ParseFloat(words[1], 64); err == nil {
		f.best(figure("page "+words[0]+" "+words[2]), value)
	}
}

func (f figures) best(key figure, value float64) {
	if was, ok := f[key]; !ok || value < was {
		f[key] = value
	}
}

// line takes up "Name-2 100 12 ns/op 34 B/op"; another one says nothing.
func (f figures) line(words []string, wasm bool) {
	if len(words) < 4 {
		return
	}
	if _, err := strconv.Atoi(words[1]); err != nil {
		return
	}
	name := place(words[0], wasm)
	for i := 2; i+1 < len(words); i += 2 {
		value, err := strconv.ParseFloat(words[i], 64)
		if err != nil {
			return
		}
		unit, scale := unitOf(words[i+1])
		f.best(figure(name+" "+unit), value*scale)
	}
}

// place puts where a benchmark ran before its name, and takes the number of cores from behind it.
func place(name string, wasm bool) string {
	base := name
	if i := strings.LastIndexByte(name, '-'); i > 0 {
		if _, err := strconv.Atoi(name[i+1:]); err == nil {
			base = name[:i]
		}
	}
	switch {
	case wasm && !strings.HasPrefix(base, "Peer/"): // they are never, whatever was measured before them
		return "wasm " + base
	case base != name:
		return "cores " + base
	}
	return base
}

func unitOf(unit string) (string, float64) {
	switch unit {
	case "ns/op":
		return "ms", 1e-6
	case "B/op":
		return "MB", 1e-6
	}
	return unit, 1
}
