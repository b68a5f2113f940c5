package slim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a slim engine does is what the program does here.
func TestEngineDoesTheSame(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("node is needed:", err)
		}
		t.Skip("no node was found")
	}
	want, err := exec.Command("go", "run", "./testdata/same").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec_node.js")
	for _, inlined := range []bool{false, true} {
		small, err := Engine(build(t, "same", inlined))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "same.wasm")
		if err := os.WriteFile(path, small, 0o644); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(node, "--stack-size=8192", runner, path)
		run.Env = []string{"PATH=" + os.Getenv("PATH")}
		if got, err := run.CombinedOutput(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("inlined %t: %v: got\n%s\nwant\n%s", inlined, err, got, want)
		}
	}
}

// A function that Go writes starts so.
var start = []instr{{op: opGlobalGet}, {op: opSet, arg: stack}}

func get(local int64) instr    { return instr{op: opGet, arg: local} }
func number(v int64) instr     { return instr{op: opI32Const, arg: v} }
func wideNumber(v int64) instr { return instr{op: opI64Const, arg: v} }
func do(op byte) instr         { return instr{op: op} }
func to(op byte, v int64) instr {
	return instr{op: op, arg: v}
}
func begin(op byte) instr { return instr{op: op, rest: []byte{void}} }

func frame(bytes int64) []instr {
	return []instr{get(stack), number(bytes), do(opI32Add), to(opTee, stack), do(opGlobalSet)}
}

// called pushes a return address.
func called(address int64) []instr {
	return []instr{do(opGlobalSet), get(stack), wideNumber(address), do(opI64Store)}
}

// jump is a function of two blocks, whose first goes to one of them.
func jump(place int64, first ...instr) []instr {
	head := []instr{
		begin(opBlock), begin(opLoop), begin(opBlock), begin(opBlock),
		get(0),
		{op: opBrTable, rest: []byte{1, 0, 1}},
		do(opEnd),
	}
	return slices.Concat(head, first, []instr{
		begin(opIf), number(place), to(opSet, 0), to(opBr, 2), do(opEnd), do(opEnd),
		do(opEnd), do(opUnreachable), do(opEnd), number(1), do(opEnd),
	})
}

func TestShorten(t *testing.T) {
	sum := func(v int64) []instr {
		return []instr{get(stack), do(opExtend), wideNumber(v), do(opI64Add), do(opWrap)}
	}
	for name, tt := range map[string]struct{ give, want []instr }{
		"a sum of 32 bits": {
			[]instr{get(3), do(opExtend), wideNumber(-8), do(opI64Add), do(opWrap)},
			[]instr{get(3), number(-8), do(opI32Add)},
		},
		"a constant of 32 bits": {[]instr{wideNumber(1 << 31), do(opWrap)}, []instr{number(-1 << 31)}},
		"a store adds": {
			slices.Concat(sum(16), []instr{get(2), do(opI64Store)}),
			[]instr{get(stack), get(2), to(opI64Store, 16)},
		},
		"a store of a load adds": {
			slices.Concat(sum(16), sum(24), []instr{to(opLoad, 8), to(opI64Store, 2)}),
			[]instr{get(stack), get(stack), to(opLoad, 32), to(opI64Store, 18)},
		},
		"what is stored is no address": {
			slices.Concat([]instr{get(2)}, sum(16), []instr{do(opI64Store)}),
			[]instr{get(2), get(stack), number(16), do(opI32Add), do(opI64Store)},
		},
		"what is before the stack pointer": {
			slices.Concat(sum(-8), []instr{do(opLoad)}),
			[]instr{get(stack), number(-8), do(opI32Add), do(opLoad)},
		},
		"what is not the stack pointer": {
			[]instr{get(2), number(8), do(opI32Add), do(opLoad)},
			[]instr{get(2), number(8), do(opI32Add), do(opLoad)},
		},
		"what a block lies between": {
			slices.Concat(sum(8), []instr{begin(opBlock), do(opEnd), do(opLoad)}),
			[]instr{get(stack), number(8), do(opI32Add), begin(opBlock), do(opEnd), do(opLoad)},
		},
		"a return": {
			slices.Concat(frame(48), frame(8), []instr{number(0), do(opReturn)}),
			[]instr{get(stack), number(56), do(opI32Add), do(opGlobalSet), number(0), do(opReturn)},
		},
		"a stack pointer that is read again": {
			slices.Concat(frame(48), frame(8), []instr{get(stack), do(opReturn)}),
			slices.Concat(frame(48), frame(8), []instr{get(stack), do(opReturn)}),
		},
		"its own number": {
			slices.Concat(called(5<<16|1), called(5<<16|200)),
			slices.Concat(
				[]instr{do(opGlobalSet), get(stack), get(4), wideNumber(1), do(opI64Add), do(opI64Store)},
				[]instr{do(opGlobalSet), get(stack), get(4), wideNumber(200), do(opI64Add), do(opI64Store)},
			),
		},
		"its own number, and what is like another's": {
			slices.Concat(called(5<<16|1), called(6<<16|2)),
			slices.Concat([]instr{do(opGlobalSet), get(stack), get(4), wideNumber(1), do(opI64Add), do(opI64Store)}, called(6<<16|2)),
		},
		"a jump forth": {
			jump(1),
			slices.Concat(jump(0)[:7], []instr{to(opBrIf, 0)}, jump(0)[12:]),
		},
		"a jump back":             {jump(0), jump(0)},
		"a jump, and what it set": {jump(1, get(place)), jump(1, get(place))},
		"unwinding": {
			slices.Concat(jump(0)[:7], []instr{to(opBrIf, 2)}, jump(0)[12:]),
			slices.Concat(jump(0)[:7], []instr{begin(opIf), number(1), do(opReturn), do(opEnd)}, jump(0)[12:]),
		},
	} {
		t.Run(name, func(t *testing.T) {
			body := code{locals: []byte{2, 1, 0x7f, 2, 0x7e}, does: slices.Concat(start, tt.give)}.bytes()
			c, ok := decode(body)
			if !ok || !bytes.Equal(c.bytes(), body) {
				t.Fatalf("%x: got %x, %t, want the same", body, c.bytes(), ok)
			}
			c.shorten(5)
			locals := "\x02\x01\x7f\x02\x7e"
			var first []instr
			if strings.HasPrefix(name, "its own number") {
				locals = "\x03\x01\x7f\x02\x7e\x01\x7e"
				first = []instr{wideNumber(5 << 16), to(opSet, 4)}
			}
			got, want := code{does: c.does}.bytes(), code{does: slices.Concat(first, start, tt.want)}.bytes()
			if !bytes.Equal(got, want) {
				t.Errorf("got\n%x, want\n%x", got, want)
			}
			if string(c.locals) != locals {
				t.Errorf("got locals %x, want %x", c.locals, locals)
			}
		})
	}
}

// A function of another kind is not Go's own: its first local is no stack pointer.
func TestShortenLeavesOthers(t *testing.T) {
	c := code{does: []instr{get(stack), do(opExtend), do(opWrap)}}
	if c.shorten(5); len(c.does) != 3 {
		t.Errorf("got %v, want it as it was", c.does)
	}
}

// Code that is no code is told, and takes no time to be.
func TestShortenTellsOfBadCode(t *testing.T) {
	module := func(sections ...string) []byte { return []byte("\x00asm\x01\x00\x00\x00" + strings.Join(sections, "")) }
	types, funcs := "\x01\x06\x01\x60\x01\x7f\x01\x7f", "\x03\x02\x01\x00"
	for name, tt := range map[string]struct {
		module []byte
		want   string
	}{
		"an instruction": {module(types, funcs, "\x0a\x05\x01\x03\x00\xd0\x0b"), "function 0 has an instruction"},
		"cut":            {module(types, funcs, "\x0a\x05\x01\x09\x00\x00\x0b"), "ends early"},
		"many":           {module(types, funcs, "\x0a\x04\xff\xff\xff\x1f"), "ends early"},
	} {
		if _, err := shorten(tt.module); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
	other := module("\x01\x05\x01\x60\x01\x7f\x00", funcs, "\x0a\x05\x01\x03\x00\xd0\x0b")
	if got, err := shorten(other); err != nil || !bytes.Equal(got, other) {
		t.Errorf("got %x, %v, want a function of another type as it was", got, err)
	}
}
