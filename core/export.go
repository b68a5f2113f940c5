package core

import (
	"path"

	"lily/core/tree"
)

// Part is a folder of the world in a tree of its own, below its own name, as it
// is exported (VF-7).
func (w World) Part(at string) (tree.Tree, error) {
	sub, err := w.Tree.At(at)
	if err != nil {
		return tree.Tree{}, err
	}
	return tree.Tree{}.Graft(path.Base(at), sub)
}

// Everything is all that a person can edit, as it is exported: /user, /workspace
// and /persona, profile.yaml and policy.yaml, and in untrusted.yaml the folders that
// are not trusted. What ships with Lily is not in it.
func (w World) Everything() (tree.Tree, error) {
	var all tree.Tree
	for _, top := range []string{"user", "workspace", "persona"} {
		sub, err := w.Tree.At(top)
		if err != nil {
			continue // it is not there
		}
		if all, err = all.Graft(top, sub); err != nil {
			return all, err
		}
	}
	for name, data := range map[string][]byte{profileFile: w.Profile.YAML(), policyFile: w.Policy.YAML(), marksFile: marksYAML(w.Untrusted)} {
		var err error
		if all, err = all.Put(name, data); err != nil {
			return all, err
		}
	}
	return all, nil
}
