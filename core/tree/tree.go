// Package tree is Lily's virtual filesystem: an immutable, content-addressed
// tree of files (VF-1 to VF-3).
//
// A file is the SHA-256 of its bytes and a folder the digest of its sorted
// entries, so two trees with the same content have the same [Digest], and an
// edit makes a new [Tree] that shares everything it did not touch. Holding a
// Tree is holding a snapshot: nothing can change under it.
//
// A Tree is an [io/fs.FS]. Paths are those of io/fs, without a leading slash;
// the contract's /workspace/skills is "workspace/skills" here. [Check] is the
// border through which every name from outside has to come.
//
// A tree can be taken apart into blobs ([Tree.Blobs]), each named by its digest,
// and opened again from them ([Opener]). Then its folders are there at once and the
// bytes of a file come when they are first read (VF-4). The package does not
// store anything itself.
package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Digest names a file or a folder by its content (VF-2).
type Digest [sha256.Size]byte

// String returns the digest in lower-case hexadecimal, as sha256sum prints it.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Short returns the first twelve hexadecimal digits, for people.
func (d Digest) Short() string { return d.String()[:12] }

// MarshalText writes the digest as [Digest.String] does.
func (d Digest) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, d[:]), nil }

// UnmarshalText reads what [Digest.MarshalText] wrote, and nothing else.
func (d *Digest) UnmarshalText(text []byte) error {
	var got Digest
	n, err := hex.Decode(got[:], text[:min(len(text), 2*len(got))])
	if err != nil || n != len(got) || got.String() != string(text) {
		return fmt.Errorf("got %.80q, want a digest of %d lower-case hexadecimal digits", text, 2*len(got))
	}
	*d = got
	return nil
}

// Sum returns the digest of a file with the given bytes.
func Sum(data []byte) Digest { return sha256.Sum256(data) }

// Tree is an immutable tree of files. The zero Tree is empty and ready to use.
type Tree struct{ root *node }

// node is a file (dir false, data or late) or a folder (dir true, kids by name).
type node struct {
	digest Digest
	dir    bool
	data   []byte
	late   *late // where a file's bytes come from that are not in data
	kids   []entry
	files  int   // files at and below
	bytes  int64 // their sizes added up
}

type entry struct {
	name string
	*node
}

var empty = folder(nil)

func file(data []byte) *node { return summed(Sum(data), data) }

func summed(d Digest, data []byte) *node {
	return &node{digest: d, data: data, files: 1, bytes: int64(len(data))}
}

// folder takes sorted kids and seals them under their digest.
func folder(kids []entry) *node {
	n := &node{dir: true, kids: kids}
	for _, k := range kids {
		n.files += k.files
		n.bytes += k.bytes
	}
	n.digest = Sum(encode(kids))
	return n
}

func (t Tree) node() *node {
	if t.root == nil {
		return empty
	}
	return t.root
}

// Digest returns the digest of the whole tree.
func (t Tree) Digest() Digest { return t.node().digest }

// Files returns the number of files, and Bytes their sizes added up.
func (t Tree) Files() int { return t.node().files }

// Bytes returns the sizes of all files added up.
func (t Tree) Bytes() int64 { return t.node().bytes }

// find returns where name is among the kids, or where it would be.
func (n *node) find(name string) (int, bool) {
	from, to := 0, len(n.kids)
	for from < to {
		if mid := int(uint(from+to) >> 1); n.kids[mid].name < name {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from, from < len(n.kids) && n.kids[from].name == name
}

// lookup returns the node at a valid path, or nil.
func (t Tree) lookup(path string) *node {
	n := t.node()
	if path == "." {
		return n
	}
	for more := true; more; { // by hand: in wasm an iterator costs four allocations, for each file that is looked for
		var part string
		part, path, more = strings.Cut(path, "/")
		i, ok := n.find(part)
		if !ok {
			return nil
		}
		n = n.kids[i].node
	}
	return n
}

// Equal reports whether two trees have the same content. Two that share it are not even compared by digest.
func (t Tree) Equal(u Tree) bool {
	a, b := t.node(), u.node()
	return a == b || a.digest == b.digest
}
