package intake

import (
	"errors"
	"io/fs"
	"path"

	"lily/core/tree"
)

// Apply does the import on a tree that may have changed since the plan was
// made: it writes the planned folders and nothing else.
func (p Plan) Apply(now tree.Tree) (tree.Tree, error) {
	next := now
	for _, s := range p.Skills {
		var err error
		if next, err = next.Graft(p.path(s.Name), s.Tree); err != nil {
			return now, err
		}
	}
	return next, nil
}

// Undo returns now with the folders that the import touched as they were in
// before; all else stays as it is now. An edit made below such a folder since
// goes with it: whoever holds now can bring it back.
func (p Plan) Undo(now, before tree.Tree) (tree.Tree, error) {
	if len(p.Skills) == 0 {
		return now, nil
	}
	next := now
	for _, s := range p.Skills {
		var err error
		if next, err = restore(next, before, p.path(s.Name)); err != nil {
			return now, err
		}
	}
	return prune(next, before, p.root)
}

func restore(now, before tree.Tree, at string) (tree.Tree, error) {
	if old, err := before.At(at); err == nil {
		return now.Graft(at, old)
	}
	_, err := now.At(at)
	if errors.Is(err, fs.ErrNotExist) {
		return now, nil
	}
	if err != nil {
		return now, err
	}
	return now.Remove(at)
}

// prune removes the folders on the way to the root that the import had to make.
func prune(now, before tree.Tree, at string) (tree.Tree, error) {
	for ; at != "."; at = path.Dir(at) {
		sub, err := now.At(at)
		_, was := before.At(at)
		if err != nil || was == nil || sub.Digest() != (tree.Tree{}).Digest() {
			break
		}
		if now, err = now.Remove(at); err != nil {
			return now, err
		}
	}
	return now, nil
}
