package model

import (
	"fmt"

	"lily/core/tree"
)

// Replies is the file of a tree that the scripted model gives the replies of.
const Replies = "workspace/replies.jsonl"

// Find finds a model that needs nothing but files: the offline one, or the
// scripted one, which is read anew each time.
func Find(files tree.Tree, name string) (Model, error) {
	switch name {
	case Offline{}.Name():
		return Offline{}, nil
	case Scripted{}.Name():
		f, ok := files.File(Replies)
		if !ok {
			return nil, fmt.Errorf("there is no file /%s with replies", Replies)
		}
		data, err := f.Bytes()
		if err != nil {
			return nil, fmt.Errorf("/%s: %w", Replies, err)
		}
		return ParseScript("/"+Replies, data)
	}
	return nil, fmt.Errorf("there is no model %q here", name)
}
