package tree

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Skip is something below a folder that did not come along, and why.
type Skip struct {
	Path    string `json:"path"`
	Code    string `json:"code"` // path_…, link_not_followed, not_a_file, unreadable
	Message string `json:"message"`
}

// Read copies the folder dir of any filesystem into a tree. A symbolic link
// directly in dir is followed, as people link skills into place; a link to a
// folder further down is not, so no loop is possible. What cannot enter is
// skipped and named; only dir itself being unreadable, or a limit, is an error.
func Read(from fs.FS, dir string, limits Limits) (Tree, []Skip, error) {
	r := reader{from: from, b: Builder{Limits: limits}}
	list, err := fs.ReadDir(from, dir)
	if err != nil {
		return Tree{}, nil, err
	}
	if err := r.dir(dir, "", list); err != nil {
		return Tree{}, nil, err
	}
	return r.b.Tree(), r.skips, nil
}

type reader struct {
	from  fs.FS
	b     Builder
	skips []Skip
}

func (r *reader) dir(at, rel string, list []fs.DirEntry) error {
	for _, e := range list {
		if err := r.entry(path.Join(at, e.Name()), path.Join(rel, e.Name()), e); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) entry(at, rel string, e fs.DirEntry) error {
	if err := Check(rel); err != nil {
		return r.skip(rel, err)
	}
	mode := e.Type()
	if mode&fs.ModeSymlink != 0 {
		target, err := fs.Stat(r.from, at)
		if err != nil {
			return r.skip(rel, err)
		}
		if mode = target.Mode().Type(); mode.IsDir() && rel != e.Name() {
			return r.note(rel, "link_not_followed", "A symbolic link to a folder is followed only directly below a root.")
		}
	}
	if mode.IsDir() {
		return r.folder(at, rel)
	}
	if !mode.IsRegular() {
		return r.note(rel, "not_a_file", "Only regular files and folders come along.")
	}
	return r.file(at, rel)
}

func (r *reader) folder(at, rel string) error {
	list, err := fs.ReadDir(r.from, at)
	if err != nil {
		return r.skip(rel, err)
	}
	if err := r.b.Dir(rel); err != nil {
		return r.skip(rel, err)
	}
	return r.dir(at, rel, list)
}

func (r *reader) file(at, rel string) error {
	data, err := r.read(at, rel)
	if err == nil {
		err = r.b.Put(rel, data)
	}
	if err != nil {
		return r.skip(rel, err)
	}
	return nil
}

// read asks for a file's size before its bytes, so that one over the limits is
// never held in memory.
func (r *reader) read(at, rel string) ([]byte, error) {
	f, err := r.from.Open(at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := r.b.fits(rel, info.Size()); err != nil {
		return nil, err
	}
	return rest(f, make([]byte, 0, info.Size()+1)) // one more, to see the end
}

// rest appends what is left of a file to data.
func rest(f fs.File, data []byte) ([]byte, error) {
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		data = slices.Grow(data, 1)
	}
}

// skip notes why an entry stays behind. A limit is no reason to skip: it ends
// the reading.
func (r *reader) skip(rel string, err error) error {
	var limit *LimitError
	if errors.As(err, &limit) {
		return limit
	}
	var p *PathError
	if errors.As(err, &p) {
		return r.note(rel, p.Code, "The "+p.Error()+".")
	}
	return r.note(rel, "unreadable", "It could not be read: "+err.Error()+".")
}

// note keeps names as UTF-8: a skip is written down, and must read as it was.
func (r *reader) note(rel, code, message string) error {
	r.skips = append(r.skips, Skip{strings.ToValidUTF8(rel, "\uFFFD"), code, strings.ToValidUTF8(message, "\uFFFD")})
	return nil
}
