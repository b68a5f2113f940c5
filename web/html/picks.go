package html

// Picks are the rows that a person has picked from a list, by their keys: what a search hides
// stays picked.
type Picks struct {
	keys map[string]bool
	from int  // the row that a range begins with
	to   int  // where it went last
	open bool // there is such a range
}

// Has reports whether the row of a key is picked.
func (p *Picks) Has(key string) bool { return p.keys[key] }

// Len is how many are picked.
func (p *Picks) Len() int { return len(p.keys) }

// Clear lets all go.
func (p *Picks) Clear() { *p = Picks{} }

// Keep lets those go that are there no more.
func (p *Picks) Keep(there func(key string) bool) {
	for key := range p.keys {
		if !there(key) {
			delete(p.keys, key)
		}
	}
}

func (p *Picks) put(key string, picked bool) {
	if p.keys == nil {
		p.keys = map[string]bool{}
	}
	if picked {
		p.keys[key] = true
	} else {
		delete(p.keys, key)
	}
}

// rest ends a range: other rows stand where it was.
func (p *Picks) rest() {
	if p != nil {
		p.open = false
	}
}

// turn picks a row, or lets it go.
func (p *Picks) turn(at int, key string) {
	p.put(key, !p.Has(key))
	p.from, p.to, p.open = at, at, true
}

// upTo picks a range: from where the last one began, else from the row that was active.
func (p *Picks) upTo(was, at int, key func(int) string) {
	if !p.open {
		p.from, p.to, p.open = was, was, true
	}
	for i := min(p.from, p.to); i <= max(p.from, p.to); i++ {
		p.put(key(i), false)
	}
	for i := min(p.from, at); i <= max(p.from, at); i++ {
		p.put(key(i), true)
	}
	p.to = at
}

// all picks every row, or none where every one is picked.
func (p *Picks) all(count int, key func(int) string) {
	whole := true
	for i := range count {
		whole = whole && p.Has(key(i))
	}
	for i := range count {
		p.put(key(i), !whole)
	}
	p.open = false
}
