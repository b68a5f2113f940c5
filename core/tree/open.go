package tree

import "fmt"

// Open returns the tree whose root folder has a digest. It reads the folders, a
// level of the tree at a time, and no file (VF-4): a file's bytes are read when
// they are asked for. A folder that is missing or damaged is a [*Lost].
func Open(root Digest, from Source) (Tree, error) { return Opener{From: from}.Open(root) }

// Opener opens trees that have something in common with one that is open already.
type Opener struct {
	From Source
	// Like is a tree whose folders are taken as they are, unread, where a tree has
	// the same at the same place.
	Like Tree
}

// Open is the function of that name, with what is open already.
func (o Opener) Open(root Digest) (Tree, error) {
	list, err := o.OpenAll([]Digest{root})
	if err != nil {
		return Tree{}, err
	}
	return list[0], nil
}

// OpenAll is [Open] of several trees at once. What they have in common is asked
// for once and held once, so that many versions of a tree cost what differs.
func (o Opener) OpenAll(roots []Digest) ([]Tree, error) { return o.begin().all(roots) }

func (o Opener) begin() *opener {
	return &opener{from: o.From, read: o.From.Blobs, like: o.Like.node(), folders: map[Digest]*node{}, files: map[Digest]*node{}}
}

func (o *opener) all(roots []Digest) ([]Tree, error) {
	trees := make([]Tree, len(roots))
	for i, d := range roots {
		trees[i] = Tree{o.top(d)}
	}
	for len(o.next) > 0 {
		if err := o.descend(); err != nil {
			return nil, err
		}
	}
	if err := o.agree(); err != nil {
		return nil, err
	}
	return trees, o.bounded(trees)
}

func (o *opener) top(d Digest) *node { return o.folder(&node{dir: true, digest: d, files: -1}, o.like) }

// MaxOpened is how many files and folders an opened tree has at the most. A few
// folders that hold each other many times over could have more than could ever be
// walked.
const MaxOpened = 1 << 22

// bounded refuses a tree of more than MaxOpened entries.
func (o *opener) bounded(trees []Tree) error {
	var sizes map[*node]int // of use only where a folder is there twice
	if o.twice {
		sizes = map[*node]int{}
	}
	for _, t := range trees {
		if entries(t.node(), sizes) > MaxOpened {
			return fmt.Errorf("%s: got more than %d files and folders", t.Digest().Short(), MaxOpened)
		}
	}
	return nil
}

// entries counts what is below a folder, up to just over the bound.
func entries(n *node, sizes map[*node]int) int {
	if known, ok := sizes[n]; ok {
		return known
	}
	count := 1
	for _, k := range n.kids {
		if !k.dir {
			count++
		} else if count = min(count+entries(k.node, sizes), MaxOpened+1); count > MaxOpened {
			break
		}
	}
	if sizes != nil {
		sizes[n] = count
	}
	return count
}
