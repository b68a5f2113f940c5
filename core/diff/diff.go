// Package diff compares two texts line by line.
//
// It promises the fewest lines removed and added, and an answer in bounded time: what is
// too large is compared as one block. It does not compare within a line.
//
//	list, left := diff.Lines("a\nb\n", "a\nc\n", 200) // ' ' a, '-' b, '+' c; 0 left out
package diff

import (
	"slices"
	"strings"
)

// Line is one line of a comparison.
type Line struct {
	Sign byte // '+' new, '-' gone, ' ' in both, '@' lines in both that are left out
	Text string
}

const (
	Most       = 200     // lines of a comparison that are shown
	diffAround = 3       // unchanged lines that are kept around a change
	diffCells  = 1 << 20 // beyond this many pairs of lines, all are compared as one block
)

// Lines compares two texts: a removed line stands before an added one. It returns no more
// than most lines, and how many it left out at the end.
func Lines(a, b string, most int) (list []Line, left int) {
	list = squeeze(diff(a, b))
	left = max(0, len(list)-most)
	return list[:len(list)-left], left
}

// diff takes the line ends as parts of the lines, so that a change of them is a change.
func diff(was, is string) []Line {
	a, b := slices.Collect(strings.Lines(was)), slices.Collect(strings.Lines(is))
	head, tail := 0, 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	list := middle(signed(nil, ' ', a[:head]), a[head:len(a)-tail], b[head:len(b)-tail])
	return signed(list, ' ', a[len(a)-tail:])
}

func signed(list []Line, sign byte, lines []string) []Line {
	for _, l := range lines {
		list = append(list, Line{sign, l})
	}
	return list
}

// middle walks the table of longest common subsequences.
func middle(list []Line, a, b []string) []Line {
	if len(a)*len(b) > diffCells {
		return signed(signed(list, '-', a), '+', b)
	}
	common := subsequences(a, b)
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			list = append(list, Line{' ', a[i]})
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			list = append(list, Line{'-', a[i]})
			i++
		default:
			list = append(list, Line{'+', b[j]})
			j++
		}
	}
	return signed(signed(list, '-', a[i:]), '+', b[j:])
}

// subsequences tells for every pair of places how many lines are common after them.
func subsequences(a, b []string) [][]int32 {
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}

// squeeze leaves out lines in both that are far from every change.
func squeeze(all []Line) []Line {
	near := make([]bool, len(all))
	for i, l := range all {
		if l.Sign != ' ' {
			for k := max(0, i-diffAround); k <= min(len(all)-1, i+diffAround); k++ {
				near[k] = true
			}
		}
	}
	var list []Line
	for i, l := range all {
		switch {
		case near[i]:
			list = append(list, l)
		case i == 0 || near[i-1]:
			list = append(list, Line{'@', ""})
		}
	}
	return list
}

// Pair is one row of a comparison side by side: the line of each, Sign 0 where there is none.
type Pair struct{ Was, Is Line }

// Pairs sets what is gone beside what came in its place. A line in both, and what is left out, stands on both sides.
func Pairs(list []Line) (rows []Pair) {
	for len(list) > 0 {
		if s := list[0].Sign; s == ' ' || s == '@' {
			rows, list = append(rows, Pair{list[0], list[0]}), list[1:]
			continue
		}
		gone := run(list, '-')
		come := run(list[len(gone):], '+')
		list = list[len(gone)+len(come):]
		for i := range max(len(gone), len(come)) {
			rows = append(rows, Pair{nth(gone, i), nth(come, i)})
		}
	}
	return rows
}

// run are the lines of one sign at the beginning of a list.
func run(list []Line, sign byte) []Line {
	n := 0
	for n < len(list) && list[n].Sign == sign {
		n++
	}
	return list[:n]
}

func nth(list []Line, i int) Line {
	if i < len(list) {
		return list[i]
	}
	return Line{}
}
