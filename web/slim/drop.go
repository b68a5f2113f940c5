package slim

import (
	"slices"
	"strings"
)

// dropLines takes out the files and lines of libraries' functions.
func (t *table) dropLines() {
	for _, f := range t.funcs {
		if !in(f.name, own) {
			t.drop(f.at+fileField, f.at+lineField)
			t.set(f.at+unitField, 0)
			t.set(f.at+startField, 0)
		}
	}
}

// dropUnsafePoints takes out where a signal may not stop a function: wasm has none.
func (t *table) dropUnsafePoints() {
	for _, f := range t.funcs {
		if fields := t.pcdata(f); len(fields) > 0 {
			t.drop(fields[0]) // abi.PCDATA_UnsafePoint
		}
	}
}

// drop makes fields name no table. What they named goes in dropTables.
func (t *table) drop(fields ...int) {
	for _, field := range fields {
		t.dropped[t.word(field)] = true
		t.set(field, 0)
	}
}

// dropTables clears what was dropped, but for what a function still names.
func (t *table) dropTables() {
	for _, f := range t.funcs {
		for _, field := range t.tables(f) {
			delete(t.dropped, t.word(field))
		}
	}
	for at := range t.dropped {
		clear(t.mem[t.pcs+at : t.pcs+at+t.length(at)])
	}
}

// length is that of a table of pairs, each a value's change and for how long it
// holds, which a change of nothing ends, unless it is the first; see runtime.step.
func (t *table) length(at int) int {
	r := reader{data: t.mem[t.pcs:], pos: at}
	for first := true; !r.bad && (r.number() != 0 || first); first = false {
		r.number()
	}
	return r.pos - at
}

// dropNames gives the functions of libraries one name for each kind.
func (t *table) dropNames() {
	kind := map[string][]function{}
	for _, f := range t.funcs {
		if !in(f.name, own) && !slices.Contains(named, f.name) {
			i := slices.IndexFunc(kinds, func(prefix string) bool { return strings.HasPrefix(f.name, prefix) })
			kind[kinds[i]] = append(kind[kinds[i]], f)
		}
	}
	for prefix, list := range kind {
		t.rename(list, prefix+library)
	}
}

// rename gives functions one name, in the place of one that is as long at the least.
func (t *table) rename(list []function, name string) {
	i := slices.IndexFunc(list, func(f function) bool { return len(f.name) >= len(name) })
	if i < 0 {
		return
	}
	shared := t.word(list[i].at + nameField)
	for _, f := range list {
		clear(t.mem[t.names+t.word(f.at+nameField):][:len(f.name)])
		t.set(f.at+nameField, shared)
	}
	copy(t.mem[t.names+shared:], name)
}
