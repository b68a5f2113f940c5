package tree

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// cut marks the links to folders by which one comes back to the link: first those to a
// folder that they are in, then those that do so through others. None of them is
// followed, so that what the others bring has an end.
func cut(top *draft, links []*link) {
	for _, l := range links {
		at := l.in
		for at != nil && at != l.to.dir {
			at = at.up
		}
		if l.fault == "" && at != nil {
			l.fault = LinkLoops
		}
	}
	part := parts(top)
	for _, l := range links {
		if l.fault == "" && l.to.dir != nil && part[l.to.dir] == part[l.in] {
			l.fault = LinkLoops
		}
	}
}

// below are the folders in a folder and those that its links lead to, by name.
func (d *draft) below() (list []*draft) {
	for _, name := range slices.Sorted(maps.Keys(d.kids)) {
		if to := d.kids[name].followed().dir; to != nil {
			list = append(list, to)
		}
	}
	return list
}

// later lists each folder after those below it, as far as they do not lead back to it. It
// takes no stack for it: links can be strung together by the ten thousand.
func later(top *draft) (order []*draft) {
	type frame struct {
		d    *draft
		next []*draft
	}
	seen, stack := map[*draft]bool{top: true}, []frame{{top, top.below()}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if len(f.next) == 0 {
			order, stack = append(order, f.d), stack[:len(stack)-1]
			continue
		}
		to := f.next[0]
		if f.next = f.next[1:]; !seen[to] {
			seen[to], stack = true, append(stack, frame{to, to.below()})
		}
	}
	return order
}

// parts gives the same number to folders from which one comes to each other (S. R. Kosaraju,
// in Aho, Hopcroft and Ullman, “Data Structures and Algorithms”, 6.7).
func parts(top *draft) map[*draft]int {
	order, above := later(top), map[*draft][]*draft{}
	for _, d := range order {
		for _, sub := range d.below() {
			above[sub] = append(above[sub], d)
		}
	}
	part := map[*draft]int{}
	for i, d := range slices.Backward(order) {
		for stack := []*draft{d}; len(stack) > 0; {
			at := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; part[at] == 0 {
				part[at], stack = i+1, append(stack, above[at]...)
			}
		}
	}
	return part
}

// extent is what is below a folder, what links bring included.
type extent struct {
	entries     int // files and folders
	bytes       int64
	depth, long int // of the deepest and of the longest path
}

const (
	mostLinked      = 1 << 20 // files and folders that links bring where no limit says so
	mostLinkedBytes = 1 << 32
)

// measuring counts what links bring against the limits.
type measuring struct {
	limits  Limits
	entries int
	bytes   int64
	known   map[*draft]extent
}

// measured leaves out the links that would bring too much, each decided after those below what it leads to.
func (b *Builder) measured() {
	m := measuring{limits: b.Limits, entries: b.files + len(b.links), bytes: b.bytes, known: map[*draft]extent{}}
	m.limits.Files, m.limits.Bytes = cmp.Or(m.limits.Files, mostLinked), cmp.Or(m.limits.Bytes, mostLinkedBytes)
	for _, d := range later(&b.root) {
		m.known[d] = m.folder(d)
	}
}

func (m *measuring) folder(d *draft) (e extent) {
	for _, name := range slices.Sorted(maps.Keys(d.kids)) {
		kid := d.kids[name]
		to := kid.followed()
		sub := m.known[to.dir]
		if to.file != nil {
			sub.bytes = to.file.bytes
		}
		if l := kid.link; l != nil && l.fault == "" && !m.bring(l, sub) {
			l.fault = LinkTooMuch
		}
		if kid.followed() == (item{}) {
			continue
		}
		long := len(name)
		if sub.long > 0 {
			long += 1 + sub.long
		}
		e.entries, e.bytes = e.entries+1+sub.entries, e.bytes+sub.bytes
		e.depth, e.long = max(e.depth, 1+sub.depth), max(e.long, long)
	}
	return e
}

// bring counts what a link brings, if there is room for it.
func (m *measuring) bring(l *link, e extent) bool {
	depth := strings.Count(l.path, "/") + 1 + e.depth
	if m.entries+e.entries > m.limits.Files || m.bytes+e.bytes > m.limits.Bytes ||
		m.limits.Depth != 0 && depth > m.limits.Depth || len(l.path)+1+e.long > MaxPath {
		return false
	}
	m.entries, m.bytes = m.entries+e.entries, m.bytes+e.bytes
	return true
}
