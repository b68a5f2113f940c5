package loader

import (
	"io/fs"
	"slices"

	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// Listing is what one root holds.
type Listing struct {
	Source   world.Source `json:"source"`
	Path     string       `json:"path"` // with a leading slash
	Required bool         `json:"required"`
	Scan     world.Scan   `json:"scan"`
	Present  bool         `json:"present"`
	Digest   tree.Digest  `json:"digest"`
	Count    int          `json:"candidates"`
	LeftOut  int          `json:"not_looked_at"` // folders beyond the bounds of a deep scan (LD-2)
	Notes    []Note       `json:"notes"`

	guard  world.Guard
	places places
	skips  []tree.Skip
	links  []tree.Skip // those of links that are not followed, sorted by path
	fresh  places      // those that are new and whose SKILL.md was not read yet

	top     tree.Tree // the root itself
	amended places    // those that are not as they were in the listing before, where that is all; until they are judged
}

// look reads a root without searching it.
func look(in Input, root world.Root) (*Listing, tree.Tree) {
	l := &Listing{
		guard:  in.Guard,
		Source: root.Source, Path: "/" + root.Path, Required: root.Required, Scan: root.Scan,
		Notes: []Note{}, skips: root.Skips,
	}
	sub, err := in.Tree.At(root.Path)
	if err == nil {
		l.Present, l.Digest, l.top = true, sub.Digest(), sub
	}
	return l, sub
}

// discover lists the candidates of a root. A root that has not changed since
// old gives old itself. The tick is not told of a deep scan, which is bounded.
func discover(in Input, root world.Root, old *Listing, tick tree.Tick) (*Listing, error) {
	l, sub := look(in, root)
	if l.Present && l.same(old) {
		return old, nil
	}
	if !l.Present {
		l.noteSkips()
		if err := l.absent(in.Tree, root); err != nil || !l.same(old) || !slices.Equal(l.Notes, old.Notes) {
			return l, err
		}
		return old, nil
	}
	if l.amends(old, sub) {
		return l, nil
	}
	l.fresh, l.links = nil, unfollowed(l.skips)
	var known places
	if old != nil && old.Source == l.Source && old.Path == l.Path {
		known = old.places
	}
	if root.Scan == world.Deep {
		l.deep(sub, known)
	} else if !l.children(sub, known, tick) {
		return nil, tree.ErrStopped
	}
	l.Count = len(l.places)
	l.noteSkips()
	l.noteParts(sub)
	return l, nil
}

// same reports whether a search of both roots finds the same.
func (l *Listing) same(old *Listing) bool {
	return old != nil && l.Present == old.Present && l.Digest == old.Digest && l.samePlace(old)
}

// samePlace reports whether both are searched in the same way.
func (l *Listing) samePlace(old *Listing) bool {
	return l.Source == old.Source && l.Path == old.Path && l.Required == old.Required && l.Scan == old.Scan &&
		slices.Equal(l.guard.Held, old.guard.Held) && slices.Equal(l.skips, old.skips)
}

// absent is an error where the root is required (LD-1).
func (l *Listing) absent(t tree.Tree, root world.Root) error {
	_, err := fs.Stat(t, root.Path)
	switch {
	case root.Required && err != nil:
		return &Error{"root_missing", l.Path}
	case root.Required:
		return &Error{"root_not_a_folder", l.Path}
	case err == nil:
		l.note("root_not_a_folder", skill.Warning, "", "LD-1", "A file stands in the root's place, so the root is left out.")
	}
	return nil
}

// children takes the immediate child folders, unless it is stopped.
func (l *Listing) children(sub tree.Tree, known places, tick tree.Tick) (whole bool) {
	l.places = make(places, 0, len(known)+1)
	for e := range sub.Children() {
		if !tick.GoOn(0, len(l.places)+1) {
			return false
		}
		if !e.Dir {
			continue
		}
		if p := known.again(l, e.Name, e.Name, e.Sub); p != nil {
			l.places = append(l.places, p)
		} else if IsSkill(e.Sub) {
			l.places = append(l.places, newPlace(l, e.Name, e.Name, e.Sub))
		} else {
			l.noteFolder(e)
		}
	}
	return true
}
