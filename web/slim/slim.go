// Package slim makes a built engine smaller to download, by a fifth, as stripping
// does for a native program: it takes out what only a trace would tell, but for the names of
// Lily's own functions, writes the memory that the engine starts with in few pieces, and
// writes the code of each function shorter, or more like that of the others. The list of functions, what finds one by its
// place, and where the tables of each lie are made when the engine starts.
//
// It promises an engine that does the same in the same order, with every table that the collector and the scheduler
// read, and the names of Lily's own functions in a trace. A library's function is called "library" there. No function
// has a file, a line or arguments, and none that was inlined is told of: they are 90 KB of the download, and the place in
// a function that a trace does tell finds the line in the same build without slim.
//
// It does not promise to know the tables of another release of Go: what it
// does not find laid out as Go 1.26 lays it is an error, and code that is not as Go 1.26 writes it stays as it is.
// It is no optimizer: code that is shorter, but less alike from function to function, costs more of a download.
//
//	small, err := slim.Engine(engine)
package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

const library = "library" // what a trace calls a function whose name was taken out

var own = []string{"lily/", "main."} // the functions that a trace tells by name

// kinds are how names begin by which the runtime tells one kind of functions from another
// (runtime.isSystemGoroutine, runtime.showframe); the functions of a kind have one name.
var kinds = []string{"runtime.", "reflect.", "internal/", ""}

// named are the functions that the runtime looks for by their whole names, of which it
// asks where a call's arguments lie (runtime.argMapInternal).
var named = []string{"reflect.makeFuncStub", "reflect.methodValueCall"}

// Engine returns a wasm that Go built, without lines, files, arguments, names of libraries' functions, and the points at
// which a signal may not stop a function. The error says what was not as Go 1.26 makes it.
func Engine(wasm []byte) ([]byte, error) {
	m, err := open(wasm)
	if err != nil {
		return nil, err
	}
	t, err := find(m.mem)
	if err != nil {
		return nil, err
	}
	if err := t.dropFacts(); err != nil {
		return nil, err
	}
	t.dropLines()
	if err := t.dropTables(); err != nil {
		return nil, err
	}
	names, err := t.dropNames()
	if err != nil {
		return nil, err
	}
	t.dropFiles()
	list, err := t.dropList(names)
	if err != nil {
		return nil, err
	}
	if m.before, err = shorten(m.before); err != nil {
		return nil, err
	}
	if m.before, err = starting(m.before, list.code()); err != nil {
		return nil, err
	}
	return m.close(), nil
}

func in(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

const maxMem = 64 << 20 // the most memory that an engine may come with, in bytes

const dataSection = 11 // fills memory (WebAssembly Core Specification, release 3.0, 5.5.14)

// gap is the fewest zeros in a row that are worth a new segment, in bytes. Go's linker takes eight, and writes a hundred
// thousand headers, each with a place that nothing foretells: they cost 120 KB of the download, where zeros cost none.
const gap = 256

// image is a wasm in three: what is before the section that fills memory, the memory it starts with, and what is after.
type image struct{ before, mem, after []byte }

func open(wasm []byte) (*image, error) {
	if !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errors.New("got no WebAssembly, want a module of version 1")
	}
	m := &image{before: wasm}
	for r := (reader{data: wasm, pos: 8}); r.pos < len(wasm); {
		start := r.pos
		kind := r.byte()
		size := r.number()
		end := r.pos + size
		if kind == dataSection {
			m.before, m.after = wasm[:start], wasm[min(end, len(wasm)):]
			m.read(&r)
		}
		if r.bad || end > len(wasm) {
			return nil, fmt.Errorf("section %d ends early, or is not as Go writes it", kind)
		}
		r.pos = end
	}
	return m, nil
}

// read takes the segments: each is active, in the one memory, at a constant.
func (m *image) read(r *reader) {
	for n := r.number(); n > 0 && !r.bad; n-- {
		r.want(0x00, 0x41) // active; i32.const
		at := r.number()
		r.want(0x0b) // end
		data := r.take(r.number())
		if end := at + len(data); end > len(m.mem) {
			m.mem = append(m.mem, make([]byte, end-len(m.mem))...)
		}
		copy(m.mem[at:], data)
	}
}

func (m *image) close() []byte {
	var segments []byte
	count := 0
	for at, end := next(m.mem, 0); at < end; at, end = next(m.mem, end) {
		segments = append(segments, 0x00, 0x41)
		segments = append(signed(segments, at), 0x0b)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, m.mem[at:end]...)
		count++
	}
	counted := append(binary.AppendUvarint(nil, uint64(count)), segments...)
	head := append([]byte{dataSection}, binary.AppendUvarint(nil, uint64(len(counted)))...)
	return slices.Concat(m.before, head, counted, m.after)
}

// next is the run of memory from a place on that no gap of zeros cuts: empty at the end.
func next(mem []byte, from int) (at, end int) {
	for at = from; at < len(mem) && mem[at] == 0; {
		at++
	}
	end = at
	for i := at; i < len(mem) && i-end < gap; i++ {
		if mem[i] != 0 {
			end = i + 1
		}
	}
	return at, end
}

// signed appends a number that is not negative as a signed LEB128: the sign is the bit after the last one.
func signed(to []byte, v int) []byte {
	for ; v >= 0x40; v >>= 7 {
		to = append(to, byte(v)|0x80)
	}
	return append(to, byte(v))
}

// reader reads what is checked once, at the end: after a fault, all is zero.
type reader struct {
	data []byte
	pos  int
	bad  bool
}

func (r *reader) take(n int) []byte {
	if r.bad = r.bad || n < 0 || n > len(r.data)-r.pos; r.bad {
		return nil
	}
	r.pos += n
	return r.data[r.pos-n : r.pos]
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) want(bytes ...byte) {
	r.bad = string(r.take(len(bytes))) != string(bytes) || r.bad
}

// number reads an unsigned LEB128, or a signed one that is not negative.
func (r *reader) number() int {
	v, n := binary.Uvarint(r.data[min(r.pos, len(r.data)):])
	if r.take(n); n <= 0 || v > maxMem || r.bad {
		r.bad = true
		return 0
	}
	return int(v)
}
