package slim

import "slices"

// The locals of what fill writes: where it is in the list or the buckets, the record, the place in the code or the
// number of the bucket, and the next of the names and of the tables by place.
const (
	atLocal = iota
	recordLocal
	countLocal
	nameLocal
	tableLocal
	locals
)

func pushed(local int64) instr { return instr{op: opGet, arg: local} }
func popped(local int64) instr { return instr{op: opSet, arg: local} }
func constant(v int) instr     { return instr{op: opI32Const, arg: int64(v)} }
func stored(at int) instr      { return instr{op: opI32Store, align: 2, arg: int64(at)} }
func loaded(at int) instr      { return instr{op: opLoad, align: 2, arg: int64(at)} }

// loop does something as long as it leaves a number that is not 0.
func loop(does ...instr) []instr {
	return slices.Concat([]instr{{op: opLoop, rest: []byte{void}}}, does, []instr{{op: opBrIf}, {op: opEnd}})
}

// when does something if what is before it leaves a number that is not 0.
func when(does ...instr) []instr {
	return slices.Concat([]instr{{op: opIf, rest: []byte{void}}}, does, []instr{{op: opEnd}})
}

// step adds to a local.
func step(local int64, by int) []instr {
	return []instr{pushed(local), constant(by), {op: opI32Add}, popped(local)}
}

// until leaves whether a local is still before an end, of what has been stepped over by then.
func until(local int64, by, end int) []instr {
	return []instr{pushed(local), constant(by), {op: opI32Add}, {op: opTee, arg: local}, constant(end), {op: opLess}}
}

// code goes through the list of functions, and through the buckets.
func (f fill) code() []byte {
	return code{locals: []byte{1, locals, 0x7f}, does: slices.Concat(
		[]instr{constant(f.list), popped(atLocal), constant(f.record), popped(recordLocal), constant(f.entry), popped(countLocal)},
		[]instr{constant(f.own), popped(nameLocal), constant(f.tables + 1), popped(tableLocal)},
		loop(slices.Concat(f.function(), step(countLocal, 1), until(atLocal, listed, f.end))...),
		[]instr{constant(f.buckets), popped(atLocal), constant(0), popped(countLocal)},
		loop(slices.Concat(inBucket(), step(countLocal, 1), until(atLocal, bucket, f.bucketsEnd))...),
		[]instr{{op: opEnd}},
	)}.bytes()
}

// function writes a function's place and record into the list and its place into the record, places its name and its
// tables, and goes to the next record.
func (f fill) function() []instr {
	words := []instr{constant(2), {op: opShiftLeft}, {op: opI32Add}}
	return slices.Concat(
		[]instr{pushed(atLocal), pushed(countLocal), stored(0), pushed(recordLocal), pushed(countLocal), stored(0)},
		[]instr{pushed(atLocal), pushed(recordLocal), constant(f.list), {op: opI32Sub}, stored(4)},
		inTurn(nameField, nameLocal, f.names, loop(slices.Concat(
			[]instr{pushed(nameLocal)}, step(nameLocal, 1), []instr{{op: opLoadByte}})...)),
		inTurn(deltaField, tableLocal, f.tables, tableEnd()),
		[]instr{pushed(recordLocal), loaded(pcdataCount), constant(stackMap), {op: opMore}},
		when(inTurn(pcdataField+4*stackMap, tableLocal, f.tables, tableEnd())...),
		[]instr{pushed(recordLocal), pushed(recordLocal), loaded(pcdataCount)}, words,
		[]instr{pushed(recordLocal), {op: opLoadByte, arg: funcdataCount}}, words,
		[]instr{constant(pcdataField + listed - 1), {op: opI32Add}, constant(-listed), {op: opI32And}, popped(recordLocal)},
	)
}

// inTurn writes where the next of what is in turn lies into a field that says so, and goes to its end.
func inTurn(field int, local int64, from int, end []instr) []instr {
	place := []instr{pushed(recordLocal), pushed(local), constant(from), {op: opI32Sub}, stored(field)}
	return slices.Concat(
		[]instr{pushed(recordLocal), loaded(field), constant(-1), {op: opEqual}},
		when(slices.Concat(place, end)...),
	)
}

// tableEnd goes over pairs of numbers, each ended by a byte without its highest bit, and the zero after them.
func tableEnd() []instr {
	number := loop(slices.Concat([]instr{pushed(tableLocal)}, step(tableLocal, 1), []instr{{op: opLoadSigned}, constant(0), {op: opLessSigned}})...)
	return slices.Concat(loop(slices.Concat(number, number, []instr{pushed(tableLocal), {op: opLoadByte}})...), step(tableLocal, 1))
}

// inBucket writes the first function of a bucket.
func inBucket() []instr {
	return []instr{pushed(atLocal), pushed(countLocal), constant(perFunction), {op: opShiftRight}, stored(0)}
}
