package tree

import (
	"fmt"
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
	path, text  string
	in          *draft
	begun, done bool // to be resolved

	to    item
	fault string // a code; empty for none
	last  *link  // whose fault it is, where that is another link
	lost  *draft // the folder in which there is nothing of the name none
	none  string
	hops  int  // links that it leads through
	many  bool // too many of them
}

// followed is what a link leads to, nothing where it is not followed, and else the item.
func (i item) followed() item {
	switch {
	case i.link == nil:
		return i
	case i.link.fault != "":
		return item{}
	}
	return i.link.to
}

// Follow puts what links lead to in their places, where that lies among what was put,
// and says of every other link why it is not followed (VF-8), with both paths. What links
// bring counts against the limits. It is called once, when nothing more is put.
//
// Nothing is read for it: a link can show no file that is not in the tree already.
// places are the absolute paths by which a link may name the top, the real one first;
// without one a link that goes above the top leaves it. left is what did not come along.
func (b *Builder) Follow(places []string, left []Skip) (list []Skip) {
	if len(b.links) == 0 {
		return nil
	}
	slices.SortFunc(b.links, func(x, y *link) int { return strings.Compare(x.path, y.path) })
	r := resolver{top: &b.root}
	for _, p := range places {
		r.places = append(r.places, strings.FieldsFunc(p, func(c rune) bool { return c == '/' }))
	}
	for _, l := range b.links {
		r.resolve(l, 0)
	}
	cut(&b.root, b.links)
	b.measured()
	absent := map[string]bool{}
	for _, s := range left {
		absent[s.Path] = true
	}
	for _, l := range b.links {
		if l.fault != "" {
			list = append(list, Skip{l.path, l.fault, l.unfollowed(absent)})
		}
	}
	return list
}

func (l *link) unfollowed(absent map[string]bool) string {
	const most = 200
	by := ""
	if l.last != nil {
		by = ", and so by " + Quoted(l.last.path, most) + " to " + Quoted(l.last.text, most)
	}
	why := ", where there is nothing"
	switch {
	case l.fault == LinkLeaves:
		why = ", which is outside of the folder that is read"
	case l.many:
		why = ", and on through more links than a system follows"
	case l.fault == LinkLoops:
		why = ", and by that to itself"
	case l.fault == LinkTooMuch:
		why = ", which is more than the limits have room for"
	case l.lost != nil && absent[l.lost.path(l.none)]:
		why = ", which did not come along either"
	}
	return fmt.Sprintf("The link %s leads to %s%s%s; it is not followed.", Quoted(l.path, most), Quoted(l.text, most), by, why)
}

func (d *draft) path(name string) string {
	for ; d.up != nil; d = d.up {
		name = d.name + "/" + name
	}
	return name
}
