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

// rules are what letters become. Each column is steps from the number above it: the letters, how many
// each becomes, and the first, second and third of those, where there are so many.
func (r *reader) rules() map[rune][]rune {
	n := r.number()
	from, all := make([]rune, n), make(map[rune][]rune, n)
	at := rune(0)
	for i := range from {
		at += rune(r.number())
		from[i] = at
	}
	for _, f := range from {
		all[f] = make([]rune, r.number())
	}
	for column := range 3 {
		last := rune(0)
		for _, f := range from {
			if column < len(all[f]) {
				last += r.step()
				all[f][column] = last
			}
		}
	}
	return all
}

// ranges are the classes of marks, as ranges of one class: the gap before each, its length, its class.
func (r *reader) ranges() map[rune]uint8 {
	all := map[rune]uint8{}
	at := rune(0)
	for range r.number() {
		at += rune(r.number())
		for end, class := at+rune(r.number()), uint8(r.number()); at < end; at++ {
			all[at] = class
		}
	}
	return all
}
