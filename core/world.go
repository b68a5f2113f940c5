package core

import (
	"fmt"
	"io/fs"

	"lily/core/loader"
	"lily/core/model"
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

// Replies is the file of the world that the scripted model gives the replies of.
const Replies = "workspace/replies.jsonl"

// Find finds a model that needs nothing but the world: the offline one, or the
// scripted one, which is read anew each time.
func Find(w World, name string) (model.Model, error) {
	switch name {
	case model.Offline{}.Name():
		return model.Offline{}, nil
	case model.Scripted{}.Name():
		f, ok := w.Tree.File(Replies)
		if !ok {
			return nil, fmt.Errorf("there is no file /%s with replies", Replies)
		}
		data, err := f.Bytes()
		if err != nil {
			return nil, fmt.Errorf("/%s: %w", Replies, err)
		}
		return model.ParseScript("/"+Replies, data)
	}
	return nil, fmt.Errorf("there is no model %q here", name)
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
