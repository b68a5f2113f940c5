package slim

import "errors"

// The table with a number that the collector reads (abi.PCDATA_StackMapIndex): the others tell what was inlined, which
// arguments are live, and where a signal may not stop a function.
const stackMap = 1

// What a function has besides, by the numbers of abi.FUNCDATA_, of that which only a trace reads: what is inlined, how
// arguments are printed, and which of them are live.
const (
	inlined   = 3
	arguments = 5
	live      = 6
)

// What stands for none of it, and what ends how arguments are printed (abi.TraceArgsEndSeq).
const (
	none = 0xffffffff
	last = 0xff
)

const inlinedCall = 16 // bytes of runtime.inlinedCall

// dropFacts makes a trace tell no words of memory as a call's arguments, and no call that was inlined.
func (t *table) dropFacts() error {
	sizes := map[int]int{}
	for _, f := range t.funcs {
		for kind, field := range t.factsOf(f) {
			at := t.word(field)
			if at == none || (kind != inlined && kind != arguments && kind != live) {
				continue
			}
			size, ok := t.sizeOf(f, kind, at)
			if !ok {
				return errors.New("a function has facts that Go 1.26 does not write")
			}
			sizes[at] = max(sizes[at], size)
			t.set(field, none)
		}
	}
	for _, f := range t.funcs {
		for _, field := range t.factsOf(f) {
			delete(sizes, t.word(field)) // another kind of fact in the same bytes
		}
	}
	for at, size := range sizes {
		clear(t.mem[t.facts+at:][:size])
	}
	return nil
}

// factsOf are the fields of a function that name what it has besides, by kind.
func (t *table) factsOf(f function) []int {
	fields := make([]int, t.mem[f.at+funcdataCount])
	for i := range fields {
		fields[i] = f.at + pcdataField + 4*t.word(f.at+pcdataCount) + 4*i
	}
	return fields
}

// sizeOf is how many bytes a fact has that is dropped.
func (t *table) sizeOf(f function, kind, at int) (size int, ok bool) {
	if t.facts+at >= len(t.mem) {
		return 0, false
	}
	data := t.mem[t.facts+at:]
	switch kind {
	case inlined:
		size = inlinedCall * (t.highest(f, 2) + 1)
	case live:
		size = 1
	default:
		for size < len(data) && data[size] != last {
			size++
		}
		size++
	}
	return size, size <= len(data)
}

// highest is the highest value in a table with a number.
func (t *table) highest(f function, number int) int {
	fields := t.pcdata(f)
	if number >= len(fields) || t.word(fields[number]) == 0 {
		return -1
	}
	value, most := -1, -1
	r := reader{data: t.mem[t.pcs:], pos: t.word(fields[number])}
	for first := true; !r.bad; first = false {
		change := r.number()
		if change == 0 && !first {
			break
		}
		value += change>>1 ^ -(change & 1)
		most = max(most, value)
		r.number()
	}
	return most
}
