package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// fill is the places in memory that a loop can tell: the list of functions, which names of each its place in the code
// and its record, the first word of each record, which is that place again, where its name and its tables by place are if
// they are those in turn, and the buckets that find a function. They are 90 KB of the download. What starts the engine writes them before
// anything else runs.
type fill struct {
	list, end, record, entry int
	names, own               int // where names start, and those that are in turn
	tables                   int // where tables by place start, and those that are in turn one byte later
	buckets, bucketsEnd      int
}

const listed = 8 // bytes of a function in the list

// A bucket of runtime.findfunctab is for so many places in the code: it names the first function there, and which one
// follows for each sixteenth of it. In wasm a function has 1<<16 places, so that buckets count functions.
const (
	bucket      = 20
	perFunction = 4 // as a power of two
)

// dropBuckets clears the buckets, which fill writes: they are 25 KB of the download, and 320 bytes of each function.
func (t *table) dropBuckets(f *fill) error {
	last := (bucket << perFunction) * max(0, len(t.funcs)-1)
	want := make([]byte, last+4)
	for i := range last/bucket + 1 {
		binary.LittleEndian.PutUint32(want[bucket*i:], uint32(i>>perFunction))
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
	f := fill{list: t.list, end: t.list + listed*len(t.funcs), record: t.list + listed*len(t.funcs) + listed, entry: t.word(t.list), names: t.names, own: own, tables: t.pcs}
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
