package worktree

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"lily/core/ground"
	"lily/core/ignore"
	"lily/core/tree"
	"lily/web/disk"
)

// lists are the files whose patterns are passed by.
var lists = []string{".gitignore", ".lilyignore"}

// at is an ignore list and the folder that it is of, as a path in the project; one above it has the way down in up.
type at struct {
	dir, up string
	list    ignore.List
}

// above are the lists of the folders above the project, up to the repository that it is in, and that of git itself.
func (p *Project) above() (all []at) {
	var dirs []string
	for d := p.dir; ; d = filepath.Dir(d) {
		dirs = append(dirs, d)
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			break
		}
		if d == filepath.Dir(d) {
			return nil // it is in no repository
		}
	}
	for i, d := range slices.Backward(dirs) {
		up, _ := filepath.Rel(d, p.dir)
		names := lists
		if i == 0 {
			names = nil // those of the project itself are read as it is walked
		}
		if i == len(dirs)-1 {
			names = slices.Concat([]string{filepath.Join(".git", "info", "exclude")}, names)
		}
		for _, name := range names {
			if text, err := disk.File(filepath.Join(d, name), 1<<20); err == nil {
				all = append(all, at{".", filepath.ToSlash(up), ignore.Parse(string(text))})
			}
		}
	}
	return all
}

// ignored asks the lists, the nearest first.
func ignored(all []at, rel string, folder bool) bool {
	for _, a := range slices.Backward(all) {
		name := rel
		if a.dir != "." {
			name = rel[len(a.dir)+1:]
		}
		if out, said := a.list.Match(path.Join(a.up, name), folder); said {
			return out
		}
	}
	return false
}

const (
	batchSize = 128      // files that are read together
	ahead     = 32       // batches that are read ahead
	mostHeld  = 16 << 20 // bytes that wait
)

// batch is files of one folder, which are read together.
type batch struct {
	dir   string // real, in the project
	files []ground.File
	done  chan struct{}
}

// walk is one walk: who lists gives batches to those who read, and in the same order to who takes them.
type walk struct {
	*Project
	look ground.Look
	work chan *batch
	turn chan *batch
	held atomic.Int64
	over chan struct{}
}

// Walk implements [ground.Project]. A link is passed by: what it leads to within is met at its own place.
func (p *Project) Walk(dir string, look ground.Look) iter.Seq[ground.File] {
	return func(yield func(ground.File) bool) {
		real, err := p.real(dir)
		if err != nil {
			return
		}
		w := &walk{Project: p, look: look, work: make(chan *batch, ahead), turn: make(chan *batch, ahead), over: make(chan struct{})}
		var all sync.WaitGroup
		defer all.Wait()
		defer close(w.over)
		all.Go(func() {
			defer close(w.turn)
			defer close(w.work)
			w.folder(filepath.ToSlash(real), dir, p.lists)
		})
		if look != nil {
			for range runtime.GOMAXPROCS(0) {
				all.Go(w.reads)
			}
		}
		for b := range w.turn {
			if look != nil {
				<-b.done
			}
			for _, f := range b.files {
				w.held.Add(int64(-len(f.Data)))
				if !yield(w.late(f)) {
					return
				}
			}
		}
	}
}

// folder lists a folder and those below it; it is false when the walk is over.
func (w *walk) folder(real, shown string, known []at) bool {
	list, err := w.entries(filepath.FromSlash(real))
	if err != nil {
		return w.give(&batch{files: []ground.File{{Path: shown, Fault: err}}})
	}
	known = append(slices.Clip(known), w.own(real, list)...)
	b := &batch{dir: real}
	for _, e := range list {
		rel, at := path.Join(real, e.Name()), path.Join(shown, e.Name())
		if !e.IsDir() && !e.Type().IsRegular() || tree.Check(e.Name()) != nil || ignored(known, rel, e.IsDir()) {
			continue
		}
		if e.IsDir() || len(b.files) == batchSize {
			if !w.give(b) {
				return false
			}
			b = &batch{dir: real}
		}
		if !e.IsDir() {
			b.files = append(b.files, ground.File{Path: at})
		} else if !w.folder(rel, at, known) {
			return false
		}
	}
	return w.give(b)
}

// own are the lists of a folder.
func (p *Project) own(real string, list []fs.DirEntry) (all []at) {
	for _, name := range lists {
		i, there := slices.BinarySearchFunc(list, name, func(e fs.DirEntry, name string) int {
			return compareNames(e.Name(), name)
		})
		if !there || !list[i].Type().IsRegular() {
			continue
		}
		if text, err := p.read(path.Join(ground.Top, real, name)); err == nil {
			all = append(all, at{real, "", ignore.Parse(string(text))})
		}
	}
	return all
}

func compareNames(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return +1
	}
	return 0
}

func (w *walk) give(b *batch) bool {
	if len(b.files) == 0 {
		return true
	}
	b.done = make(chan struct{})
	if w.look == nil || b.dir == "" {
		close(b.done)
	} else {
		select {
		case w.work <- b:
		case <-w.over:
			return false
		}
	}
	select {
	case w.turn <- b:
		return true
	case <-w.over:
		return false
	}
}

// reads reads what is given until there is no more.
func (w *walk) reads() {
	r := disk.Quick{Most: MostSearch}
	for b := range w.work {
		w.batch(&r, b)
		close(b.done)
	}
}

func (w *walk) batch(r *disk.Quick, b *batch) {
	select {
	case <-w.over:
		return
	default:
	}
	dir, err := r.Open(w.root, b.dir)
	if err != nil {
		b.files = []ground.File{{Path: path.Dir(b.files[0].Path), Fault: err}}
		return
	}
	defer dir.Close()
	w.Read.Add(int64(len(b.files)))
	for i := range b.files {
		f := &b.files[i]
		data, err := r.Read(dir, path.Base(f.Path))
		f.Size, f.Fault = len(data), err
		if err != nil || !w.look(f.Path, data) {
			continue
		}
		if w.held.Add(int64(len(data))) > mostHeld {
			w.held.Add(int64(-len(data)))
			f.Fault = errLate
			continue
		}
		f.Data = slices.Clone(data)
	}
}

// errLate is that a file is read later; nobody sees it.
var errLate = errors.New("it is read when its turn comes")

// late reads a file again that there was no room for.
func (w *walk) late(f ground.File) ground.File {
	if f.Fault == errLate {
		f.Data, f.Fault = w.Project.read(f.Path)
	}
	return f
}
