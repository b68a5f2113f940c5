package tree

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
)

// Blob is a file or a folder as bytes under its digest: a file's own bytes, or a folder's list of
// entries. Like a [Tree] it never changes. The zero Blob is the empty folder's.
type Blob struct{ n *node }

// NewBlob is a file of some bytes, which must not be changed afterwards.
func NewBlob(data []byte) Blob { return Blob{file(data)} }

// Blob is the folder at the top as bytes.
func (t Tree) Blob() Blob { return Blob{t.root} }

// Digest returns the SHA-256 of the bytes.
func (b Blob) Digest() Digest { return Tree{b.n}.node().digest }

// Dir reports whether it is a folder's.
func (b Blob) Dir() bool { return Tree{b.n}.node().dir }

// Size returns the number of a file's bytes, without reading them.
func (b Blob) Size() int64 { return info{n: Tree{b.n}.node()}.Size() }

// Here reports whether the bytes can be had without asking a source.
func (b Blob) Here() bool {
	l := Tree{b.n}.node().late
	return l == nil || l.data.Load() != nil
}

// Bytes returns the bytes as the tree holds them: the caller must not change them. Where they come
// from a [Source], they are read once, and an error is a [*Lost] or the source's own.
func (b Blob) Bytes() ([]byte, error) {
	n := Tree{b.n}.node()
	if n.dir {
		return encode(n.kids), nil
	}
	return n.read()
}

// Blobs yields the blobs of a tree, each folder after what it holds. It leaves out
// what known reports as kept already, with all that is below it, and so costs what
// is new; a nil known leaves out nothing. A blob that is there twice may come twice.
func (t Tree) Blobs(known func(Digest) bool) iter.Seq[Blob] {
	return func(yield func(Blob) bool) { blobs(t.node(), known, yield) }
}

func blobs(n *node, known func(Digest) bool, yield func(Blob) bool) bool {
	if known != nil && known(n.digest) {
		return true
	}
	for _, k := range n.kids {
		if !blobs(k.node, known, yield) {
			return false
		}
	}
	return yield(Blob{n})
}

// Source gives the bytes of blobs that a tree was opened without. The result has one place for each
// digest, nil where there is none; an error is a source that could not be asked.
type Source interface {
	Blobs(digests []Digest) ([][]byte, error)
}

// Mender is a [Source] that wants to know of files that it did not give as they were.
type Mender interface {
	Source
	Lost(files []Digest)
}

// Lost is blobs that a source should have and has not, or not as they were.
type Lost struct{ Digests []Digest }

// Error names the first of them.
func (e *Lost) Error() string {
	names := make([]string, min(len(e.Digests), 3))
	for i := range names {
		names[i] = e.Digests[i].Short()
	}
	return fmt.Sprintf("the bytes of %s are missing or damaged where they were kept (%d in all)", strings.Join(names, ", "), len(e.Digests))
}

// late is where a file's bytes come from, and the bytes once they were read.
type late struct {
	from Source
	data atomic.Pointer[[]byte]
}

func (n *node) read() ([]byte, error) {
	if n.late == nil {
		return n.data, nil
	}
	if n.late.data.Load() == nil {
		if err := fetch(n.late.from, []*node{n}); err != nil {
			return nil, err
		}
	}
	return *n.late.data.Load(), nil
}

// Load reads the bytes of many files at once, which costs a source much less than
// one after the other. Those that it could read stay read when it returns an error.
func Load(files []Blob) (failed error) {
	wanted := map[Source][]*node{}
	var sources []Source
	for _, f := range files {
		if f.Here() {
			continue
		}
		from := f.n.late.from
		if wanted[from] == nil {
			sources = append(sources, from)
		}
		wanted[from] = append(wanted[from], f.n)
	}
	for _, from := range sources {
		failed = cmp.Or(failed, fetch(from, wanted[from]))
	}
	return failed
}

// Load reads every file of the tree into memory, as the function of that name does.
func (t Tree) Load() error {
	var files []Blob
	for _, f := range t.Walk() {
		files = append(files, f)
	}
	return Load(files)
}

func fetch(from Source, files []*node) error {
	list, err := ask(from.Blobs, files)
	if err != nil {
		return err
	}
	var lost []Digest
	for i, n := range files {
		if data := list[i]; data != nil {
			n.late.data.Store(&data)
		} else {
			lost = append(lost, n.digest)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	if m, ok := from.(Mender); ok {
		m.Lost(lost)
	}
	return &Lost{lost}
}

// ask reads nodes as bytes, nil for those that are not there as they were.
func ask(read func([]Digest) ([][]byte, error), nodes []*node) ([][]byte, error) {
	digests := make([]Digest, len(nodes))
	for i, n := range nodes {
		digests[i] = n.digest
	}
	list, err := read(digests)
	list = append(list, make([][]byte, max(0, len(nodes)-len(list)))...)
	for i, d := range digests {
		if list[i] != nil && Sum(list[i]) != d {
			list[i] = nil
		}
	}
	return list, err
}
