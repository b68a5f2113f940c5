package slim

// skeleton is how Go writes a function's basic blocks: each is the end of a block of WebAssembly, and a table of
// branches at the start goes to the one that the place names. A jump sets the place and goes to the start.
//
//	block           unwinding
//	 loop           a jump
//	  block ×n
//	   get place
//	   br_table     the block for each place
//	  end
//	  …             what block 0 does
//	  end
//	  …             what block 1 does
type skeleton struct {
	loop, table int
	blocks      []int // for each place, the instruction that opened what ends where its block starts
}

func (c *code) skeleton() (s skeleton, ok bool) {
	var open []int
	for i, in := range c.does {
		switch in.op {
		case opLoop:
			s.loop = i
			open = append(open, i)
		case opBlock:
			open = append(open, i)
		case opBrTable:
			s.table = i
			ok = s.loop > 0 && c.at(i-1, opGet) && c.does[i-1].arg == place && s.read(in.rest, open)
			return s, ok
		case opGlobalGet, opGet:
		case opSet:
			if in.arg != stack {
				return s, false
			}
		default:
			return s, false
		}
	}
	return s, false
}

// read takes the table: how many blocks out each branch goes.
func (s *skeleton) read(table []byte, open []int) bool {
	r := reader{data: table}
	for n := r.number() + 1; n > 0 && !r.bad; n-- {
		out := r.number()
		if out >= len(open) {
			return false
		}
		s.blocks = append(s.blocks, open[len(open)-1-out])
	}
	return !r.bad
}

// jumps goes straight to a block that comes later, where Go goes by way of the start. None may read the place but the
// table, and calls of what a variable names, which set it before.
func (c *code) jumps() {
	s, ok := c.skeleton()
	if !ok || c.placeIsRead(s) {
		return
	}
	var open []int
	c.rewrite(func(i int) ([]instr, int) {
		switch op := c.does[i].op; {
		case op >= opBlock && op <= opIf:
			open = append(open, i)
		case op == opEnd && len(open) > 0:
			open = open[:len(open)-1]
		}
		if out, ok := c.straight(s, i, open); ok {
			return []instr{{op: opBr, arg: int64(out)}}, 3
		}
		return nil, 0
	})
	c.conditions()
}

func (c *code) placeIsRead(s skeleton) bool {
	for i, in := range c.does {
		if (in.op != opGet && in.op != opTee) || in.arg != place || i == s.table-1 {
			continue
		}
		if called := c.at(i-2, opSet, opI32Const, opGet, opCallIndirect) && c.does[i-2].arg == place; !called {
			return true
		}
	}
	return false
}

// straight is how many blocks out a jump goes that is written at an instruction, if it goes to a block that is to come.
func (c *code) straight(s skeleton, i int, open []int) (out int, ok bool) {
	if !c.at(i, opI32Const, opSet, opBr) || c.does[i+1].arg != place || c.does[i].arg < 0 {
		return 0, false
	}
	last := len(open) - 1
	if to := last - int(c.does[i+2].arg); to < 0 || open[to] != s.loop {
		return 0, false
	}
	block := s.blocks[min(int(c.does[i].arg), len(s.blocks)-1)]
	for k, at := range open {
		if at == block && at > s.loop {
			return last - k, true
		}
	}
	return 0, false
}

// conditions makes a branch that depends of a branch alone in an if.
func (c *code) conditions() {
	c.rewrite(func(i int) ([]instr, int) {
		if !c.at(i, opIf, opBr, opEnd) || c.does[i].rest[0] != void || c.does[i+1].arg == 0 {
			return nil, 0
		}
		return []instr{{op: opBrIf, arg: c.does[i+1].arg - 1}}, 3
	})
}
