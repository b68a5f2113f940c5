package tree

import (
	"encoding/binary"
	"errors"
)

// Pack is all the folders of a tree as one string of bytes, so that a source gives
// them at once and not one by one: each after its length, in the order in which [Open]
// asks for them. It holds no file.
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

// Unpack is [Open] with the folders of a pack, each held to its digest. A pack that
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
	trees, err := o.all([]Digest{root})
	if err == nil && len(pack) > 0 {
		err = errPack
	}
	if err != nil {
		return Tree{}, err
	}
	return trees[0], nil
}
