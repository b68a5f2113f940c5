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
		rel := path.Join(rel, e.Name())
		err := r.entry(path.Join(at, e.Name()), rel, e)
		if err != nil {
			err = r.skip(rel, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) entry(at, rel string, e fs.DirEntry) error {
	if err := Check(rel); err != nil {
		return err
	}
	if r.Leave != nil {
		if why, out := r.Leave(rel, e); out {
			r.note(rel, why.Code, why.Message)
			return nil
		}
	}
	return r.take(at, rel, e.Type())
}

func (r *reader) take(at, rel string, mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		text, err := fs.ReadLink(r.From, at)
		if err != nil {
			return err
		}
		return r.b.Link(rel, text)
	case mode.IsDir():
		list, err := fs.ReadDir(r.From, at)
		if err == nil {
			err = r.b.Dir(rel)
		}
		if err != nil {
			return err
		}
		return r.dir(at, rel, list)
	case !mode.IsRegular():
		return errOdd
	}
	return r.read(at, rel)
}

var errOdd = errors.New("no regular file")

// read asks for a file's size before its bytes, so that one over the limits is
// never held in memory, and for its kind again, which may have changed.
func (r *reader) read(at, rel string) error {
	f, err := r.From.Open(at)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errOdd
	}
	if err := r.b.fits(rel, info.Size()); err != nil {
		return err
	}
	if early, ok := f.(interface{ Blob() Blob }); ok { // it was read and digested ahead
		return r.b.put(rel, early.Blob())
	}
	data, err := rest(f, make([]byte, 0, info.Size()+1), func(n int) error { return r.b.fits(rel, int64(n)) }) // one more, to see the end
	if err != nil {
		return err
	}
	return r.b.Put(rel, data)
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

// skip notes why an entry stays behind. A limit is no reason to skip: it ends the reading.
func (r *reader) skip(rel string, err error) error {
	var limit *LimitError
	var p *PathError
	switch {
	case errors.As(err, &limit):
		return limit
	case errors.As(err, &p):
		r.note(rel, p.Code, "The "+p.Error()+".")
	case err == errOdd:
		r.note(rel, "not_a_file", "Only regular files and folders come along.")
	default:
		r.note(rel, "unreadable", "It could not be read: "+err.Error()+".")
	}
	return nil
}

// note keeps names as UTF-8: a skip is written down, and must read as it was.
func (r *reader) note(rel, code, message string) {
	r.skips = append(r.skips, Skip{strings.ToValidUTF8(rel, "\uFFFD"), code, strings.ToValidUTF8(message, "\uFFFD")})
}
