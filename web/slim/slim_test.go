package slim

import (
	"bytes"
	"debug/gosym"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// build makes an engine of a small program, as the Makefile makes Lily's or with functions inlined.
func build(t testing.TB, program string, inlined bool) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), program+".wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-o", out, "./testdata/" + program}
	if inlined {
		args = slices.Delete(args, 3, 4)
	}
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// started has the memory of an engine after its start: it writes the list of functions, unless it is there.
func started(t *testing.T, wasm []byte) *image {
	t.Helper()
	m, err := open(wasm)
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.Index(m.mem, []byte(magic))
	table := table{mem: m.mem}
	count, list := table.word(start+8), start+table.word(start+64)
	if table.word(list) != 0 {
		return m
	}
	record, first := list+8*count+8, table.word(list+8*count)-count
	names, places := start+table.word(start+32), start+table.word(start+56)
	table.pcs = places
	next := places + 1
	name := names + bytes.Index(m.mem[names:], []byte("\x00main.")) + 1
	for i := range count {
		if table.word(record+nameField) == none {
			table.set(record+nameField, name-names)
			name += bytes.IndexByte(m.mem[name:], 0) + 1
		}
		for _, field := range table.kept(function{at: record}) {
			if table.word(field) == none {
				table.set(field, next-places)
				next += table.length(next - places)
			}
		}
		table.set(list+8*i, first+i)
		table.set(list+8*i+4, record-list)
		table.set(record, first+i)
		record = table.after(function{at: record})
	}
	return m
}

// traced reads an engine's functions with Go's own reader of such tables.
func traced(t *testing.T, wasm []byte) *gosym.Table {
	t.Helper()
	m := started(t, wasm)
	table, err := gosym.NewTable(nil, gosym.NewLineTable(m.mem[bytes.Index(m.mem, []byte(magic)):], 0))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestOwnFunctionsKeepTheirNames(t *testing.T) {
	whole := build(t, "trace", false)
	small, err := Engine(whole)
	if err != nil {
		t.Fatal(err)
	}
	before, after := traced(t, whole), traced(t, small)
	all := tables(t, whole)
	if len(after.Funcs) != len(before.Funcs) {
		t.Fatalf("got %d functions, want %d", len(after.Funcs), len(before.Funcs))
	}
	for i, f := range before.Funcs {
		got, want := after.Funcs[i], library
		switch {
		case in(f.Name, own), slices.Contains(named, f.Name):
			want = f.Name
		default:
			for _, kind := range []string{"internal/", "reflect.", "runtime."} {
				if strings.HasPrefix(f.Name, kind) {
					want = kind + library
				}
			}
			if all.wraps(all.funcs[i]) {
				want += ".(*T).method"
			}
		}
		if _, line, _ := after.PCToLine(f.Entry); got.Name != want || line > 0 {
			t.Errorf("%s: got %s at line %d, want %s at none", f.Name, got.Name, line, want)
		}
	}
	if f := after.LookupFunc("main.dash"); f == nil {
		t.Error("got no main.dash")
	}
}

func TestWhatTheCollectorReadsIsKept(t *testing.T) {
	for _, inlined := range []bool{false, true} {
		whole := build(t, "trace", inlined)
		small, err := Engine(whole)
		if err != nil {
			t.Fatal(err)
		}
		before, after := tables(t, whole), tables(t, small)
		for i, f := range before.funcs {
			before.comparePlaces(t, after, f)
			before.compareFacts(t, after, f)
			g := after.funcs[i]
			if !bytes.Equal(before.mem[f.at+40:f.at+pcdataField], after.mem[g.at+40:g.at+pcdataField]) || f.at != g.at {
				t.Errorf("%s: its kind changed", f.name)
			}
		}
	}
}

// comparePlaces holds the tables by place in a function to what they were: where the frame is, and what lives in it.
func (t *table) comparePlaces(test *testing.T, after *table, f function) {
	for _, field := range t.kept(f) {
		at, now := t.word(field), after.word(field)
		if at == 0 || now == 0 {
			if at != now {
				test.Errorf("%s: got table %d, want %d", f.name, now, at)
			}
			continue
		}
		if got, want := after.mem[after.pcs+now:][:after.length(now)], t.mem[t.pcs+at:][:t.length(at)]; !bytes.Equal(got, want) {
			test.Errorf("%s: got table %x, want %x", f.name, got, want)
		}
	}
}

// compareFacts holds what a function has besides to what it was, but for what only a trace reads.
func (t *table) compareFacts(test *testing.T, after *table, f function) {
	for kind, field := range t.factsOf(f) {
		at := t.word(field)
		if slices.Contains([]int{inlined, arguments, live}, kind) {
			if got := after.word(field); got != none {
				test.Errorf("%s: got fact %d at %d, want none", f.name, kind, got)
			}
			continue
		}
		if at == none {
			continue
		}
		n := t.lengthOfFact(kind, at)
		if got, want := after.mem[after.facts+at:][:n], t.mem[t.facts+at:][:n]; after.word(field) != at || !bytes.Equal(got, want) {
			test.Errorf("%s: got fact %d at %d %x, want %d %x", f.name, kind, after.word(field), got, at, want)
		}
	}
}

// lengthOfFact is that of a runtime.stackmap, of what runtime.stackObjectRecord counts, of two numbers, or of a place.
func (t *table) lengthOfFact(kind, at int) int {
	count := t.word(t.facts + at)
	switch kind {
	case 0, 1:
		return 8 + count*((t.word(t.facts+at+4)+7)/8)
	case 2:
		return 8 + 16*count
	case 4:
		r := reader{data: t.mem[t.facts+at:]}
		r.number()
		r.number()
		return r.pos
	}
	return 4
}

func tables(t *testing.T, wasm []byte) *table {
	t.Helper()
	m := started(t, wasm)
	table, err := find(m.mem)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestEngineIsTheSameEveryTime(t *testing.T) {
	whole := build(t, "trace", false)
	given := bytes.Clone(whole)
	first, err := Engine(whole)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Engine(whole)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("got another engine from the same one (%v), want the same", err)
	}
	if _, err := Engine(first); err == nil {
		t.Error("got no error for an engine that is slim")
	}
	if !bytes.Equal(whole, given) {
		t.Error("the engine that was given was changed")
	}
}

func TestWhatIsNoEngine(t *testing.T) {
	whole := build(t, "trace", false)
	start := bytes.Index(whole, []byte(magic))
	changed := func(at int, to ...byte) []byte {
		return slices.Concat(whole[:at], to, whole[at+len(to):])
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":         {nil, "got no WebAssembly"},
		"text":            {[]byte("# Lily"), "got no WebAssembly"},
		"no sections":     {whole[:8], "no table of functions"},
		"cut":             {whole[:len(whole)-9], "ends early"},
		"another release": {changed(start, 0xf2), "no table of functions"},
		"too many":        {changed(start+8+4, 1), "a header that Go 1.26 does not write"},
	} {
		if _, err := Engine(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

// FuzzEngine changes a byte of a real engine: an error or an engine, never a panic.
func FuzzEngine(f *testing.F) {
	whole := build(f, "trace", false)
	start := bytes.Index(whole, []byte(magic))
	for _, at := range []int{8, 9, 100, start + 8, start + 17, start + 33, start + 41, start + 65, start + 80} {
		f.Add(at, byte(0xff))
	}
	f.Fuzz(func(t *testing.T, at int, to byte) {
		if at < 0 || at >= len(whole) {
			return
		}
		data := bytes.Clone(whole)
		data[at] = to
		if got, err := Engine(data); err == nil {
			if _, err := open(got); err != nil {
				t.Errorf("got an engine that cannot be read: %v", err)
			}
		}
	})
}

// A frame may be as big as a number gets.
func TestLength(t *testing.T) {
	for text, want := range map[string]int{
		"\x02\x01\x00":                         3,
		"\x00\x01\x00":                         3,
		"\x02\x01\x80\x80\x80\x40\x03\x00":     8,
		"\x02\x80\x01\x03\x01\x00\x07\x07\x00": 6,
		"\x02\x80":                             2,
	} {
		if got := (&table{mem: []byte(text)}).length(0); got != want {
			t.Errorf("%x: got %d bytes, want %d", text, got, want)
		}
	}
}
