package alike

// reader takes numbers of seven bits a byte off the front of a text that this package was built with.
type reader string

func (r *reader) number() int {
	n := 0
	for shift := 0; ; shift += 7 {
		b := (*r)[0]
		*r = (*r)[1:]
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
}

// step is a number that may be below zero.
func (r *reader) step() rune {
	n := r.number()
	return rune(n>>1) ^ -rune(n&1)
}

// rules are what letters become, sorted by letter.
type rules struct {
	from []rune
	to   [][]rune
}

// of is what a letter becomes; nil where that is itself.
func (t rules) of(r rune) []rune {
	low, high := 0, len(t.from)
	for low < high {
		if mid := (low + high) / 2; t.from[mid] < r {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(t.from) || t.from[low] != r {
		return nil
	}
	return t.to[low]
}

// rules reads some. Each column is steps from the number above it: the letters, how many each becomes, and the first,
// second and third of those, where there are so many.
func (r *reader) rules() rules {
	n := r.number()
	all := rules{make([]rune, n), make([][]rune, n)}
	at := rune(0)
	for i := range n {
		at += rune(r.number())
		all.from[i] = at
	}
	for i := range n {
		all.to[i] = make([]rune, r.number())
	}
	for column := range 3 {
		last := rune(0)
		for _, to := range all.to {
			if column < len(to) {
				last += r.step()
				to[column] = last
			}
		}
	}
	return all
}

// ranges are the classes of marks, of one class each, sorted.
type ranges []struct{ from, to, class int }

// of is the class of a character, 0 for most.
func (t ranges) of(r rune) int {
	low, high := 0, len(t)
	for low < high {
		if mid := (low + high) / 2; t[mid].to <= int(r) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == len(t) || t[low].from > int(r) {
		return 0
	}
	return t[low].class
}

// ranges reads some: the gap before each, its length, its class.
func (r *reader) ranges() ranges {
	all := make(ranges, r.number())
	at := 0
	for i := range all {
		all[i].from = at + r.number()
		at = all[i].from + r.number()
		all[i].to, all[i].class = at, r.number()
	}
	return all
}
