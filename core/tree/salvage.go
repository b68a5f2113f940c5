package tree

import "path"

// Salvage is [Open] for what is damaged: folders that are missing or damaged are
// left out, and their paths are returned, sorted part by part. Only the root itself
// is a [*Lost].
func (from Opener) Salvage(root Digest) (Tree, []string, error) {
	o := from.begin()
	o.lost = map[*node]bool{}
	top := o.top(root)
	for len(o.next) > 0 {
		if err := o.descend(); err != nil {
			return Tree{}, nil, err
		}
	}
	if o.lost[top] {
		return Tree{}, nil, &Lost{[]Digest{root}}
	}
	if err := o.agree(); err != nil {
		return Tree{}, nil, err
	}
	if err := o.bounded([]Tree{{top}}); err != nil || len(o.lost) == 0 {
		return Tree{top}, nil, err
	}
	var paths []string
	return Tree{o.without(top, ".", &paths)}, paths, nil
}

// without is a folder without those below it that are lost.
func (o *opener) without(n *node, at string, paths *[]string) *node {
	kids := make([]entry, 0, len(n.kids))
	for _, k := range n.kids {
		below := path.Join(at, k.name)
		if o.lost[k.node] {
			*paths = append(*paths, below)
			continue
		}
		if k.dir {
			k.node = o.without(k.node, below, paths)
		}
		kids = append(kids, k)
	}
	return folder(kids)
}
