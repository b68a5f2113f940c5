package slim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// The instructions that are looked for (WebAssembly Core Specification, release 3.0, 5.4).
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCallIndirect = 0x11
	opGet          = 0x20
	opSet          = 0x21
	opTee          = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opLoad         = 0x28 // the first of them
	opLoadSigned   = 0x2c
	opLoadByte     = 0x2d
	opI32Store     = 0x36
	opI64Store     = 0x37
	opStore        = 0x3e // the last of them
	opI32Const     = 0x41
	opI64Const     = 0x42
	opEqual        = 0x46
	opLessSigned   = 0x48
	opLess         = 0x49
	opMore         = 0x4b
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32And       = 0x71
	opShiftLeft    = 0x74
	opShiftRight   = 0x76
	opI64Add       = 0x7c
	opWrap         = 0xa7
	opExtend       = 0xad
	opBulk         = 0xfc
)

const void = 0x40 // a block that leaves nothing

// instr is an instruction: its number, if it has one, is written after what comes before it and before the rest.
type instr struct {
	op    byte
	align byte // of a load or store
	arg   int64
	rest  []byte
}

// code is a function's body: the locals it declares, and what it does.
type code struct {
	locals []byte
	does   []instr
}

const (
	typeSection   = 1
	importSection = 2 // Go imports functions alone
	funcSection   = 3
	startSection  = 8
	codeSection   = 10
)

// firstNumber is that of the first function of Go's, in the places of its code (cmd/link/internal/wasm).
const firstNumber = 0x1000

// shorten writes the code of a module shorter: what comes before the memory, in sections.
func shorten(module []byte) ([]byte, error) {
	out := slices.Clone(module[:8])
	var kinds []bool
	own := -1
	for r := (reader{data: module, pos: 8}); r.pos < len(module); {
		start := r.pos
		kind := r.byte()
		body := reader{data: r.take(r.number())}
		switch kind {
		case typeSection:
			own = ownType(body)
		case funcSection:
			kinds = ofType(body, own)
		}
		if kind != codeSection {
			out = append(out, module[start:r.pos]...)
			continue
		}
		short, err := shortenAll(body, kinds)
		if err != nil {
			return nil, err
		}
		out = appendSection(out, codeSection, short)
	}
	return out, nil
}

// ownType is the number of the type that Go's functions have: a place to go on at, to whether to unwind.
func ownType(r reader) int {
	for i := range r.number() {
		if r.want(0x60); r.bad {
			break
		}
		params := r.take(r.number())
		results := r.take(r.number())
		if string(params) == "\x7f" && string(results) == "\x7f" {
			return i
		}
	}
	return -1
}

// ofType tells of each function whether it has a type.
func ofType(r reader, kind int) (is []bool) {
	for n := r.number(); n > 0 && !r.bad; n-- {
		is = append(is, r.number() == kind)
	}
	return is
}

func shortenAll(r reader, own []bool) ([]byte, error) {
	count := r.number()
	out := binary.AppendUvarint(nil, uint64(count))
	for i := range count {
		body := r.take(r.number())
		if r.bad {
			break
		}
		if i < len(own) && own[i] {
			c, ok := decode(body)
			if !ok {
				return nil, fmt.Errorf("function %d has an instruction that Go 1.26 does not write", i)
			}
			c.shorten(int64(firstNumber + i))
			body = c.bytes()
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	if r.bad {
		return nil, errors.New("the code ends early")
	}
	return out, nil
}

func decode(body []byte) (c code, ok bool) {
	r := reader{data: body}
	for n := r.number(); n > 0 && !r.bad; n-- {
		r.number()
		r.byte()
	}
	c.locals = body[:r.pos]
	for r.pos < len(body) && !r.bad {
		c.does = append(c.does, r.instr())
	}
	return c, !r.bad
}

// instr reads an instruction, of those that Go writes.
func (r *reader) instr() (i instr) {
	i.op = r.byte()
	switch op := i.op; {
	case op >= opBlock && op <= opIf:
		i.rest = r.take(1)
	case op == opBr, op == opBrIf, op == 0x10, op >= opGet && op <= opGlobalSet:
		i.arg = int64(r.number())
	case op == opBrTable:
		i.rest = r.table()
	case op == opCallIndirect:
		i.arg, i.rest = int64(r.number()), r.take(1)
	case op >= opLoad && op <= opStore:
		i.align, i.arg = r.byte(), r.offset()
	case op == opI32Const, op == opI64Const:
		i.arg = r.integer()
	case op == 0x43, op == 0x44: // constants with a point
		i.rest = r.take(4 * int(op-0x42))
	case op == 0x3f, op == 0x40: // how much memory there is, and more of it
		i.rest = r.take(1)
	case op == opBulk:
		i.rest = r.bulk()
	case op > opStore && op <= 0xc4, op <= 0x01, op == 0x05, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b:
	default:
		r.bad = true
	}
	return i
}

func (r *reader) table() []byte {
	start := r.pos
	for n := r.number() + 1; n > 0 && !r.bad; n-- {
		r.number()
	}
	return r.data[start:r.pos]
}

// bulk reads a conversion that saturates, or a copy or a fill of memory.
func (r *reader) bulk() []byte {
	start := r.pos
	switch kind := r.number(); {
	case kind == 10:
		r.take(2)
	case kind == 11:
		r.take(1)
	case kind > 7:
		r.bad = true
	}
	return r.data[start:r.pos]
}

// offset reads how far from an address a load or store is: as far as frames of a call by reflection are long.
func (r *reader) offset() int64 {
	v, n := binary.Uvarint(r.data[min(r.pos, len(r.data)):])
	if r.take(n); n <= 0 || v > math.MaxUint32 {
		r.bad = true
	}
	return int64(v)
}

// integer reads a signed LEB128.
func (r *reader) integer() (v int64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			unused := max(0, 57-shift)
			return v << unused >> unused
		}
	}
	r.bad = true
	return 0
}

func (c code) bytes() []byte {
	out := slices.Clone(c.locals)
	for _, i := range c.does {
		out = i.append(out)
	}
	return out
}

func (i instr) append(to []byte) []byte {
	to = append(to, i.op)
	switch op := i.op; {
	case op == opBr, op == opBrIf, op == 0x10, op == opCallIndirect, op >= opGet && op <= opGlobalSet:
		to = binary.AppendUvarint(to, uint64(i.arg))
	case op >= opLoad && op <= opStore:
		to = binary.AppendUvarint(append(to, i.align), uint64(i.arg))
	case op == opI32Const, op == opI64Const:
		to = appendInteger(to, i.arg)
	}
	return append(to, i.rest...)
}

func appendInteger(to []byte, v int64) []byte {
	for v < -0x40 || v >= 0x40 {
		to = append(to, byte(v)|0x80)
		v >>= 7
	}
	return append(to, byte(v)&0x7f)
}
