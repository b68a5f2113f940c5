package disk

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"runtime"
	"sync"
	"sync/atomic"
)

// Ahead is a folder of which is read already, on all cores, what is asked for next: each folder below one with many, and
// the files of one name in these. What was read ahead is given out once; what was not is read when it is asked for.
//
// It is for one reader, who goes through the folders in any order.
type Ahead struct {
	*Root
	want  string            // the files that are read
	pass  func(string) bool // the folders that are not
	early map[string]*early
	now   *early // the folder that was listed last, and
	at    string // its path
	held  atomic.Int64
	stop  atomic.Bool
	all   sync.WaitGroup
}

// The bounds of what is read ahead.
const (
	fewest   = 16        // folders in a folder, from which on it is worth it
	mostRead = 256 << 10 // bytes of a file
	mostHeld = 128 << 20 // bytes of all
)

// early is a folder that is read ahead of being asked for.
type early struct {
	once sync.Once
	list []fs.DirEntry
	err  error
	data map[string]read
}

type read struct {
	fs.FileInfo
	text []byte
}

// Ahead reads ahead the files that are called want, and in no folder whose name passes.
func (r *Root) Ahead(want string, pass func(name string) bool) *Ahead {
	return &Ahead{Root: r, want: want, pass: pass, early: map[string]*early{}}
}

// Done ends the reading. The root stays open.
func (a *Ahead) Done() {
	a.stop.Store(true)
	a.all.Wait()
}

// ReadDir implements [fs.ReadDirFS].
func (a *Ahead) ReadDir(name string) ([]fs.DirEntry, error) {
	e := a.early[name]
	if e == nil {
		e = &early{}
	}
	delete(a.early, name)
	e.once.Do(func() { e.list, e.err = fs.ReadDir(a.Root, name) })
	a.now, a.at = e, name
	if e.err == nil {
		a.start(name, e.list)
	}
	return e.list, e.err
}

// start reads ahead the folders in a folder.
func (a *Ahead) start(name string, list []fs.DirEntry) {
	var paths []string
	for _, e := range list {
		if e.IsDir() && !a.pass(e.Name()) {
			paths = append(paths, path.Join(name, e.Name()))
		}
	}
	if len(paths) < fewest {
		return
	}
	jobs := make([]*early, len(paths))
	for i, at := range paths {
		jobs[i] = &early{}
		a.early[at] = jobs[i]
	}
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		own, err := a.again()
		if err != nil {
			return // it is read when it is asked for
		}
		a.all.Go(func() {
			defer own.Close()
			for i := int(next.Add(1)) - 1; i < len(jobs) && !a.stop.Load(); i = int(next.Add(1)) - 1 {
				jobs[i].once.Do(func() { a.read(own, paths[i], jobs[i]) })
			}
		})
	}
}

// again opens the same folder once more.
func (r *Root) again() (*Root, error) {
	root, err := r.open[0].root.OpenRoot(".")
	return &Root{[]opened{{"", root}}}, err
}

func (a *Ahead) read(from *Root, at string, e *early) {
	e.list, e.err = fs.ReadDir(from, at)
	for _, one := range e.list {
		if one.Name() != a.want || !one.Type().IsRegular() || a.held.Load() > mostHeld {
			continue
		}
		if info, text := whole(from, path.Join(at, one.Name())); text != nil {
			e.data = map[string]read{one.Name(): {info, text}}
			a.held.Add(int64(len(text)))
		}
	}
}

// whole is a file that was read to its end; nil where it is no plain file of few bytes.
func whole(from *Root, at string) (fs.FileInfo, []byte) {
	f, err := from.Open(at)
	if err != nil {
		return nil, nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostRead {
		return nil, nil
	}
	text := make([]byte, info.Size()+1) // one more, to see the end
	n, err := io.ReadFull(f, text)
	if err != io.ErrUnexpectedEOF && err != io.EOF || int64(n) != info.Size() {
		return nil, nil
	}
	return info, text[:n]
}

// Open implements [fs.FS].
func (a *Ahead) Open(name string) (fs.File, error) {
	dir, base := path.Split(name)
	if a.now != nil && path.Clean(dir) == a.at {
		if got, ok := a.now.data[base]; ok {
			delete(a.now.data, base)
			a.held.Add(-int64(len(got.text)))
			return &file{got, bytes.NewReader(got.text)}, nil
		}
	}
	return a.Root.Open(name)
}

// file is one that was read ahead.
type file struct {
	read
	from *bytes.Reader
}

// Whole gives away all bytes, so that nobody needs a copy.
func (f *file) Whole() []byte { return f.text }

func (f *file) Stat() (fs.FileInfo, error)  { return f.FileInfo, nil }
func (f *file) Read(to []byte) (int, error) { return f.from.Read(to) }
func (f *file) Close() error                { return nil }
