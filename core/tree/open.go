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
	var kids []entry
	for len(rest) > 0 {
		var k entry
		var err error
		if k, rest, err = decodeEntry(rest); err != nil {
			return nil, err
		}
		if len(kids) > 0 && kids[len(kids)-1].name >= k.name {
			return nil, errFolder
		}
		kids = append(kids, k)
	}
	return kids, nil
}

func decodeEntry(b []byte) (entry, []byte, error) {
	k := entry{node: &node{dir: b[0] == 'd', files: 1}}
	length, rest, ok := number(b[1:])
	if !k.dir && b[0] != 'f' || !ok || length > MaxName || uint64(len(rest)) < length+uint64(len(k.digest)) {
		return k, nil, errFolder
	}
	k.name, b = string(rest[:length]), rest[length:]
	if Check(k.name) != nil || strings.Contains(k.name, "/") {
		return k, nil, errFolder
	}
	b = b[copy(k.digest[:], b):]
	bytes, b, ok := number(b)
	files := uint64(1)
	if k.dir && ok {
		files, b, ok = number(b)
	}
	k.bytes, k.files = int64(bytes), int(files)
	if !ok || k.bytes < 0 || k.files < 0 {
		return k, nil, errFolder
	}
	return k, b, nil
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
func Open(root Digest, from Source) (Tree, error) {
	list, err := OpenAll([]Digest{root}, from)
	if err != nil {
		return Tree{}, err
	}
	return list[0], nil
}

// OpenAll is [Open] of several trees at once. What they have in common is asked
// for once and held once, so that many versions of a tree cost what differs.
func OpenAll(roots []Digest, from Source) ([]Tree, error) {
	o := &opener{from: from, folders: map[Digest]*node{}, files: map[Digest]*node{}}
	trees := make([]Tree, len(roots))
	for i, d := range roots {
		trees[i] = Tree{o.folder(&node{dir: true, digest: d, files: -1})}
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

// MaxOpened is how many files and folders an opened tree has at the most. A few
// folders that hold each other many times over could have more than could ever be
// walked.
const MaxOpened = 1 << 22

// bounded refuses a tree of more than MaxOpened entries.
func (o *opener) bounded(trees []Tree) error {
	sizes := map[*node]int{}
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
		count = min(count+entries(k.node, sizes), MaxOpened+1)
	}
	sizes[n] = count
	return count
}

// opener holds what trees have in common while they are opened.
type opener struct {
	from    Source
	folders map[Digest]*node
	files   map[Digest]*node
	next    []*node        // folders of the next level
	said    [][2]*node     // a folder, and what another place says of its size
	lost    map[*node]bool // folders to do without; nil to do without none
}

// folder returns the one folder of a digest; the first that asks for it has it read.
func (o *opener) folder(n *node) *node {
	known := o.folders[n.digest]
	if known == nil {
		o.folders[n.digest], o.next = n, append(o.next, n)
		return n
	}
	if n.files >= 0 {
		o.said = append(o.said, [2]*node{known, n})
	}
	return known
}

func (o *opener) file(n *node) *node {
	if known := o.files[n.digest]; known != nil && known.bytes == n.bytes {
		return known
	}
	n.late = &late{from: o.from}
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
		digests[i] = n.digest
	}
	list, err := o.from.Blobs(digests)
	if err != nil {
		return err
	}
	var lost Lost
	for i, n := range level {
		if i >= len(list) || list[i] == nil || Sum(list[i]) != n.digest {
			if o.lost == nil {
				lost.Digests = append(lost.Digests, n.digest)
			} else {
				o.lost[n] = true
			}
			continue
		}
		if err := o.fill(n, list[i]); err != nil {
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
func (o *opener) fill(n *node, data []byte) error {
	kids, err := decode(data)
	if err != nil {
		return err
	}
	files, bytes := 0, int64(0)
	for i, k := range kids {
		files, bytes = files+k.files, bytes+k.bytes
		if k.dir {
			kids[i].node = o.folder(k.node)
		} else {
			kids[i].node = o.file(k.node)
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
