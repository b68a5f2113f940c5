// Package worktree is a folder of this machine as the project that tools work on: it is listed and read by need, and what
// a session has changed of it is kept aside, journaled, and written back where a person says so (TM-3).
//
// It promises that nothing outside of the folder is read or written, whatever links lie in it (VF-8), that .git is
// neither read nor written, that a file is written whole or not at all and only while it is what the session has read,
// and that what was acknowledged outlives a kill. It does not decide what is changed: that is the engine's.
//
//	p, err := worktree.Open(".")
//	core.New(w, tools, core.Ports{Project: p, …})
package worktree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"lily/core/alike"
	"lily/core/ground"
	"lily/core/tree"
	"lily/web/disk"
)

// The bounds of what is read.
const (
	MostFile   = 16 << 20 // bytes of a file that is read or written
	MostSearch = 4 << 20  // bytes of a file that is searched
)

// Project is such a folder. It implements [ground.Project].
type Project struct {
	dir   string // real
	root  *os.Root
	lists []at // ignore lists that hold above the folder, the farthest first

	mu   sync.Mutex
	base tree.Tree // what was brought, as it was read

	refuse       func(step string) error // for a test; nil refuses nothing
	Listed, Read atomic.Int64            // folders and files, so that a test can count
}

var _ ground.Project = &Project{}

// Open opens a folder; nil is that of an empty name, and of one that is not there.
func Open(dir string) (*Project, error) {
	if dir == "" || !disk.IsDir(dir) {
		return nil, nil
	}
	real, err := disk.Resolve(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, err
	}
	p := &Project{dir: real, root: root}
	p.lists = p.above()
	return p, nil
}

// Close closes the folder.
func (p *Project) Close() {
	if p != nil {
		p.root.Close()
	}
}

// Dir is the real path of the folder.
func (p *Project) Dir() string { return p.dir }

// below is the path in the folder of one in the tree.
func below(at string) (string, bool) {
	if at == ground.Top {
		return ".", true
	}
	return strings.CutPrefix(at, ground.Top+"/")
}

// errNone is the error for all that is not there for a session.
var errNone = fs.ErrNotExist

// real is where a path leads in the folder. What leads out of it, or into .git, is not there.
func (p *Project) real(at string) (string, error) {
	rel, ok := below(at)
	if !ok || !fs.ValidPath(rel) || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return "", errNone
	}
	full, err := filepath.EvalSymlinks(filepath.Join(p.dir, filepath.FromSlash(rel)))
	if errors.Is(err, fs.ErrPermission) {
		return "", err
	} else if err != nil {
		return "", errNone // there is nothing, or a loop
	}
	real, err := filepath.Rel(p.dir, full)
	if err != nil || !filepath.IsLocal(real) || private(filepath.ToSlash(real)) || private(rel) {
		return "", errNone
	}
	return real, nil
}

// private reports whether a path leads into a repository's own folder, by whatever name a disk takes for it: what it
// holds may start programs, and has the secrets of its servers.
func private(rel string) bool {
	return slices.ContainsFunc(strings.Split(rel, "/"), func(name string) bool {
		key := alike.Path(name)
		return key == ".GIT" || strings.HasPrefix(key, "GIT~") || strings.HasPrefix(key, ".GIT:")
	})
}

// List implements [ground.Project].
func (p *Project) List(dir string) ([]ground.Entry, error) {
	real, err := p.real(dir)
	if err != nil {
		return nil, err
	}
	list, err := p.entries(real)
	if err != nil {
		return nil, err
	}
	all := []ground.Entry{}
	for _, e := range list {
		if tree.Check(e.Name()) != nil {
			continue
		}
		one := ground.Entry{Name: e.Name(), Dir: e.IsDir()}
		if e.Type()&fs.ModeSymlink != 0 {
			if one.Dir, err = p.leads(path.Join(dir, e.Name())); err != nil {
				one.Why = p.unfollowed(filepath.Join(real, e.Name()))
			}
		}
		if one.Dir || one.Why != "" || e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0 {
			all = append(all, one)
		}
	}
	return all, nil
}

// unfollowed says of a link why it is not there, with both paths.
func (p *Project) unfollowed(real string) string {
	text, err := p.root.Readlink(real)
	if err != nil {
		return "a link that cannot be read"
	}
	return "a link to " + tree.Quoted(filepath.ToSlash(text), 200) + ", which is no file or folder of the workspace; it is not followed"
}

// leads is what a link leads to: a folder, or a file; anything else is an error.
func (p *Project) leads(at string) (folder bool, err error) {
	real, err := p.real(at)
	if err != nil {
		return false, err
	}
	info, err := p.root.Stat(real)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		err = errNone
	}
	return err == nil && info.IsDir(), err
}

// entries lists a real folder, sorted, without a repository's own.
func (p *Project) entries(real string) ([]fs.DirEntry, error) {
	f, err := p.root.OpenFile(real, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p.Listed.Add(1)
	list, err := f.ReadDir(-1)
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return private(e.Name()) })
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, err
}

// read is a file as it is now.
func (p *Project) read(at string) ([]byte, error) {
	real, err := p.real(at)
	if err != nil {
		return nil, err
	}
	f, err := p.root.OpenFile(real, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p.Read.Add(1)
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNone
	case info.Size() > MostFile:
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", filepath.Join(p.dir, real), info.Size(), MostFile)
	}
	data, err := io.ReadAll(io.LimitReader(f, MostFile+1))
	if err == nil && len(data) > MostFile {
		err = fmt.Errorf("%s has more than %d bytes, which is the most that is read", filepath.Join(p.dir, real), MostFile)
	}
	return data, err
}

// none reports whether an error means that there is nothing of the project.
func none(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP)
}

// Brought implements [ground.Project].
func (p *Project) Brought(at string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, held := p.base.File(at)
	return held
}

// Bring implements [ground.Project].
func (p *Project) Bring(now tree.Tree, paths []string) (tree.Tree, func(), error) {
	p.mu.Lock()
	b := bringing{Project: p, now: now, base: p.base}
	p.mu.Unlock()
	for _, at := range paths {
		if err := b.one(at); err != nil {
			return now, nil, err
		}
	}
	b.seal()
	return b.now, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.base = b.base
	}, nil
}

// bringing is one call of Bring. What is new is gathered, and joined with the rest at the end: file by file each would
// cost its folder.
type bringing struct {
	*Project
	now, base tree.Tree
	fresh     tree.Builder
}

// one brings one file, unless the session has another word on it.
func (b *bringing) one(at string) error {
	held, has := b.now.File(at)
	was, brought := b.base.File(at)
	if has != brought || has && held.Digest() != was.Digest() {
		return nil // it is the session's
	}
	data, err := b.read(at)
	switch {
	case none(err) && !brought:
		return nil
	case none(err):
		return b.drop(at)
	case err != nil || brought && tree.Sum(data) == was.Digest():
		return err
	case !brought:
		if b.free(at) {
			_ = b.fresh.Put(at, data) // named twice it is there already
		}
		return nil
	}
	blob := tree.NewBlob(data)
	now, err := b.now.PutBlob(at, blob)
	base, err2 := b.base.PutBlob(at, blob)
	if err = errors.Join(err, err2); err == nil {
		b.now, b.base = now, base
	}
	return err
}

// free reports whether nothing of the session's is in a file's place, or in that of its folders.
func (b *bringing) free(at string) bool {
	if _, err := b.now.At(at); err == nil {
		return false
	}
	for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
		if _, file := b.now.File(dir); file {
			return false
		}
	}
	return true
}

// drop is a file that is gone.
func (b *bringing) drop(at string) error {
	now, err := b.now.Remove(at)
	base, err2 := b.base.Remove(at)
	if err = errors.Join(err, err2); err == nil {
		b.now, b.base = now, base
	}
	return err
}

func (b *bringing) seal() {
	fresh := b.fresh.Tree()
	b.now, b.base = joined(b.now, fresh), joined(b.base, fresh)
}
