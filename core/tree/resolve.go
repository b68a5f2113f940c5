package tree

import (
	"cmp"
	"slices"
	"strings"
)

// resolver finds what links lead to, part by part, as a disk does.
type resolver struct {
	top    *draft
	places [][]string // the absolute paths of the top, the real one first; none where that is not known
}

const mostHops = 40 // links that a way may go through, as on Linux; it bounds the stack, too

// resolve gives a link its file, its folder, or its fault. It is false, and the link as it
// was, where that is too deep to say; from nearer by it is said.
func (r *resolver) resolve(l *link, deep int) bool {
	if l.begun {
		return true
	}
	if deep >= mostHops {
		return false
	}
	l.begun, l.hops = true, 0
	w := walker{resolver: r, l: l, at: item{dir: l.in}, deep: deep}
	if w.walk(); w.lost && deep > 0 {
		l.begun = false
		return false
	}
	l.done = true
	switch {
	case w.lost || l.hops >= mostHops:
		l.fault, l.many = LinkLoops, true
	case l.fault == "" && w.at == item{}:
		l.fault = LinkLeaves
	case l.fault == "":
		l.to = w.at
	}
	return true
}

type walker struct {
	*resolver
	l    *link
	at   item     // none outside
	out  []string // where it is outside
	deep int
	lost bool // too deep
}

func (w *walker) walk() {
	text := w.l.text
	switch {
	case text == "" || len(text) > MaxPath:
		w.l.fault = LinkDangles
	case absolute(text):
		w.at = item{}
		w.outside("..") // the disk's top, which is above itself
	}
	for part := range strings.SplitSeq(text, "/") {
		if w.l.fault != "" || w.lost {
			return
		}
		if part != "" && part != "." || w.at.file != nil {
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
	dir := w.at.dir
	switch {
	case w.at.file != nil:
		w.l.fault = LinkDangles // a file has nothing in it
	case dir == nil || part == ".." && dir.up == nil:
		w.outside(part)
	case part == "..":
		w.at.dir = dir.up
	case dir.kids[part].link != nil:
		w.through(dir.kids[part].link)
	case dir.kids[part] != item{}:
		w.at = dir.kids[part]
	default:
		w.l.fault, w.l.lost, w.l.none = LinkDangles, dir, part
	}
}

// outside goes on where nothing is known but the places of the top, and may come to it.
func (w *walker) outside(part string) {
	if len(w.places) == 0 {
		w.l.fault = LinkLeaves
		return
	}
	if w.at.dir != nil {
		w.at, w.out = item{}, slices.Clone(w.places[0])
	}
	if part != ".." {
		w.out = append(w.out, part)
	} else if len(w.out) > 0 {
		w.out = w.out[:len(w.out)-1]
	}
	if slices.ContainsFunc(w.places, func(p []string) bool { return slices.Equal(p, w.out) }) {
		w.at.dir = w.top
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
	case !m.done:
		l.fault = LinkLoops
	case m.fault != "":
		l.fault, l.last, l.lost, l.none, l.many = m.fault, cmp.Or(m.last, m), m.lost, m.none, m.many
	default:
		w.at = m.to
	}
}
