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
	top := &node{dir: true, digest: root, files: -1}
	for level := []*node{top}; len(level) > 0; {
		next, err := descend(level, from)
		if err != nil {
			return Tree{}, err
		}
		level = next
	}
	return Tree{top}, nil
}

// descend reads the folders of one level and returns those of the next.
func descend(level []*node, from Source) ([]*node, error) {
	digests := make([]Digest, len(level))
	for i, n := range level {
		digests[i] = n.digest
	}
	list, err := from.Blobs(digests)
	if err != nil {
		return nil, err
	}
	var next []*node
	var lost Lost
	for i, n := range level {
		if i >= len(list) || list[i] == nil || Sum(list[i]) != n.digest {
			lost.Digests = append(lost.Digests, n.digest)
			continue
		}
		below, err := n.fill(list[i], from)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.digest.Short(), err)
		}
		next = append(next, below...)
	}
	if len(lost.Digests) > 0 {
		return nil, &lost
	}
	return next, nil
}

// fill gives a folder its entries, whose sizes must be those that it was said to
// have, and returns the folders among them.
func (n *node) fill(data []byte, from Source) ([]*node, error) {
	kids, err := decode(data)
	if err != nil {
		return nil, err
	}
	var dirs []*node
	files, bytes := 0, int64(0)
	for _, k := range kids {
		files, bytes = files+k.files, bytes+k.bytes
		if k.dir {
			dirs = append(dirs, k.node)
		} else {
			k.late = &late{from: from}
		}
	}
	if n.files < 0 {
		n.files, n.bytes = files, bytes
	}
	if n.files != files || n.bytes != bytes {
		return nil, errFolder
	}
	n.kids = kids
	return dirs, nil
}
