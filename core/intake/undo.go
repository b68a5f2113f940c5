package intake

import (
	"path"
	"slices"

	"lily/core/tree"
	"lily/core/world"
)

// Apply does the import on a world that may have changed since the plan was
// made: it writes the planned folders and nothing else. Those out of archives
// are marked; a mark that was on a place is gone when the person brings a folder.
func (p Plan) Apply(now world.World) (world.World, error) {
	folders, marks := map[string]*tree.Tree{}, map[string]bool{}
	for _, s := range p.Skills {
		folders[s.Name], marks["/"+p.path(s.Name)] = &s.Tree, s.Archive != ""
	}
	return p.set(now, folders, marks)
}

// Undo returns now with the folders that the import touched, and their marks, as
// they were in before; all else stays as it is now. An edit made below such a
// folder since goes with it: whoever holds now can bring it back.
func (p Plan) Undo(now, before world.World) (world.World, error) {
	folders, marks := map[string]*tree.Tree{}, map[string]bool{}
	for _, s := range p.Skills {
		at := p.path(s.Name)
		folders[s.Name] = nil
		if old, err := before.Tree.At(at); err == nil {
			folders[s.Name] = &old
		}
		_, marks["/"+at] = slices.BinarySearch(before.Untrusted, "/"+at)
	}
	next, err := p.set(now, folders, marks)
	if err != nil || len(folders) == 0 {
		return now, err
	}
	next.Tree, err = prune(next.Tree, before.Tree, p.root)
	return next, err
}

// set puts folders below the root, and sets or clears their marks.
func (p Plan) set(now world.World, folders map[string]*tree.Tree, marks map[string]bool) (world.World, error) {
	if len(folders) == 0 {
		return now, nil
	}
	next, err := now.Tree.GraftAll(p.root, folders)
	if err != nil {
		return now, err
	}
	untrusted := slices.DeleteFunc(slices.Clone(now.Untrusted), func(at string) bool { _, ours := marks[at]; return ours })
	for at, marked := range marks {
		if marked {
			untrusted = append(untrusted, at)
		}
	}
	slices.Sort(untrusted)
	now.Tree, now.Untrusted = next, untrusted
	return now, nil
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
