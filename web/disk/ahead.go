package disk

import (
	"bytes"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"lily/core/tree"
)

// Ahead is a folder of which is read already, on all cores, what is asked for next: each folder below one with many, and
// the files in these. What was read ahead is given out once; what was not is read when it is asked for.
//
// It is for one reader, who goes through the folders in any order.
type Ahead struct {
	*Root
	want  string            // the files that are read; empty for all
	pass  func(string) bool // the folders that are not
	early map[string]*early // by their paths, until they are listed
	given []*early          // that were listed, each in the one before it
	from  []*folder         // that are read from
	held  atomic.Int64
	stop  atomic.Bool
	all   sync.WaitGroup
}

// The bounds of what is read ahead.
const (
	fewest   = 16        // folders in a folder, from which on it is worth it
	mostRead = 256 << 10 // bytes of a file
	mostHeld = 128 << 20 // bytes of all
	mostDown = 8         // folders in each other
)

// early is a folder that is read ahead of being asked for.
type early struct {
	once sync.Once
	in   *folder // the one that it is in; nil for the top
	path string
	list []fs.DirEntry
	err  error
	data map[string]read
	subs []*early
}

// read is a file with its bytes, which are digested already.
type read struct {
	fs.FileInfo
	text tree.Blob
}

// Ahead reads ahead the files that are called want, or all where that is empty, and in no folder whose name passes.
func (r *Root) Ahead(want string, pass func(name string) bool) *Ahead {
	return &Ahead{Root: r, want: want, pass: pass, early: map[string]*early{}}
}

// Done ends the reading. The root stays open.
func (a *Ahead) Done() {
	a.stop.Store(true)
	a.all.Wait()
	for _, in := range a.from {
		in.Close()
	}
	a.from = nil
}

// ReadDir implements [fs.ReadDirFS].
func (a *Ahead) ReadDir(name string) ([]fs.DirEntry, error) {
	e := a.early[name]
	delete(a.early, name)
	if e != nil && !a.stop.Load() {
		e.once.Do(func() { a.read(e, 0) })
	}
	if e == nil || e.list == nil || e.err != nil { // in the words in which it is told else
		return a.begin(name)
	}
	a.give(e)
	return e.list, nil
}

// begin lists a folder that was not read ahead, and reads ahead those in it.
func (a *Ahead) begin(name string) ([]fs.DirEntry, error) {
	list, err := a.Root.ReadDir(name)
	if err == nil {
		a.give(&early{path: name, list: list})
		a.start(name, list)
	}
	return list, err
}

// give remembers the folder that was listed last, and those that it is in.
func (a *Ahead) give(e *early) {
	a.within(e.path)
	a.given = append(a.given, e)
	for _, sub := range e.subs {
		a.early[sub.path] = sub
	}
}

// within forgets the folders that do not lead to a path.
func (a *Ahead) within(name string) {
	for n := len(a.given) - 1; n >= 0; n-- {
		last := a.given[n]
		if last.path == "." || strings.HasPrefix(name, last.path+"/") {
			return
		}
		for _, left := range last.data {
			a.held.Add(-left.Size())
		}
		a.given = a.given[:n]
	}
}

// start reads ahead the folders in a folder.
func (a *Ahead) start(name string, list []fs.DirEntry) {
	var jobs []*early
	for _, e := range list {
		if e.IsDir() && !a.pass(e.Name()) {
			jobs = append(jobs, &early{path: path.Join(name, e.Name())})
		}
	}
	if len(jobs) < fewest || a.stop.Load() {
		return
	}
	in, err := a.folder(name)
	if err != nil {
		return // it is read when it is asked for
	}
	a.from = append(a.from, in)
	for _, e := range jobs {
		e.in, a.early[e.path] = in, e
	}
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		a.all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(jobs) && !a.stop.Load(); i = int(next.Add(1)) - 1 {
				jobs[i].once.Do(func() { a.read(jobs[i], 0) })
			}
		})
	}
}

func (a *Ahead) read(e *early, deep int) {
	in, err := e.in.enter(path.Base(e.path))
	if err != nil {
		e.err = err
		return
	}
	defer in.Close()
	if e.list, e.err = in.list(); e.err != nil {
		return
	}
	for _, one := range e.list {
		switch name := one.Name(); {
		case a.held.Load() > mostHeld || a.stop.Load():
		case one.IsDir() && a.want == "" && deep < mostDown && !a.pass(name):
			sub := &early{in: in, path: e.path + "/" + name}
			sub.once.Do(func() { a.read(sub, deep+1) })
			e.subs = append(e.subs, sub)
		case one.Type().IsRegular() && (a.want == "" || a.want == name):
			a.file(in, name, e)
		}
	}
}

func (a *Ahead) file(in *folder, name string, e *early) {
	info, text := in.whole(name)
	if text == nil {
		return
	}
	if e.data == nil {
		e.data = map[string]read{}
	}
	e.data[name] = read{info, tree.NewBlob(text)}
	a.held.Add(int64(len(text)))
}

// Open implements [fs.FS].
func (a *Ahead) Open(name string) (fs.File, error) {
	a.within(name)
	if n := len(a.given); n > 0 && a.given[n-1].path == path.Dir(name) {
		data, base := a.given[n-1].data, path.Base(name)
		if got, ok := data[base]; ok {
			delete(data, base)
			a.held.Add(-got.Size())
			return &file{read: got}, nil
		}
	}
	return a.Root.Open(name)
}

// file is one that was read ahead.
type file struct {
	read
	from *bytes.Reader
}

// Blob gives away all bytes, so that nobody needs a copy or digests them again.
func (f *file) Blob() tree.Blob { return f.text }

func (f *file) Stat() (fs.FileInfo, error) { return f.FileInfo, nil }
func (f *file) Close() error               { return nil }

func (f *file) Read(to []byte) (int, error) {
	if f.from == nil {
		data, err := f.text.Bytes()
		if err != nil {
			return 0, err
		}
		f.from = bytes.NewReader(data)
	}
	return f.from.Read(to)
}
