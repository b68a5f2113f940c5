package tree

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
	var pick func(path string, k entry) *node
	pick = func(path string, k entry) *node {
		switch {
		case o.lost[k.node]:
			paths = append(paths, path)
			return nil
		case k.dir:
			return k.pick(path+"/", pick)
		}
		return k.node
	}
	return Tree{top.pick("", pick)}, paths, nil
}
