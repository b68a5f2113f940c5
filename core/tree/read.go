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
	Code    string `json:"code"` // path_…, link_…, not_a_file, unreadable, or one of who left it out
	Message string `json:"message"`
}

// Folder is a folder of any filesystem that is to be read.
//
// No link is ever opened. What lies in the folder is read, and then a link is read as
// its target where that has come along (VF-8). So it does not matter who changes a link
// meanwhile, nor what it leads to outside.
type Folder struct {
	From fs.FS // for links it is an [fs.ReadLinkFS]
	Dir  string
	// Places are the absolute paths of Dir, by which links may name it, the real one first.
	Places []string
	Limits Limits
	// Leave says why something is to be left out; nil leaves out nothing.
	Leave func(path string, e fs.DirEntry) (why Skip, out bool)
}

// Read copies the folder dir of any filesystem into a tree, as [Folder.Read] does.
func Read(from fs.FS, dir string, limits Limits) (Tree, []Skip, error) {
	return Folder{From: from, Dir: dir, Limits: limits}.Read()
}

// Read copies the folder into a tree. What cannot enter is skipped and named; only the
// folder itself being unreadable, or a limit, is an error.
func (f Folder) Read() (Tree, []Skip, error) {
	r := reader{Folder: f, b: Builder{Limits: f.Limits}}
	list, err := fs.ReadDir(f.From, f.Dir)
	if err != nil {
		return Tree{}, nil, err
	}
	if err := r.dir(f.Dir, "", list); err != nil {
		return Tree{}, nil, err
	}
	r.skips = append(r.skips, r.b.Follow(f.Places, r.skips)...)
	return r.b.Tree(), r.skips, nil
}

type reader struct {
	Folder
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
	if r.Leave != nil {
		if why, out := r.Leave(rel, e); out {
			return r.note(rel, why.Code, why.Message)
		}
	}
	switch mode := e.Type(); {
	case mode&fs.ModeSymlink != 0:
		return r.link(at, rel)
	case mode.IsDir():
		return r.folder(at, rel)
	case !mode.IsRegular():
		return r.odd(rel)
	}
	return r.file(at, rel)
}

func (r *reader) link(at, rel string) error {
	text, err := fs.ReadLink(r.From, at)
	if err == nil {
		err = r.b.Link(rel, text)
	}
	if err != nil {
		return r.skip(rel, err)
	}
	return nil
}

func (r *reader) folder(at, rel string) error {
	list, err := fs.ReadDir(r.From, at)
	if err != nil {
		return r.skip(rel, err)
	}
	if err := r.b.Dir(rel); err != nil {
		return r.skip(rel, err)
	}
	return r.dir(at, rel, list)
}

// errOdd is what turned out to be no regular file.
var errOdd = errors.New("no regular file")

func (r *reader) odd(rel string) error {
	return r.note(rel, "not_a_file", "Only regular files and folders come along.")
}

func (r *reader) file(at, rel string) error {
	data, err := r.read(at, rel)
	if err == nil {
		err = r.b.Put(rel, data)
	}
	if err == errOdd {
		return r.odd(rel)
	}
	if err != nil {
		return r.skip(rel, err)
	}
	return nil
}

// read asks for a file's size before its bytes, so that one over the limits is
// never held in memory, and for its kind again, which may have changed.
func (r *reader) read(at, rel string) ([]byte, error) {
	f, err := r.From.Open(at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errOdd
	}
	if err := r.b.fits(rel, info.Size()); err != nil {
		return nil, err
	}
	return rest(f, make([]byte, 0, info.Size()+1), func(n int) error { return r.b.fits(rel, int64(n)) }) // one more, to see the end
}

// rest appends what is left of a file to data, which may be more than it said.
func rest(f fs.File, data []byte, fits func(n int) error) ([]byte, error) {
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err == nil && len(data) == cap(data) {
			err = fits(len(data))
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
