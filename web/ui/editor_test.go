package ui

import (
	"lily/core/world"
)

// put writes one file of the tree.
func (s *Store) put(path, text string, then ...func(error)) {
	s.Edits.Edit("Saved /"+path+".", func(w world.World) (world.World, error) {
		next, err := w.Tree.Put(path, []byte(text))
		w.Tree = next
		return w, err
	}, then...)
}
