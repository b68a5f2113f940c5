package loader

import (
	"path"
	"strings"

	"lily/core/tree"
)

// At returns the candidate whose folder a path names, with a leading slash, or nil.
func (s *Snapshot) At(folder string) *Candidate {
	name := path.Base(folder)
	at, ok := s.index(name)
	for ; ok && at < len(s.Candidates) && s.Candidates[at].Name == name; at++ {
		if s.Candidates[at].Path == folder {
			return s.Candidates[at]
		}
	}
	return nil
}

// Pinned returns a tree with every file of a skill as the snapshot pins it, also one
// that is gone (SN-3). What the snapshot does not pin is as the tree has it.
func (s *Snapshot) Pinned(t tree.Tree) tree.Tree {
	for _, l := range s.Roots {
		root := strings.TrimPrefix(l.Path, "/")
		if now, err := t.At(root); err == nil && now.Digest() == l.Digest {
			continue
		}
		below := map[string]map[string]*tree.Tree{} // by the folder that holds them
		for _, p := range l.places {
			at := strings.TrimPrefix(p.path, "/")
			now, _ := t.At(at)
			if now.Equal(p.folder) {
				continue
			}
			dir, sub := path.Dir(at), over(now, p.folder)
			if below[dir] == nil {
				below[dir] = map[string]*tree.Tree{}
			}
			below[dir][path.Base(at)] = &sub
		}
		t = graft(t, below)
	}
	return t
}

// over is a folder as it is now with the pinned files put over it.
func over(now, pinned tree.Tree) tree.Tree {
	next := now
	for _, c := range tree.Diff(now, pinned) {
		f, ok := pinned.File(c.Path)
		if !ok {
			continue
		}
		var err error
		if next, err = next.PutBlob(c.Path, f); err != nil {
			return pinned // a file has become a folder, or a folder a file
		}
	}
	return next
}

// graft puts folders into a tree, in place of whatever is there. Those of one folder
// are put there at once.
func graft(t tree.Tree, below map[string]map[string]*tree.Tree) tree.Tree {
	for dir, subs := range below {
		for name := range subs {
			if _, file := t.File(dir + "/" + name); file {
				t, _ = t.Remove(dir + "/" + name)
			}
		}
		if next, err := t.GraftAll(dir, subs); err == nil {
			t = next
		}
	}
	return t
}
