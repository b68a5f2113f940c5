package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// magic starts the table: runtime.pcHeader since Go 1.20, for instructions of one byte and pointers of eight.
const magic = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Where the fields of runtime._func are, in bytes.
const (
	nameField   = 4
	deltaField  = 16
	fileField   = 20
	lineField   = 24
	pcdataCount = 28
	unitField   = 32
	startField  = 36
	kindField   = 40
	pcdataField = 44

	funcdataCount = 43 // in one byte
)

// maxTables is the most tables with a number that a function has: abi.PCDATA_ counts four.
const maxTables = 8

// table is the functions of an engine, as runtime.moduledata finds them: all that it names is known to lie in memory.
type table struct {
	mem         []byte
	names, pcs  int // where names start, and tables of values by program counter
	units, list int // where names of files start, and the functions
	facts       int // where what functions have besides starts (runtime.moduledata.gofunc)
	buckets     int // where the functions by their places start (runtime.moduledata.findfunctab)
	namesLength int
	funcs       []function
}

type function struct {
	at   int // of its runtime._func in memory
	name string
}

func find(mem []byte) (*table, error) {
	start := bytes.Index(mem, []byte(magic))
	if start < 0 || len(mem)-start < 72 {
		return nil, errors.New("there is no table of functions of Go 1.20 to 1.26")
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(mem[start+8*i:])) }
	count, names, units, pcs, list := word(1), word(4), word(5), word(7), word(8)
	size := len(mem) - start
	if count < 0 || count > size/8 || names < 72 || units < names || pcs < units || list < pcs || list > size-8*count {
		return nil, errors.New("the table of functions has a header that Go 1.26 does not write")
	}
	t := &table{mem: mem, names: start + names, namesLength: units - names, pcs: start + pcs, units: start + units, list: start + list}
	if err := t.locate(start); err != nil {
		return nil, err
	}
	return t, t.read(t.list, count)
}

// Where runtime.moduledata has what is read of it, in words.
const (
	bucketsWord = 19
	factsWord   = 40
)

// locate takes from runtime.moduledata, which starts with where the header and the names are, what only that tells.
func (t *table) locate(header int) error {
	names := binary.LittleEndian.AppendUint64(nil, uint64(t.names))
	at := bytes.Index(t.mem, append(binary.LittleEndian.AppendUint64(nil, uint64(header)), names...))
	if at < 0 || len(t.mem)-at < 8*(factsWord+1) {
		return errors.New("nothing names the table of functions as Go 1.26 does")
	}
	t.buckets, t.facts = t.word(at+8*bucketsWord), t.word(at+8*factsWord)
	if t.buckets > len(t.mem) || t.facts > len(t.mem) {
		return errors.New("the table of functions names places outside of memory")
	}
	return nil
}

// read takes the functions. An entry names a place in the code and a record in the table, which starts with that place.
func (t *table) read(list, count int) error {
	for i := range count {
		entry := t.word(list + 8*i)
		f := function{at: list + t.word(list+8*i+4)}
		if f.at > len(t.mem)-pcdataField-4*maxTables || t.word(f.at) != entry || t.word(f.at+pcdataCount) > maxTables {
			return fmt.Errorf("function %d has no record as Go 1.26 writes it", i)
		}
		if end := f.at + pcdataField + 4*t.word(f.at+pcdataCount) + 4*int(t.mem[f.at+funcdataCount]); end > len(t.mem) {
			return fmt.Errorf("the record of function %d ends outside of memory", i)
		}
		for _, field := range t.tables(f) {
			if t.word(field) >= len(t.mem)-t.pcs {
				return fmt.Errorf("function %d names a table outside of memory", i)
			}
		}
		name, ok := []byte(nil), false
		if at := t.word(f.at + nameField); at < t.namesLength {
			name, _, ok = bytes.Cut(t.mem[t.names+at:], []byte{0})
		}
		if f.name = string(name); !ok || f.name == "" {
			return fmt.Errorf("function %d has no name", i)
		}
		t.funcs = append(t.funcs, f)
	}
	return nil
}

func (t *table) tables(f function) []int {
	return append(t.pcdata(f), f.at+deltaField, f.at+fileField, f.at+lineField)
}

// pcdata are the fields of a function that name the tables with a number.
func (t *table) pcdata(f function) []int {
	fields := make([]int, t.word(f.at+pcdataCount))
	for i := range fields {
		fields[i] = f.at + pcdataField + 4*i
	}
	return fields
}

func (t *table) word(at int) int { return int(binary.LittleEndian.Uint32(t.mem[at:])) }

func (t *table) set(at, value int) { binary.LittleEndian.PutUint32(t.mem[at:], uint32(value)) }

// dropLines also drops where a signal may not stop a function, since wasm has none, and what was inlined where: a trace
// tells of the function that it was inlined in.
func (t *table) dropLines() {
	for _, f := range t.funcs {
		for i, field := range t.pcdata(f) {
			if i != stackMap {
				t.set(field, 0)
			}
		}
		t.set(f.at+fileField, 0)
		t.set(f.at+lineField, 0)
		t.set(f.at+unitField, 0)
		t.set(f.at+startField, 0)
	}
}

// dropFiles clears the names of files, and which of them a function has: no line leads there any more.
func (t *table) dropFiles() { clear(t.mem[t.units:t.pcs]) }

// dropTables writes the tables that are left in the order of their functions, so that fill finds each that no function
// before has named.
func (t *table) dropTables() error {
	kept := []byte{0}
	at := map[string]int{}
	for _, f := range t.funcs {
		for _, field := range t.kept(f) {
			from := t.word(field)
			if from == 0 {
				continue
			}
			text := t.mem[t.pcs+from:][:t.length(from)]
			place, had := at[string(text)]
			if !had {
				at[string(text)] = len(kept)
				kept = append(kept, text...)
				place = none
			}
			t.set(field, place)
		}
	}
	if len(kept) > t.list-t.pcs {
		return errors.New("functions name tables that Go 1.26 does not write")
	}
	clear(t.mem[t.pcs:][copy(t.mem[t.pcs:], kept) : t.list-t.pcs])
	return nil
}

// kept are the fields that name tables still: where the frame is, and what lives in it.
func (t *table) kept(f function) []int {
	fields := []int{f.at + deltaField}
	if all := t.pcdata(f); len(all) > stackMap {
		fields = append(fields, all[stackMap])
	}
	return fields
}

// length is that of a table of pairs, each a value's change and for how long it
// holds, which a change of nothing ends, unless it is the first; see runtime.step.
func (t *table) length(at int) int {
	start := t.pcs + at
	end := start
	for first := true; end < len(t.mem) && (t.mem[end] != 0 || first); first = false {
		end = t.afterNumber(t.afterNumber(end))
	}
	return min(end+1, len(t.mem)) - start
}

// afterNumber is where a number ends, of any size.
func (t *table) afterNumber(at int) int {
	for at < len(t.mem) && t.mem[at] >= 0x80 {
		at++
	}
	return at + 1
}

// wrapper is abi.FuncIDWrapper: a method of a value, called by a pointer. Where that is nil, runtime.panicwrap takes the
// parts of the message from the function's name, and ends the program where it does not find them.
const wrapper = 23

func (t *table) wraps(f function) bool {
	return t.mem[f.at+kindField] == wrapper && strings.Contains(f.name, ".(*")
}

// dropNames gives the functions of libraries one name for each kind, and writes those first. Names of Lily's own follow
// in the order of their functions, which fill finds by that; it returns where they start.
func (t *table) dropNames() (own int, err error) {
	at := map[string]int{}
	var names []byte
	for _, theirs := range []bool{true, false} {
		if !theirs {
			own = len(names)
		}
		for _, f := range t.funcs {
			name, told := t.told(f)
			if told == theirs {
				continue
			}
			place, had := at[name]
			if !had {
				place = len(names)
				at[name] = place
				names = append(append(names, name...), 0)
			}
			if had || theirs {
				t.set(f.at+nameField, place)
			} else {
				t.set(f.at+nameField, none)
			}
		}
	}
	if len(names) > t.namesLength {
		return 0, errors.New("the names of functions are fewer than Go 1.26 writes")
	}
	clear(t.mem[t.names:][copy(t.mem[t.names:], names):t.namesLength])
	return t.names + own, nil
}

// told is the name by which a trace tells of a function, and whether that is its own.
func (t *table) told(f function) (name string, told bool) {
	if in(f.name, own) || slices.Contains(named, f.name) {
		return f.name, in(f.name, own)
	}
	i := slices.IndexFunc(kinds, func(prefix string) bool { return strings.HasPrefix(f.name, prefix) })
	name = kinds[i] + library
	if t.wraps(f) {
		name += ".(*T).method"
	}
	return name, false
}
