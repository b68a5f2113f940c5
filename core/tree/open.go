package tree

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// header begins the bytes of every folder.
const header = "folder\n"

// encode writes a folder: for each entry its kind, its name after the name's
// length, its digest, its size in bytes, and a folder's number of files. The sizes
// let a tree be opened without reading a file.
func encode(kids []entry) []byte {
	b := make([]byte, 0, len(header)+64*len(kids))
	b = append(b, header...)
	for _, k := range kids {
		kind := byte('f')
		if k.dir {
			kind = 'd'
		}
		b = binary.AppendUvarint(append(b, kind), uint64(len(k.name)))
		b = append(append(b, k.name...), k.digest[:]...)
		b = binary.AppendUvarint(b, uint64(k.bytes))
		if k.dir {
			b = binary.AppendUvarint(b, uint64(k.files))
		}
	}
	return b
}

var errFolder = errors.New("a kept folder does not read as one")

// decode reads what encode wrote, with the folders in it still empty.
func decode(data []byte) ([]entry, error) {
	rest, ok := bytes.CutPrefix(data, []byte(header))
	if !ok {
		return nil, errFolder
	}
	kids, room := make([]entry, 0, len(rest)/least+1), []node(nil)
	for len(rest) > 0 {
		if len(room) == 0 {
			room = make([]node, len(rest)/least+1) // one by one they would cost more
		}
		k := entry{node: &room[0]}
		room = room[1:]
		var err error
		if rest, err = k.decode(rest); err != nil {
			return nil, err
		}
		if len(kids) > 0 && kids[len(kids)-1].name >= k.name {
			return nil, errFolder
		}
		kids = append(kids, k)
	}
	return kids, nil
}

// least is about how many bytes an entry has.
const least = 40

// decode reads an entry, and returns what follows it.
func (k *entry) decode(b []byte) ([]byte, error) {
	k.dir = b[0] == 'd'
	length, rest, ok := number(b[1:])
	if !k.dir && b[0] != 'f' || !ok || length > MaxName || uint64(len(rest)) < length+uint64(len(k.digest)) {
		return nil, errFolder
	}
	k.name, b = string(rest[:length]), rest[length:]
	if !simple(k.name) && (Check(k.name) != nil || strings.Contains(k.name, "/")) {
		return nil, errFolder
	}
	b = b[copy(k.digest[:], b):]
	bytes, b, ok := number(b)
	files := uint64(1)
	if k.dir && ok {
		files, b, ok = number(b)
	}
	k.bytes, k.files = int64(bytes), int(files)
	if !ok || k.bytes < 0 || k.files < 0 {
		return nil, errFolder
	}
	return b, nil
}

func number(b []byte) (uint64, []byte, bool) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, false
	}
	return v, b[n:], true
}

// Open returns the tree whose root folder has a digest. It reads the folders, a
// level of the tree at a time, and no file (VF-4): a file's bytes are read when
// they are asked for. A folder that is missing or damaged is a [*Lost].
func Open(root Digest, from Source) (Tree, error) { return Opener{From: from}.Open(root) }

// OpenAll is [Open] of several trees at once. What they have in common is asked
// for once and held once, so that many versions of a tree cost what differs.
func OpenAll(roots []Digest, from Source) ([]Tree, error) { return Opener{From: from}.OpenAll(roots) }

// Opener opens trees that have something in common with one that is open already.
type Opener struct {
	From Source
	// Like is a tree whose folders are taken as they are, unread, where a tree has
	// the same at the same place.
	Like Tree
}

// Open is the function of that name.
func (o Opener) Open(root Digest) (Tree, error) {
	list, err := o.OpenAll([]Digest{root})
	if err != nil {
		return Tree{}, err
	}
	return list[0], nil
}

// OpenAll is the function of that name.
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

// opener holds what trees have in common while they are opened.
type opener struct {
	from    Source
	read    func([]Digest) ([][]byte, error) // of folders
	like    *node                            // the root of what is open already
	folders map[Digest]*node
	files   map[Digest]*node
	next    []pending
	said    [][2]*node     // a folder, and what another place says of its size
	twice   bool           // a folder was met again
	lost    map[*node]bool // folders to do without; nil to do without none
}

// pending is a folder that is to be read, and the one at its place that is open
// already, nil for none.
type pending struct{ node, like *node }

// folder returns the one folder of a digest; the first that asks for it has it read,
// unless the one that is open already at its place is the same.
func (o *opener) folder(n, like *node) *node {
	known := o.folders[n.digest]
	switch {
	case known != nil:
		o.twice = true
	case like != nil && like.dir && like.digest == n.digest:
		o.folders[n.digest], known = like, like
	default:
		o.folders[n.digest], o.next = n, append(o.next, pending{n, like})
		return n
	}
	if n.files >= 0 {
		o.said = append(o.said, [2]*node{known, n})
	}
	return known
}

func (o *opener) file(n *node, l *late) *node {
	if known := o.files[n.digest]; known != nil && known.bytes == n.bytes {
		return known
	}
	n.late = l
	o.files[n.digest] = n
	return n
}

// agree reports whether all places say of a folder what it holds.
func (o *opener) agree() error {
	for _, s := range o.said {
		if s[0].files != s[1].files || s[0].bytes != s[1].bytes {
			return fmt.Errorf("%s: %w", s[0].digest.Short(), errFolder)
		}
	}
	return nil
}

// descend reads the folders of one level.
func (o *opener) descend() error {
	level := o.next
	o.next = nil
	digests := make([]Digest, len(level))
	for i, n := range level {
		digests[i] = n.node.digest
	}
	list, err := o.read(digests)
	if err != nil {
		return err
	}
	var lost Lost
	for i, p := range level {
		n := p.node
		if i >= len(list) || list[i] == nil || Sum(list[i]) != n.digest {
			if o.lost == nil {
				lost.Digests = append(lost.Digests, n.digest)
			} else {
				o.lost[n] = true
			}
			continue
		}
		if err := o.fill(p, list[i]); err != nil {
			return fmt.Errorf("%s: %w", n.digest.Short(), err)
		}
	}
	if len(lost.Digests) > 0 {
		return &lost
	}
	return nil
}

// fill gives a folder its entries, whose sizes must be those that it was said to
// have.
func (o *opener) fill(p pending, data []byte) error {
	n := p.node
	kids, err := decode(data)
	if err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	lates := make([]late, 0, leaves(kids))
	for i, k := range kids {
		files, bytes = files+k.files, bytes+k.bytes
		if k.dir {
			kids[i].node = o.folder(k.node, near(p.like, k.name))
		} else {
			lates = append(lates, late{from: o.from})
			kids[i].node = o.file(k.node, &lates[len(lates)-1])
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

// near is what a folder has under a name; nil is none.
func near(like *node, name string) *node {
	if like == nil {
		return nil
	}
	return like.kid(name)
}

// leaves counts the files among entries.
func leaves(kids []entry) (n int) {
	for _, k := range kids {
		if !k.dir {
			n++
		}
	}
	return n
}
