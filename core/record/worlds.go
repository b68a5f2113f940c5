package record

import (
	"lily/core/loader"
	"lily/core/tree"
)

// open reads the inputs and opens their trees, together.
func (r *reader) open() error {
	r.inputs = map[tree.Digest]*loader.Input{}
	var list, roots []tree.Digest
	for _, s := range r.sides {
		for _, d := range []tree.Digest{s.World, s.Input} {
			if _, known := r.inputs[d]; known || d == (tree.Digest{}) {
				continue
			}
			r.inputs[d] = nil
			if in, top, ok := r.input(d); ok {
				r.inputs[d], list, roots = in, append(list, d), append(roots, top)
			}
		}
	}
	trees, errs := opened(roots, tree.Opener{From: r.from, Like: r.like})
	for i, d := range list {
		if errs[i] != nil {
			r.problem(r.named[d], "world", "The files of this moment could not be read again: %s.", errs[i])
			r.inputs[d] = nil
			continue
		}
		r.inputs[d].Tree = trees[i]
	}
	return nil
}

// opened opens trees all at once, or where one is broken, one by one.
func opened(roots []tree.Digest, from tree.Opener) ([]tree.Tree, []error) {
	errs := make([]error, len(roots))
	trees, err := from.OpenAll(roots)
	if err == nil {
		return trees, errs
	}
	trees = make([]tree.Tree, len(roots))
	for i, d := range roots {
		trees[i], errs[i] = from.Open(d)
	}
	return trees, errs
}

func (r *reader) input(d tree.Digest) (*loader.Input, tree.Digest, bool) {
	data, ok := r.blobs[d]
	if !ok {
		r.problem(r.named[d], "world", "The files and rules of this moment are lost: %s is missing or damaged.", d.Short())
		return nil, tree.Digest{}, false
	}
	in, top, err := decodeInput(data)
	if err != nil {
		r.problem(r.named[d], "world", "The files and rules of this moment cannot be read: %s: %s.", d.Short(), err)
		return nil, tree.Digest{}, false
	}
	return &in, top, true
}
