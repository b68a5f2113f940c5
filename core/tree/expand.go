package tree

import (
	"maps"
	"slices"
	"strings"
)

// cut marks the links to folders by which one comes back to the link: first those to a
// folder that they are in, then those that do so through others. None of them is
// followed, so that what the others bring has an end.
func cut(top *draft, links []*link) {
	for _, l := range links {
		if l.fault == "" && l.inside() {
			l.fault = LinkLoops
		}
	}
	part := parts(top)
	for _, l := range links {
		if l.fault == "" && l.dir != nil && part[l.dir] == part[l.in] {
			l.fault = LinkLoops
		}
	}
}

// inside reports whether a link leads to a folder that it is in.
func (l *link) inside() bool {
	at := l.in
	for at != nil && at != l.dir {
		at = at.up
	}
	return at != nil
}

// below are the folders in a folder and those that its links lead to, by name.
func (d *draft) below() (list []*draft) {
	names, all := []string{}, map[string]*draft{}
	for name, sub := range d.folders() {
		names, all[name] = append(names, name), sub
	}
	slices.Sort(names)
	for _, name := range names {
		list = append(list, all[name])
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
		for _, sub := range d.folders() {
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

func (e *extent) add(name string, sub extent) {
	long := len(name)
	if sub.long > 0 {
		long += 1 + sub.long
	}
	e.entries, e.bytes = e.entries+1+sub.entries, e.bytes+sub.bytes
	e.depth, e.long = max(e.depth, 1+sub.depth), max(e.long, long)
}

// The most that links bring where no limit says so.
const (
	mostLinked      = 1 << 20
	mostLinkedBytes = 1 << 32
)

// measuring counts what links bring against the limits.
type measuring struct {
	limits  Limits
	entries int
	bytes   int64
	known   map[*draft]extent
}

// measured leaves out the links that would bring too much, each decided after those below
// what it leads to.
func (b *Builder) measured() {
	m := measuring{limits: b.Limits, entries: b.files + len(b.links), bytes: b.bytes, known: map[*draft]extent{}}
	if m.limits.Files == 0 {
		m.limits.Files = mostLinked
	}
	if m.limits.Bytes == 0 {
		m.limits.Bytes = mostLinkedBytes
	}
	for _, d := range later(&b.root) {
		m.known[d] = m.folder(d)
	}
}

func (m *measuring) folder(d *draft) (e extent) {
	for name, f := range d.files {
		e.add(name, extent{bytes: f.bytes})
	}
	for name, sub := range d.dirs {
		e.add(name, m.known[sub])
	}
	for _, name := range slices.Sorted(maps.Keys(d.links)) {
		if l := d.links[name]; l.fault == "" {
			m.link(&e, name, l)
		}
	}
	return e
}

// link adds what a link brings, or leaves it out.
func (m *measuring) link(e *extent, name string, l *link) {
	sub := m.known[l.dir]
	if l.file != nil {
		sub = extent{bytes: l.file.bytes}
	}
	if !m.room(l, sub) {
		l.fault = LinkTooMuch
		return
	}
	m.entries, m.bytes = m.entries+sub.entries, m.bytes+sub.bytes
	e.add(name, sub)
}

func (m *measuring) room(l *link, e extent) bool {
	depth := strings.Count(l.path, "/") + 1 + e.depth
	return m.entries+e.entries <= m.limits.Files && m.bytes+e.bytes <= m.limits.Bytes &&
		(m.limits.Depth == 0 || depth <= m.limits.Depth) && len(l.path)+1+e.long <= MaxPath
}
