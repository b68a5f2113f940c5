package intake

import (
	"path"

	"lily/core/origin"
	"lily/core/tree"
	"lily/core/world"
)

// Apply does the import on a world that may have changed since the plan was
// made: it writes the planned folders and nothing else. Those out of archives
// are marked; what was known of a place is forgotten when the person brings a folder,
// but for bytes that are not trusted here already.
func (p Plan) Apply(now world.World) (world.World, error) {
	folders, places := map[string]*tree.Tree{}, make([]origin.Place, 0, len(p.Skills))
	known := now.Foreign()
	for _, s := range p.Skills {
		folders[s.Name] = &s.Tree
		at := "/" + p.path(s.Name)
		if s.Archive != "" {
			places = append(places, origin.Place{Path: at, Origin: origin.Of(s.Archive)})
		} else if o, ok := known.In(s.Tree); ok {
			places = append(places, origin.Place{Path: at, Origin: o})
		}
	}
	return p.set(now, folders, places)
}

// Undo returns now with the folders that the import touched, and what was known of them,
// as they were in before; all else stays as it is now. An edit made below such a
// folder since goes with it: whoever holds now can bring it back.
func (p Plan) Undo(now, before world.World) (world.World, error) {
	folders, places := map[string]*tree.Tree{}, []origin.Place(nil)
	for _, s := range p.Skills {
		at := p.path(s.Name)
		folders[s.Name] = nil
		if old, err := before.Tree.At(at); err == nil {
			folders[s.Name] = &old
		}
		for _, o := range before.Origins.Of("/" + at) {
			places = append(places, o)
		}
	}
	next, err := p.set(now, folders, places)
	if err != nil || len(folders) == 0 {
		return now, err
	}
	next.Tree, err = prune(next.Tree, before.Tree, p.root)
	return next, err
}

// set puts folders below the root, with what is known of their origin.
func (p Plan) set(now world.World, folders map[string]*tree.Tree, places []origin.Place) (world.World, error) {
	if len(folders) == 0 {
		return now, nil
	}
	next, err := now.Tree.GraftAll(p.root, folders)
	if err != nil {
		return now, err
	}
	if len(now.Origins) > 0 {
		list := make([]string, 0, len(folders))
		for name := range folders {
			list = append(list, "/"+p.path(name))
		}
		now.Origins = now.Origins.Clear(now.Tree, list...)
	}
	now.Tree, now.Origins = next, now.Origins.Put(places...)
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
