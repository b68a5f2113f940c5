package tree

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

const header = "folder\n" // begins the bytes of every folder

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

const least = 40 // bytes of an entry, about

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
	return v, b[max(n, 0):], n > 0
}
