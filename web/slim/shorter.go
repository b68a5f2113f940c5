package slim

import (
	"encoding/binary"
	"slices"
)

// Go keeps its stack pointer in the first global and in the first local after a function's one parameter, which is the
// place to go on at: the function is left and entered anew whenever its goroutine changes.
const (
	place = 0 // the parameter
	stack = 1 // the local
)

// shorten makes a function do the same in fewer bytes, or in such as the next function has too. What each step looks
// for is what Go 1.26 writes (cmd/internal/obj/wasm); where it is not found, nothing changes.
func (c *code) shorten(own int64) {
	if !c.at(0, opGlobalGet, opSet) || c.does[1].arg != stack {
		return // no function of Go's own
	}
	c.addresses()
	c.foldOffsets()
	c.jumps()
	c.unwinds()
	c.returns()
	c.ownNumber(own)
}

// at tells whether instructions start at a place.
func (c *code) at(i int, ops ...byte) bool {
	if i < 0 || len(c.does)-i < len(ops) {
		return false
	}
	for k, op := range ops {
		if c.does[i+k].op != op {
			return false
		}
	}
	return true
}

// rewrite puts what replace returns in the place of the n instructions that it took; of none, all stays.
func (c *code) rewrite(replace func(i int) (with []instr, n int)) {
	out := make([]instr, 0, len(c.does))
	for i := 0; i < len(c.does); {
		with, n := replace(i)
		if n == 0 {
			with, n = c.does[i:i+1], 1
		}
		out = append(out, with...)
		i += n
	}
	c.does = out
}

// addresses takes the way through 64 bits out of a sum that 32 bits of are used, and out of a constant.
func (c *code) addresses() {
	c.rewrite(func(i int) ([]instr, int) {
		switch {
		case c.at(i, opExtend, opI64Const, opI64Add, opWrap):
			return []instr{{op: opI32Const, arg: int64(int32(c.does[i+1].arg))}, {op: opI32Add}}, 4
		case c.at(i, opExtend, opWrap):
			return nil, 2
		case c.at(i, opI64Const, opWrap):
			return []instr{{op: opI32Const, arg: int64(int32(c.does[i].arg))}}, 2
		}
		return nil, 0
	})
}

const maxOffset = 1 << 20 // the most that is added to the stack pointer: there is memory after it

// foldOffsets lets a load or store add what was added to the stack pointer before.
func (c *code) foldOffsets() {
	for i := 0; i < len(c.does); i++ {
		if !c.at(i, opGet, opI32Const, opI32Add) || c.does[i].arg != stack {
			continue
		}
		by := c.does[i+1].arg
		if to := c.user(i + 3); to > 0 && by >= 0 && by < maxOffset {
			c.does[to].arg += by
			c.does = slices.Delete(c.does, i+1, i+3)
		}
	}
}

// user is the load or store whose address is what lies on the stack before an instruction, or 0.
func (c *code) user(from int) int {
	for i, above := from, 0; i < len(c.does); i++ {
		takes, gives, ok := c.does[i].effect()
		switch {
		case !ok:
			return 0
		case takes <= above:
			above += gives - takes
		case takes == above+1 && c.does[i].op >= opLoad && c.does[i].op <= opStore:
			return i
		default:
			return 0
		}
	}
	return 0
}

// effect is how many values an instruction takes and gives; not of those that go elsewhere.
func (i instr) effect() (takes, gives int, ok bool) {
	switch op := i.op; {
	case op == opGet, op == opGlobalGet, op >= opI32Const && op <= 0x44:
		return 0, 1, true
	case op == opSet, op == opGlobalSet, op == 0x1a:
		return 1, 0, true
	case op == opTee, op >= opLoad && op <= 0x35: // loads
		return 1, 1, true
	case op > 0x35 && op <= opStore:
		return 2, 0, true
	case op == 0x45, op == 0x50, op >= 0x67 && op <= 0x69, op >= 0x79 && op <= 0x7b, // of one number
		op >= 0x8b && op <= 0x91, op >= 0x99 && op <= 0x9f, op >= opWrap && op <= 0xc4:
		return 1, 1, true
	case op > 0x45 && op <= 0xa6: // of two
		return 2, 1, true
	}
	return 0, 0, false
}

// unwinds leaves a function that is to unwind where it is called, and not by a branch to its end, which lies at another
// depth for each call.
func (c *code) unwinds() {
	n := len(c.does)
	if n < 4 || !c.at(n-4, opUnreachable, opEnd, opI32Const, opEnd) || c.does[n-2].arg != 1 {
		return
	}
	var open []byte
	c.rewrite(func(i int) ([]instr, int) {
		in := c.does[i]
		open = nest(open, in.op)
		if in.op != opBrIf || int(in.arg) != len(open)-1 || open[0] != opBlock {
			return nil, 0
		}
		return []instr{{op: opIf, rest: []byte{void}}, {op: opI32Const, arg: 1}, {op: opReturn}, {op: opEnd}}, 1
	})
}

// nest keeps what is open at an instruction: what opened it.
func nest(open []byte, op byte) []byte {
	switch {
	case op >= opBlock && op <= opIf:
		return append(open, op)
	case op == opEnd && len(open) > 0:
		return open[:len(open)-1]
	}
	return open
}

// returns gives back a frame and a return address in one sum, and does not keep a stack pointer that none reads.
func (c *code) returns() {
	add := []byte{opGet, opI32Const, opI32Add, opTee, opGlobalSet}
	once := append(slices.Clone(add), opI32Const, opReturn)
	twice := append(slices.Clone(add), once...)
	c.rewrite(func(i int) ([]instr, int) {
		n := 0
		if c.at(i, twice...) {
			n = len(add)
		} else if !c.at(i, once...) {
			return nil, 0
		}
		sum := c.does[i : i+n+len(add)]
		if slices.ContainsFunc(sum, func(in instr) bool { return !in.ofStack() }) {
			return nil, 0
		}
		by := instr{op: opI32Const, arg: sum[1].arg}
		if n > 0 {
			by.arg += sum[n+1].arg
		}
		return []instr{sum[0], by, sum[2], sum[4]}, len(sum)
	})
}

// ofStack tells whether an instruction that reads or writes a variable is about the stack pointer, as all others are.
func (i instr) ofStack() bool {
	switch i.op {
	case opGet, opTee:
		return i.arg == stack
	case opGlobalSet:
		return i.arg == 0
	}
	return true
}

// ownNumber keeps a function's own number, which each return address has, in a local: a constant for each call is
// one that no other function has. It comes first, beside the function's length and locals, which are its own too.
func (c *code) ownNumber(own int64) {
	local := int64(-1)
	for i := 0; i < len(c.does); i++ {
		if !c.returnAddress(i, own) {
			continue
		}
		if local < 0 {
			local = c.newLocal()
		}
		block := instr{op: opI64Const, arg: c.does[i+2].arg & 0xffff}
		c.does = slices.Replace(c.does, i+2, i+3, instr{op: opGet, arg: local}, block, instr{op: opI64Add})
	}
	if local >= 0 {
		c.does = slices.Insert(c.does, 0, instr{op: opI64Const, arg: own << 16}, instr{op: opSet, arg: local})
	}
}

// returnAddress tells whether one is written at a place: by its number and a block's, in 48 and 16 bits.
func (c *code) returnAddress(i int, own int64) bool {
	return c.at(i, opGlobalSet, opGet, opI64Const, opI64Store) && c.does[i].arg == 0 && c.does[i+1].arg == stack &&
		c.does[i+2].arg>>16 == own && c.does[i+3].arg == 0
}

// newLocal declares another local of 64 bits.
func (c *code) newLocal() int64 {
	r := reader{data: c.locals}
	groups := r.number()
	rest := c.locals[r.pos:]
	count := 1 // the parameter
	for range groups {
		count += r.number()
		r.byte()
	}
	c.locals = slices.Concat(binary.AppendUvarint(nil, uint64(groups+1)), rest, []byte{1, 0x7e})
	return int64(count)
}
