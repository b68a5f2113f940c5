package tree

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Opener opens trees, of which it may have something already. It reads their folders, a
// level at a time, and no file (VF-4): a file's bytes are read when they are asked for.
// A folder that is missing or damaged is a [*Lost].
type Opener struct {
	From Source
	// Like is a tree whose folders are taken as they are, unread, where a tree has the same at the same place.
	Like Tree
}

// Open returns the tree whose root folder has a digest.
func (o Opener) Open(root Digest) (Tree, error) { return first(o.OpenAll([]Digest{root})) }

func first(list []Tree, err error) (Tree, error) {
	if err != nil {
		return Tree{}, err
	}
	return list[0], nil
}

// OpenAll is [Opener.Open] of several trees at once. What they have in common is asked
// for once and held once, so that many versions of a tree cost what differs.
func (o Opener) OpenAll(roots []Digest) ([]Tree, error) { return o.begin().all(roots) }

func (o Opener) begin() *opener {
	return &opener{from: o.From, read: o.From.Blobs, like: o.Like.node(), folders: map[Digest]*node{}, files: map[Digest]*node{}}
}

// Salvage is [Opener.Open] for what is damaged: folders that are missing or damaged are left out,
// and their paths are returned, sorted part by part. Only the root itself is a [*Lost].
func (o Opener) Salvage(root Digest) (Tree, []string, error) {
	work := o.begin()
	work.lost = map[*node]bool{}
	t, err := first(work.all([]Digest{root}))
	if err == nil && work.lost[t.root] {
		err = &Lost{[]Digest{root}}
	}
	if err != nil || len(work.lost) == 0 {
		return t, nil, err
	}
	var paths []string
	left := t.root.without("", true, func(path string, k entry) bool {
		if work.lost[k.node] {
			paths = append(paths, path)
		}
		return work.lost[k.node]
	})
	return Tree{left}, paths, nil
}

// Pack is all the folders of a tree as one string of bytes, so that a source gives
// them at once and not one by one: each after its length, in the order in which an
// [Opener] asks for them. It holds no file.
func Pack(t Tree) []byte {
	var pack []byte
	seen, next := map[Digest]bool{t.Digest(): true}, []*node{t.node()}
	for ; len(next) > 0; next = next[1:] {
		data := encode(next[0].kids)
		pack = append(binary.AppendUvarint(pack, uint64(len(data))), data...)
		for _, k := range next[0].kids {
			if k.dir && !seen[k.digest] {
				seen[k.digest], next = true, append(next, k.node)
			}
		}
	}
	return pack
}

var errPack = errors.New("a pack of folders does not hold those of its tree")

// Unpack is [Opener.Open] with the folders of a pack, each held to its digest. A pack that
// is damaged, or of another tree, is an error: then the source is to be asked.
func Unpack(root Digest, pack []byte, from Source) (Tree, error) {
	o := Opener{From: from}.begin()
	o.read = func(digests []Digest) ([][]byte, error) {
		list := make([][]byte, len(digests))
		for i := range list {
			size, rest, ok := number(pack)
			if !ok || size > uint64(len(rest)) {
				return nil, errPack
			}
			list[i], pack = rest[:size], rest[size:]
		}
		return list, nil
	}
	t, err := first(o.all([]Digest{root}))
	if err == nil && len(pack) > 0 {
		return Tree{}, errPack
	}
	return t, err
}

// MaxOpened is how many files and folders an opened tree has at the most. A few folders that hold
// each other many times over could have more than could ever be walked.
const MaxOpened = 1 << 22

// opener holds what trees have in common while they are opened.
type opener struct {
	from    Source
	read    func([]Digest) ([][]byte, error) // of folders
	like    *node                            // the root of what is open already
	folders map[Digest]*node
	files   map[Digest]*node
	next    []*node        // folders that are to be read
	likes   []*node        // those at their places that are open already, nil for none
	said    [][2]*node     // a folder, and what another place says of its size
	lost    map[*node]bool // folders to do without; nil to do without none
	sizes   map[*node]int  // of use only where a folder is there twice
}

func (o *opener) all(roots []Digest) ([]Tree, error) {
	trees := make([]Tree, len(roots))
	for i, d := range roots {
		trees[i] = Tree{o.folder(&node{dir: true, digest: d, files: -1}, o.like)}
	}
	for len(o.next) > 0 {
		if err := o.descend(); err != nil {
			return nil, err
		}
	}
	for _, s := range o.said {
		if s[0].files != s[1].files || s[0].bytes != s[1].bytes {
			return nil, fmt.Errorf("%s: %w", s[0].digest.Short(), errFolder)
		}
	}
	for _, t := range trees {
		if o.entries(t.root) > MaxOpened {
			return nil, fmt.Errorf("%s: got more than %d files and folders", t.Digest().Short(), MaxOpened)
		}
	}
	return trees, nil
}

// entries counts what is below a folder, up to just over the bound.
func (o *opener) entries(n *node) int {
	if known, ok := o.sizes[n]; ok {
		return known
	}
	count := 1
	for _, k := range n.kids {
		if !k.dir {
			count++
		} else if count = min(count+o.entries(k.node), MaxOpened+1); count > MaxOpened {
			break
		}
	}
	if o.sizes != nil {
		o.sizes[n] = count
	}
	return count
}

// folder returns the one folder of a digest; the first that asks for it has it read,
// unless the one that is open already at its place is the same.
func (o *opener) folder(n, like *node) *node {
	known := o.folders[n.digest]
	switch {
	case known != nil:
		if o.sizes == nil {
			o.sizes = map[*node]int{}
		}
	case like != nil && like.dir && like.digest == n.digest:
		o.folders[n.digest], known = like, like
	default:
		o.folders[n.digest], o.next, o.likes = n, append(o.next, n), append(o.likes, like)
		return n
	}
	if n.files >= 0 {
		o.said = append(o.said, [2]*node{known, n})
	}
	return known
}

func (o *opener) descend() error {
	level, likes := o.next, o.likes
	o.next, o.likes = nil, nil
	list, err := ask(o.read, level)
	if err != nil {
		return err
	}
	var lost []Digest
	for i, n := range level {
		switch {
		case list[i] == nil && o.lost == nil:
			lost = append(lost, n.digest)
		case list[i] == nil:
			o.lost[n] = true
		default:
			if err := o.fill(n, likes[i], list[i]); err != nil {
				return fmt.Errorf("%s: %w", n.digest.Short(), err)
			}
		}
	}
	if len(lost) > 0 {
		return &Lost{lost}
	}
	return nil
}

// fill gives a folder its entries, whose sizes must be those that it was said to have.
func (o *opener) fill(n, like *node, data []byte) error {
	kids, err := decode(data)
	if err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	lates := make([]late, len(kids)) // one by one they would cost more
	for i, k := range kids {
		files, bytes = files+k.files, bytes+k.bytes
		if k.dir {
			kids[i].node = o.folder(k.node, like.kid(k.name))
		} else if known := o.files[k.digest]; known != nil && known.bytes == k.bytes {
			kids[i].node = known
		} else {
			lates[i].from = o.from
			k.late, o.files[k.digest] = &lates[i], k.node
		}
	}
	if n.files < 0 {
		n.files, n.bytes = files, bytes
	}
	if n.files != files || n.bytes != bytes {
		return errFolder
	}
	n.kids = kids
	return nil
}
