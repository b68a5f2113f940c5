package tree

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// The codes of links that are not followed (VF-8).
const (
	LinkLeaves  = "link_leaves_root" // its target is outside of what is read
	LinkDangles = "link_dangling"    // there is nothing where it leads
	LinkLoops   = "link_loop"        // it leads back to itself, or to a folder that it is in
	LinkTooMuch = "link_too_much"    // its target would break a limit
)

// link is a symbolic link on its way into a tree, and what it leads to once that is
// known: a file, a folder, or a fault.
type link struct {
	path, text string
	in         *draft

	state resolved
	file  *node
	dir   *draft
	fault string // a code; empty for none
	last  *link  // whose fault it is, where that is another link
	lost  *draft // the folder in which there is nothing of the name none
	none  string
	hops  int  // links that it leads through
	many  bool // too many of them
}

// Link notes a symbolic link with the path that it holds. It stays out of the tree
// until [Builder.Follow] is called, and counts as a file against the limits.
func (b *Builder) Link(path, text string) error {
	if err := Check(path); err != nil {
		return err
	}
	if err := b.fits(path, 0); err != nil {
		return err
	}
	d, name, err := b.open(path)
	if err != nil {
		return err
	}
	switch {
	case d.files[name] != nil:
		return taken(path, d.files[name])
	case d.dirs[name] != nil:
		return taken(path, empty)
	case d.links[name] != nil:
		return linked(path)
	}
	if d.links == nil {
		d.links = map[string]*link{}
	}
	l := &link{path: path, text: text, in: d}
	d.links[name], b.links = l, append(b.links, l)
	return nil
}

func linked(path string) error { return &PathError{"path_taken", path, "is a link already"} }

// leaves yields the files of a folder, and those that its links lead to.
func (d *draft) leaves() iter.Seq2[string, *node] {
	return func(yield func(string, *node) bool) {
		for name, f := range d.files {
			if !yield(name, f) {
				return
			}
		}
		for name, l := range d.links {
			if l.fault == "" && l.file != nil && !yield(name, l.file) {
				return
			}
		}
	}
}

// folders yields the folders in a folder, and those that its links lead to.
func (d *draft) folders() iter.Seq2[string, *draft] {
	return func(yield func(string, *draft) bool) {
		for name, sub := range d.dirs {
			if !yield(name, sub) {
				return
			}
		}
		for name, l := range d.links {
			if l.fault == "" && l.dir != nil && !yield(name, l.dir) {
				return
			}
		}
	}
}

// Follow puts what links lead to in their places, where that lies among what was put,
// and says of every other link why it is not followed (VF-8). What links bring counts
// against the limits. It is called once, when nothing more is put.
//
// Nothing is read for it: a link can show no file that is not in the tree already.
// places are the absolute paths by which a link may name the top, the real one first;
// without one a link that goes above the top leaves it. left is what did not come along.
func (b *Builder) Follow(places []string, left []Skip) []Skip {
	if len(b.links) == 0 {
		return nil
	}
	slices.SortFunc(b.links, func(x, y *link) int { return strings.Compare(x.path, y.path) })
	r := newResolver(&b.root, places)
	for _, l := range b.links {
		r.resolve(l, 0)
	}
	cut(&b.root, b.links)
	b.measured()
	return unfollowed(b.links, left)
}

// unfollowed says why links are not followed, with both paths.
func unfollowed(links []*link, left []Skip) (list []Skip) {
	absent := map[string]bool{}
	for _, s := range left {
		absent[s.Path] = true
	}
	for _, l := range links {
		if l.fault != "" {
			list = append(list, Skip{l.path, l.fault, fmt.Sprintf("The link %s leads to %s%s; it is not followed.", quoted(l.path), l.leads(), l.why(absent))})
		}
	}
	return list
}

// path is that of a name in a folder.
func (d *draft) path(name string) string {
	for ; d.up != nil; d = d.up {
		name = d.name + "/" + name
	}
	return name
}

func (l *link) leads() string {
	if l.last == nil {
		return quoted(l.text)
	}
	return quoted(l.text) + ", and so by " + quoted(l.last.path) + " to " + quoted(l.last.text)
}

func (l *link) why(absent map[string]bool) string {
	switch {
	case l.fault == LinkLeaves:
		return ", which is outside of the folder that is read"
	case l.many:
		return ", and on through more links than a system follows"
	case l.fault == LinkLoops:
		return ", and by that to itself"
	case l.fault == LinkTooMuch:
		return ", which is more than the limits have room for"
	case l.lost != nil && absent[l.lost.path(l.none)]:
		return ", which did not come along either"
	}
	return ", where there is nothing"
}

// quoted is a path of any bytes in plain letters, not too long to be shown.
func quoted(path string) string {
	const most = 200
	if len(path) > most {
		path = strings.ToValidUTF8(path[:most], "") + "…"
	}
	return fmt.Sprintf("%+q", path)
}
