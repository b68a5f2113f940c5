package tree

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrStopped is work that its [Tick] ended.
var ErrStopped = errors.New("it was stopped")

// Tick is told by what takes long how much of how much is done, often, and says
// whether to go on. It may wait, so that others get on meanwhile.
type Tick func(done, total int) bool

// GoOn asks a tick; a nil one always goes on.
func (t Tick) GoOn(done, total int) bool { return t == nil || t(done, total) }

// Limits bound what one import may bring (VF-6). A zero field is no bound.
type Limits struct {
	Files int   // files in all
	Bytes int64 // bytes in all
	File  int64 // bytes of one file
	Depth int   // parts of a path
}

// LimitError is a bound that was reached; nothing of the import is kept.
type LimitError struct {
	Code string // too_many_files, too_many_bytes, file_too_big, too_deep
	Path string // where it was reached; empty for the whole
	Got  int64
	Most int64
}

// Error says what was got and what is the most.
func (e *LimitError) Error() string {
	what := map[string]string{
		"too_many_files": "files", "too_many_bytes": "bytes in all", "file_too_big": "bytes in one file", "too_deep": "folders deep",
	}[e.Code]
	at := ""
	if e.Path != "" {
		at = fmt.Sprintf("at %+q: ", e.Path)
	}
	return fmt.Sprintf("%sgot %d %s, want at most %d", at, e.Got, what, e.Most)
}

// Builder gathers many files into one tree at the cost of hashing each folder
// once. It starts empty; the zero Builder has no limits. Not for concurrent use.
type Builder struct {
	Limits Limits
	Tick   Tick // told of big files and of the folders that are hashed, by how many files; may be nil

	root  draft
	links []*link
	files int
	bytes int64
}

type draft struct {
	up   *draft // nil for the top
	name string
	kids map[string]item
}

// item is what a draft has under a name, if it has it: one of the three.
type item struct {
	file *node
	dir  *draft
	link *link
}

func (i item) kind() string {
	switch {
	case i.file != nil:
		return "file"
	case i.dir != nil:
		return "folder"
	case i.link != nil:
		return "link"
	}
	return ""
}

// Put adds a file, under the rules of [Tree.Put] and the limits. What it
// refuses does not count. Where its tick ends that, the error is [ErrStopped].
func (b *Builder) Put(path string, data []byte) error {
	d, name, err := b.place(path, "file", int64(len(data)))
	if err != nil {
		return err
	}
	digest, err := b.sum(data)
	if err != nil {
		return err
	}
	d.kids[name] = item{file: summed(digest, data)}
	b.files++
	b.bytes += int64(len(data))
	return nil
}

// put is [Builder.Put] of a file that has its digest already.
func (b *Builder) put(path string, file Blob) error {
	d, name, err := b.place(path, "file", file.n.bytes)
	if err != nil {
		return err
	}
	d.kids[name] = item{file: file.n}
	b.files++
	b.bytes += file.n.bytes
	return nil
}

const piece = 1 << 20 // bytes of a file that are hashed between two ticks

// sum is [Sum], which takes a while for a big file.
func (b *Builder) sum(data []byte) (d Digest, err error) {
	if len(data) <= piece {
		return Sum(data), nil
	}
	h := sha256.New()
	for part := range slices.Chunk(data, piece) {
		if !b.Tick.GoOn(b.files, b.files+1) {
			return d, ErrStopped
		}
		h.Write(part)
	}
	h.Sum(d[:0])
	return d, nil
}

// Dir makes sure that a folder is there, even if nothing is put in it.
func (b *Builder) Dir(path string) error {
	err := cmp.Or(Check(path), within(b.depth(path)))
	if err == nil {
		_, _, err = b.open(path+"/.", "")
	}
	return err
}

// Link notes a symbolic link with the path that it holds. It stays out of the tree
// until [Builder.Follow] is called, and counts as a file against the limits.
func (b *Builder) Link(path, text string) error {
	d, name, err := b.place(path, "", 0)
	if err != nil {
		return err
	}
	l := &link{path: path, text: text, in: d}
	d.kids[name], b.links = item{link: l}, append(b.links, l)
	return nil
}

func (b *Builder) fits(path string, size int64) error {
	return within(
		LimitError{"file_too_big", path, size, b.Limits.File},
		b.depth(path),
		LimitError{"too_many_files", path, int64(b.files+len(b.links)) + 1, int64(b.Limits.Files)},
		LimitError{"too_many_bytes", path, b.bytes + size, b.Limits.Bytes},
	)
}

func (b *Builder) depth(path string) LimitError {
	return LimitError{"too_deep", path, int64(strings.Count(path, "/") + 1), int64(b.Limits.Depth)}
}

func within(limits ...LimitError) error {
	for _, l := range limits {
		if l.Most > 0 && l.Got > l.Most {
			broken := l // the copy, and not every l, goes to the heap
			return &broken
		}
	}
	return nil
}

// place is [Builder.open] for what may enter.
func (b *Builder) place(path, over string, size int64) (*draft, string, error) {
	if err := cmp.Or(Check(path), b.fits(path, size)); err != nil {
		return nil, "", err
	}
	return b.open(path, over)
}

// open returns the draft of the folder that holds path, made if need be. What is at path
// already must be of the kind over.
func (b *Builder) open(path, over string) (*draft, string, error) {
	for d, rest := &b.root, path; ; {
		name, below, deeper := strings.Cut(rest, "/")
		if d.kids == nil {
			d.kids = map[string]item{}
		}
		kid, want := d.kids[name], over
		if deeper {
			want = "folder"
		}
		if is := kid.kind(); is != "" && is != want {
			return nil, "", taken(strings.TrimSuffix(path, "/"+below), is)
		}
		if !deeper {
			return d, name, nil
		}
		if kid.dir == nil {
			kid.dir = &draft{up: d, name: name}
			d.kids[name] = kid
		}
		d, rest = kid.dir, below
	}
}

// Tree returns what has been put so far, and an empty tree where its tick ended that.
func (b *Builder) Tree() Tree {
	t, _ := b.Sealed()
	return t
}

// Sealed is [Builder.Tree], with [ErrStopped] where its tick ended that.
func (b *Builder) Sealed() (Tree, error) {
	s := sealing{Builder: b}
	if len(b.links) > 0 {
		s.sealed = map[*draft]*node{}
	}
	root := s.folder(&b.root)
	if s.stopped {
		return Tree{}, ErrStopped
	}
	return Tree{root}, nil
}

// sealing hashes folders, each once, unless the tick says no, which is asked before each.
type sealing struct {
	*Builder
	done    int // files
	stopped bool
	sealed  map[*draft]*node // nil where no link leads to a folder
}

func (s *sealing) folder(d *draft) *node {
	if n := s.sealed[d]; n != nil {
		return n
	}
	kids := make([]entry, 0, len(d.kids))
	for name, k := range d.kids {
		to := k.followed()
		if to.dir != nil {
			to.file = s.folder(to.dir)
		}
		if k.file != nil {
			s.done++
		}
		if to.file != nil {
			kids = append(kids, entry{name, to.file})
		}
	}
	if s.stopped = s.stopped || !s.Tick.GoOn(s.done, s.files); s.stopped {
		return nil
	}
	slices.SortFunc(kids, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	n := folder(kids)
	if s.sealed != nil {
		s.sealed[d] = n
	}
	return n
}
