package core

import (
	"fmt"
	"io/fs"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
)

// NewWorld returns the world of a first start: the bundled skills, the default
// persona, an empty user root and an empty workspace (VF-1), the empty profile
// and the default policy.
func NewWorld(bundled, persona fs.FS) (World, error) {
	w := World{Profile: profile.Empty(), Policy: policy.Default(), Roots: loader.Roots(loader.Children)}
	for path, from := range map[string]fs.FS{"bundled/skills": bundled, "persona": persona} {
		sub, skips, err := tree.Read(from, ".", tree.Limits{})
		if err != nil || len(skips) > 0 {
			return World{}, fmt.Errorf("/%s: %w %v", path, err, skips)
		}
		if w.Tree, err = w.Tree.Graft(path, sub); err != nil {
			return World{}, err
		}
	}
	return w.With("user/skills", tree.Tree{}).With("workspace/skills", tree.Tree{}), nil
}

// With returns the world with the folder at path replaced. The path must be
// one of the program's own: a wrong one panics.
func (w World) With(path string, sub tree.Tree) World {
	next, err := w.Tree.Graft(path, sub)
	if err != nil {
		panic(err)
	}
	w.Tree = next
	return w
}
