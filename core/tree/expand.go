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
	g := graph{index: map[*draft]int{}, part: map[*draft]int{}}
	g.visit(top)
	for _, l := range links {
		if l.fault == "" && l.dir != nil && g.part[l.dir] == g.part[l.in] {
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

// graph is the folders, from each to those in it and to those that its links lead to.
// Its parts are the folders from which one comes to each other (Tarjan, “Depth-first
// search and linear graph algorithms”, 1972).
type graph struct {
	index map[*draft]int
	part  map[*draft]int
	open  []*draft
}

func (g *graph) visit(d *draft) (low int) {
	me := len(g.index) + 1
	g.index[d], low = me, me
	g.open = append(g.open, d)
	next := func(to *draft) {
		if at, seen := g.index[to]; !seen {
			low = min(low, g.visit(to))
		} else if g.part[to] == 0 {
			low = min(low, at)
		}
	}
	for _, sub := range d.folders() {
		next(sub)
	}
	if low == me {
		g.close(d, me)
	}
	return low
}

func (g *graph) close(d *draft, part int) {
	for {
		last := g.open[len(g.open)-1]
		g.open, g.part[last] = g.open[:len(g.open)-1], part
		if last == d {
			return
		}
	}
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

// measuring counts what links bring against the limits, in the order of paths.
type measuring struct {
	limits  Limits
	entries int
	bytes   int64
	known   map[*draft]extent
}

func (b *Builder) measured() {
	m := measuring{limits: b.Limits, entries: b.files + len(b.links), bytes: b.bytes, known: map[*draft]extent{}}
	if m.limits.Files == 0 {
		m.limits.Files = mostLinked
	}
	if m.limits.Bytes == 0 {
		m.limits.Bytes = mostLinkedBytes
	}
	m.folder(&b.root)
}

func (m *measuring) folder(d *draft) extent {
	if e, ok := m.known[d]; ok {
		return e
	}
	var e extent
	for name, f := range d.files {
		e.add(name, extent{bytes: f.bytes})
	}
	for _, name := range slices.Sorted(maps.Keys(d.dirs)) {
		e.add(name, m.folder(d.dirs[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(d.links)) {
		if l := d.links[name]; l.fault == "" {
			m.link(&e, name, l)
		}
	}
	m.known[d] = e
	return e
}

// link adds what a link brings, or leaves it out.
func (m *measuring) link(e *extent, name string, l *link) {
	var sub extent
	if l.file != nil {
		sub.bytes = l.file.bytes
	} else {
		sub = m.folder(l.dir)
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
