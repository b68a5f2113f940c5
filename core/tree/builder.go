package tree

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

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
	said := fmt.Sprintf("got %d %s, want at most %d", e.Got, what, e.Most)
	if e.Path == "" {
		return said
	}
	return fmt.Sprintf("at %+q: %s", e.Path, said)
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
	up    *draft // nil for the top
	name  string
	dirs  map[string]*draft
	files map[string]*node
	links map[string]*link
}

// Put adds a file, under the rules of [Tree.Put] and the limits. What it
// refuses does not count. Where its tick ends that, the error is [ErrStopped].
func (b *Builder) Put(path string, data []byte) error {
	if err := Check(path); err != nil {
		return err
	}
	if err := b.fits(path, int64(len(data))); err != nil {
		return err
	}
	d, name, err := b.open(path)
	if err != nil {
		return err
	}
	if _, ok := d.dirs[name]; ok {
		return taken(path, empty)
	}
	if d.links[name] != nil {
		return linked(path)
	}
	if d.files == nil {
		d.files = map[string]*node{}
	}
	digest, err := b.sum(data)
	if err != nil {
		return err
	}
	d.files[name] = summed(digest, data)
	b.files++
	b.bytes += int64(len(data))
	return nil
}

// piece is how much of a file is hashed between two ticks.
const piece = 1 << 20

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
	if err := Check(path); err != nil {
		return err
	}
	if err := within(b.depth(path)); err != nil {
		return err
	}
	_, _, err := b.open(path + "/.")
	return err
}

// fits reports which limit a file of a size would break.
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

// open returns the draft of the folder that holds path, made if need be.
func (b *Builder) open(path string) (*draft, string, error) {
	d, rest := &b.root, path
	for {
		name, below, deeper := strings.Cut(rest, "/")
		if !deeper {
			return d, name, nil
		}
		if f, ok := d.files[name]; ok {
			return nil, "", taken(strings.TrimSuffix(path, "/"+below), f)
		}
		if d.links[name] != nil {
			return nil, "", linked(strings.TrimSuffix(path, "/"+below))
		}
		if d.dirs == nil {
			d.dirs = map[string]*draft{}
		}
		if d.dirs[name] == nil {
			d.dirs[name] = &draft{up: d, name: name}
		}
		d, rest = d.dirs[name], below
	}
}
