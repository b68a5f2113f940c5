package tree

import (
	"cmp"
	"slices"
)

// Tree returns what has been put so far, and an empty tree where its tick ended that.
func (b *Builder) Tree() Tree {
	t, _ := b.Sealed()
	return t
}

// Sealed is [Builder.Tree], with [ErrStopped] where its tick ended that.
func (b *Builder) Sealed() (Tree, error) {
	done := 0
	s := sealing{goOn: func(files int) bool {
		done += files
		return b.Tick.GoOn(done, b.files)
	}}
	if len(b.links) > 0 {
		s.done = map[*draft]*node{}
	}
	root := s.folder(&b.root)
	if root == nil {
		return Tree{}, ErrStopped
	}
	return Tree{root}, nil
}

// sealing hashes folders, each once, unless goOn says no, which it is asked before each
// with how many files lie directly in it; then nothing comes of it.
type sealing struct {
	goOn func(files int) bool
	done map[*draft]*node // nil where no link leads to a folder
}

func (s *sealing) folder(d *draft) *node {
	if n := s.done[d]; n != nil {
		return n
	}
	if !s.goOn(len(d.files)) {
		return nil
	}
	kids := make([]entry, 0, len(d.dirs)+len(d.files)+len(d.links))
	for name, f := range d.leaves() {
		kids = append(kids, entry{name, f})
	}
	for name, sub := range d.folders() {
		kid := s.folder(sub)
		if kid == nil {
			return nil
		}
		kids = append(kids, entry{name, kid})
	}
	slices.SortFunc(kids, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	n := folder(kids)
	if s.done != nil {
		s.done[d] = n
	}
	return n
}
