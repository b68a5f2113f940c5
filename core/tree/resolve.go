package tree

import (
	"slices"
	"strings"
)

// resolved says how far a link is.
type resolved byte

const (
	untried resolved = iota
	trying
	tried
)

// resolver finds what links lead to, part by part, as a disk does.
type resolver struct {
	top    *draft
	places [][]string // the absolute paths of the top, the real one first; none where that is not known
}

func newResolver(top *draft, places []string) *resolver {
	r := &resolver{top: top}
	for _, p := range places {
		r.places = append(r.places, strings.FieldsFunc(p, func(c rune) bool { return c == '/' }))
	}
	return r
}

// mostHops is how many links a way may go through, as on Linux. It bounds the stack, too.
const mostHops = 40

// resolve gives a link its file, its folder, or its fault. It is false, and the link as it
// was, where that is too deep to say; from nearer by it is said.
func (r *resolver) resolve(l *link, deep int) bool {
	if l.state != untried {
		return true
	}
	if deep >= mostHops {
		return false
	}
	l.state, l.hops = trying, 0
	w := walker{resolver: r, l: l, dir: l.in, deep: deep}
	if w.walk(); w.lost && deep > 0 {
		l.state = untried
		return false
	}
	l.state = tried
	switch {
	case w.lost || l.hops >= mostHops:
		l.fault, l.many = LinkLoops, true
	case l.fault != "":
	case w.file != nil:
		l.file = w.file
	case w.dir != nil:
		l.dir = w.dir
	default:
		l.fault = LinkLeaves
	}
	return true
}

// walker goes along the text of a link.
type walker struct {
	*resolver
	l    *link
	file *node
	dir  *draft   // nil outside
	out  []string // where it is outside
	deep int
	lost bool // too deep
}

func (w *walker) walk() {
	text := w.l.text
	if text == "" || len(text) > MaxPath {
		w.l.fault = LinkDangles
		return
	}
	if absolute(text) {
		w.leave(0)
	}
	for part := range strings.SplitSeq(text, "/") {
		if w.l.fault != "" || w.lost {
			return
		}
		if part != "" && part != "." || w.file != nil {
			w.step(part)
		}
	}
}

// absolute reports whether a path begins at a disk's top, that of Windows included.
func absolute(path string) bool {
	drive := len(path) > 2 && path[1] == ':' && path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z'
	return path[0] == '/' || drive && (path[2] == '/' || path[2] == '\\')
}

func (w *walker) step(part string) {
	at := w.dir
	switch {
	case w.file != nil:
		w.l.fault = LinkDangles // a file has nothing in it
	case at == nil:
		w.outside(part)
	case part == "..":
		w.up()
	case at.dirs[part] != nil:
		w.dir = at.dirs[part]
	case at.files[part] != nil:
		w.file = at.files[part]
	case at.links[part] != nil:
		w.through(at.links[part])
	default:
		w.l.fault, w.l.lost, w.l.none = LinkDangles, at, part
	}
}

func (w *walker) up() {
	if w.dir.up != nil {
		w.dir = w.dir.up
		return
	}
	if len(w.places) == 0 || len(w.places[0]) > 0 { // else it is the disk's top, which is above itself
		w.leave(1)
	}
}

// leave goes outside: to the disk's top, or to so many folders above the tree's.
func (w *walker) leave(above int) {
	if len(w.places) == 0 {
		w.l.fault = LinkLeaves
		return
	}
	w.dir, w.out = nil, nil
	if above > 0 {
		w.out = slices.Clone(w.places[0][:len(w.places[0])-above])
	}
	w.arrive()
}

// outside goes on where nothing is known, and may come to the top.
func (w *walker) outside(part string) {
	if part != ".." {
		w.out = append(w.out, part)
	} else if len(w.out) > 0 {
		w.out = w.out[:len(w.out)-1]
	}
	w.arrive()
}

func (w *walker) arrive() {
	if slices.ContainsFunc(w.places, func(p []string) bool { return slices.Equal(p, w.out) }) {
		w.dir = w.top
	}
}

// through goes on from where another link leads.
func (w *walker) through(m *link) {
	if w.lost = !w.resolve(m, w.deep+1); w.lost {
		return
	}
	l := w.l
	l.hops += 1 + m.hops
	switch {
	case m.state == trying:
		l.fault = LinkLoops
	case m.fault != "":
		l.fault, l.last, l.lost, l.none, l.many = m.fault, m, m.lost, m.none, m.many
		if m.last != nil {
			l.last = m.last
		}
	default:
		w.file, w.dir = m.file, m.dir
	}
}
