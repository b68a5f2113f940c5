package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// fill is the places in memory that a loop can tell: the list of functions, which names of each its place in the code
// and its record, the first word of each record, which is that place again, where its name is if it is one of those in
// turn, and the buckets that find a function. They are 80 KB of the download. What starts the engine writes them before
// anything else runs.
type fill struct {
	list, end, record, entry int
	names, own               int // where names start, and those that are in turn
	buckets, bucketsEnd      int
}

const listed = 8 // bytes of a function in the list

// A bucket of runtime.findfunctab is for so many places in the code: it names the first function there, and which one
// follows for each sixteenth of it. In wasm a function has 1<<16 places, so that buckets count functions.
const (
	bucket     = 20
	inFunction = 1 << 16 / 4096
)

// dropBuckets clears the buckets, which fill writes: they are 25 KB of the download, and 320 bytes of each function.
func (t *table) dropBuckets(f *fill) error {
	last := bucket * inFunction * max(0, len(t.funcs)-1)
	want := make([]byte, last+4)
	for i := range last/bucket + 1 {
		binary.LittleEndian.PutUint32(want[bucket*i:], uint32(i/inFunction))
	}
	if !bytes.HasPrefix(t.mem[t.buckets:], want) {
		return errors.New("functions are not found by their places as Go 1.26 finds them")
	}
	f.buckets, f.bucketsEnd = t.buckets, t.buckets+len(want)
	clear(t.mem[f.buckets:f.bucketsEnd])
	return nil
}

// dropList clears what fill writes, if it is as fill would write it.
func (t *table) dropList(own int) (fill, error) {
	f := fill{list: t.list, end: t.list + listed*len(t.funcs), record: t.list + listed*len(t.funcs) + listed, entry: t.word(t.list), names: t.names, own: own}
	at := f.record
	for i, fn := range t.funcs {
		if fn.at != at || t.word(fn.at) != f.entry+i || t.list%listed != 0 {
			return f, errors.New("the records of functions do not follow each other as Go 1.26 writes them")
		}
		at = t.after(fn)
	}
	for _, fn := range t.funcs {
		t.set(fn.at, 0)
	}
	clear(t.mem[f.list:f.end])
	return f, t.dropBuckets(&f)
}

// after is where the record after a function's is.
func (t *table) after(f function) int {
	end := f.at + pcdataField + 4*t.word(f.at+pcdataCount) + 4*int(t.mem[f.at+funcdataCount])
	return (end + listed - 1) &^ (listed - 1)
}

// code goes through the list with three locals: where it is in the list, the record, and the place in the code.
func (f fill) code() []byte {
	const list, record, entry, name = 0, 1, 2, 3
	get := func(v int64) instr { return instr{op: opGet, arg: v} }
	set := func(v int64) instr { return instr{op: opSet, arg: v} }
	number := func(v int) instr { return instr{op: opI32Const, arg: int64(v)} }
	store := func(at int64) instr { return instr{op: opI32Store, align: 2, arg: at} }
	add, words := instr{op: opI32Add}, []instr{number(2), {op: opShiftLeft}, {op: opI32Add}}
	return code{locals: []byte{1, 4, 0x7f}, does: slices.Concat(
		[]instr{number(f.list), set(list), number(f.record), set(record), number(f.entry), set(entry), number(f.own), set(name)},
		[]instr{{op: opLoop, rest: []byte{void}}},
		[]instr{get(list), get(entry), store(0), get(record), get(entry), store(0)},
		[]instr{get(list), get(record), number(f.list), {op: opI32Sub}, store(4)},
		[]instr{get(record), {op: opLoad, align: 2, arg: nameField}, number(-1), {op: opEqual}, {op: opIf, rest: []byte{void}}},
		[]instr{get(record), get(name), number(f.names), {op: opI32Sub}, store(nameField)},
		[]instr{{op: opLoop, rest: []byte{void}}, get(name), get(name), number(1), add, set(name)},
		[]instr{{op: opLoadByte}, {op: opBrIf}, {op: opEnd}, {op: opEnd}},
		[]instr{get(record), get(record), {op: opLoad, align: 2, arg: pcdataCount}}, words,
		[]instr{get(record), {op: opLoadByte, arg: funcdataCount}}, words,
		[]instr{number(pcdataField + listed - 1), add, number(-listed), {op: opI32And}, set(record)},
		[]instr{get(entry), number(1), add, set(entry)},
		[]instr{get(list), number(listed), add, {op: opTee, arg: list}, number(f.end), {op: opLess}, {op: opBrIf}, {op: opEnd}},
		[]instr{number(f.buckets), set(list), number(0), set(entry)},
		[]instr{{op: opLoop, rest: []byte{void}}, get(list), get(entry), number(4), {op: opShiftRight}, store(0)},
		[]instr{get(entry), number(1), add, set(entry)},
		[]instr{get(list), number(bucket), add, {op: opTee, arg: list}, number(f.bucketsEnd), {op: opLess}, {op: opBrIf}},
		[]instr{{op: opEnd}, {op: opEnd}},
	)}.bytes()
}

// starting gives a module another function, which runs before any other.
func starting(module, body []byte) ([]byte, error) {
	out := slices.Clone(module[:8])
	kind, own, started := 0, 0, false
	for r := (reader{data: module, pos: 8}); r.pos < len(module); {
		section := r.byte()
		data := r.take(r.number())
		in := reader{data: data}
		switch section {
		case typeSection:
			kind, data = more(&in, []byte{0x60, 0, 0})
		case importSection:
			own += in.number()
		case funcSection:
			var n int
			n, data = more(&in, binary.AppendUvarint(nil, uint64(kind)))
			own += n
		case startSection:
			return nil, errors.New("the engine has a function that starts it, which Go 1.26 does not write")
		case codeSection:
			_, data = more(&in, append(binary.AppendUvarint(nil, uint64(len(body))), body...))
		}
		if section > startSection && !started {
			out = appendSection(out, startSection, binary.AppendUvarint(nil, uint64(own)))
			started = true
		}
		out = appendSection(out, section, data)
	}
	return out, nil
}

// more adds one to a list, and tells how many there were.
func more(r *reader, one []byte) (count int, list []byte) {
	count = r.number()
	return count, slices.Concat(binary.AppendUvarint(nil, uint64(count+1)), r.data[r.pos:], one)
}

func appendSection(to []byte, kind byte, data []byte) []byte {
	return append(binary.AppendUvarint(append(to, kind), uint64(len(data))), data...)
}
