package main

// smaller leaves out what a page never asks of Go's library. Nobody traces its runtime or reads its metrics, and a table
// of powers of ten is 11 KB that no compressor makes smaller: they are told when a number asks for one.
var smaller = []change{
	{"runtime/traceruntime.go", "\nfunc traceEnabled() bool {\n", "\treturn false\n"},
	{"runtime/traceruntime.go", "\nfunc traceAllocFreeEnabled() bool {\n", "\treturn false\n"},
	{"runtime/traceruntime.go", "\nfunc traceShuttingDown() bool {\n", "\treturn false\n"},
	{"runtime/traceruntime.go", "\nfunc (tl traceLocker) ok() bool {\n", "\treturn false\n"},
	{"runtime/metrics.go", "\nfunc godebug_registerMetric(name string, read func() uint64) {\n", "\treturn\n"},
	{"internal/strconv/math.go", "\n	if e < pow10Min || e > pow10Max {\n\t\treturn\n\t}\n", "\treturn powerOf10(e), 1 + mulLog2_10(e), true\n"},
	{"internal/strconv/math.go", "\n	return hi + carry, mid, lo\n}\n", powerOf10},
}

// powerOf10 takes the exact power of five, or as many bits of what one is divided by it, in steps of what a word holds:
// to divide by each in turn and to cut each time is to divide by all of them and to cut once.
const powerOf10 = `
// powerOf10 returns the first 128 bits of 10**e, for e of pow10Min to pow10Max.
func powerOf10(e int) uint128 {
	var words [16]uint64
	words[0], words[15] = 1, 0
	if e < 0 {
		words[0], words[15] = 0, 1<<63
	}
	for left := max(e, -e); left > 0; left -= 27 {
		five := uint64(1)
		for range min(left, 27) {
			five *= 5
		}
		var rest uint64
		for i := range words {
			if e < 0 {
				words[15-i], rest = bits.Div64(rest, words[15-i], five)
				continue
			}
			hi, lo := bits.Mul64(words[i], five)
			sum, carry := bits.Add64(lo, rest, 0)
			words[i], rest = sum, hi+carry
		}
	}
	top := 15
	for words[top] == 0 {
		top--
	}
	shift := uint(bits.LeadingZeros64(words[top]))
	at := func(i int) uint64 {
		if i < 0 {
			return 0
		}
		return words[i]
	}
	return uint128{at(top)<<shift | at(top-1)>>(64-shift), at(top-1)<<shift | at(top-2)>>(64-shift)}
}
`
