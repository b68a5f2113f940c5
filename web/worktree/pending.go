package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"lily/core/ground"
	"lily/core/tree"
	"lily/web/disk"
)

// Change is one file that a session has changed.
type Change struct {
	Path    string // in the tree
	Op      tree.Op
	Was, Is []byte // nil where it was not there, or is not there now
}

// Name is the path in the project.
func (c Change) Name() string { return strings.TrimPrefix(c.Path, ground.Top+"/") }

// Pending are the changes of a tree against what was brought, and against skills, the tree as their folders were read
// last; sorted by path.
func (p *Project) Pending(now, skills tree.Tree) (list []Change, err error) {
	p.mu.Lock()
	base := p.base
	p.mu.Unlock()
	was := joined(sub(skills), sub(base))
	is := sub(now)
	for _, c := range tree.Diff(was, is) {
		one := Change{Path: path.Join(ground.Top, c.Path), Op: c.Op}
		if one.Was, err = content(was, c.Path); err == nil {
			one.Is, err = content(is, c.Path)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// joined are the files of two trees, where each has mostly others; of both the second has the last word. It costs their
// folders, however many files there are.
func joined(a, b tree.Tree) tree.Tree {
	next, clashes := tree.Merge(tree.Tree{}, b, a)
	if len(clashes) == 0 {
		return next
	}
	for at, f := range b.Walk() {
		if one, err := a.PutBlob(at, f); err == nil {
			a = one
		}
	}
	return a
}

func sub(t tree.Tree) tree.Tree {
	at, _ := t.At(ground.Top)
	return at
}

func content(t tree.Tree, at string) ([]byte, error) {
	f, there := t.File(at)
	if !there {
		return nil, nil
	}
	data, err := f.Bytes()
	if data == nil {
		data = []byte{}
	}
	return data, err
}

// Take makes a change of an earlier session one of this tree.
func (p *Project) Take(now tree.Tree, c Change) (tree.Tree, error) {
	var err error
	if c.Is != nil {
		now, err = now.Put(c.Path, c.Is)
	} else if _, there := now.File(c.Path); there {
		now, err = now.Remove(c.Path)
	}
	if err == nil && c.Was != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.base, err = p.base.Put(c.Path, c.Was)
	}
	return now, err
}

// ErrChanged is that a file is not what the session has read.
var ErrChanged = errors.New("it has changed on the disk since it was read; both are kept: the disk as it is, and the change aside")

// Write writes one change: the whole file or nothing, and only where the disk has what the session has read. A link
// stays, and what it leads to within the project is written. A change that is written already is none.
func (p *Project) Write(c Change) error {
	at, err := p.target(c)
	if err != nil {
		return err
	}
	held, err := p.holds(at)
	switch {
	case err != nil:
		return err
	case same(held, c.Is):
		return nil
	case !same(held, c.Was):
		return ErrChanged
	case c.Is == nil:
		err = p.removes(at, c)
	default:
		err = p.replace(at, c)
	}
	if err == nil {
		err = p.onDisk(filepath.Dir(at))
	}
	return err
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && string(a) == string(b) }

// Written makes what was written of this session's tree the base. What is written of an earlier session is none of it.
func (p *Project) Written(c Change) {
	p.mu.Lock()
	defer p.mu.Unlock()
	next, err := p.base.Remove(c.Path)
	if c.Is != nil {
		next, err = p.base.Put(c.Path, c.Is)
	}
	if err == nil { // one that was never brought has nothing to be removed
		p.base = next
	}
}

// target is the real path that a change is written to; folders that are missing are made.
func (p *Project) target(c Change) (string, error) {
	rel, ok := below(c.Path)
	if !ok || private(rel) || tree.Check(c.Path) != nil {
		return "", errors.New("it is no file of the project that may be written; what lies in .git is left as it is")
	}
	if real, err := p.real(c.Path); err == nil && c.Is != nil {
		return real, nil
	}
	dir, name := path.Split(rel)
	var missing []string
	for at := path.Join(ground.Top, dir); ; at = path.Dir(at) {
		real, err := p.real(at)
		if err == nil {
			real = filepath.Join(append([]string{real}, missing...)...)
			return filepath.Join(real, name), p.make(real, missing, c)
		}
		if _, there := p.root.Lstat(filepath.FromSlash(strings.TrimPrefix(at, ground.Top+"/"))); there == nil || at == ground.Top {
			return "", fmt.Errorf("its folder leads out of the project: %s", strings.TrimPrefix(at, ground.Top+"/"))
		}
		missing = append([]string{path.Base(at)}, missing...)
	}
}

func (p *Project) make(dir string, missing []string, c Change) error {
	if len(missing) == 0 || c.Is == nil {
		return nil
	}
	return p.root.MkdirAll(dir, 0o777)
}

// holds is what the disk has; nil for nothing.
func (p *Project) holds(at string) ([]byte, error) {
	info, err := p.root.Lstat(at)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("something that is no file is in its place")
	}
	if err != nil {
		return nil, err
	}
	f, err := p.root.OpenFile(at, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := disk.Rest(f, MostFile)
	if data == nil {
		data = []byte{}
	}
	return data, err
}

// part is the name that a file has until all of it is on the disk: one that a kill has left is found again by it.
func part(at string, c Change) string {
	return filepath.Join(filepath.Dir(at), ".lily-"+tree.Sum(append([]byte(c.Path+"\x00"), c.Is...)).Short()+".part")
}

// replace writes a file beside its place, and moves it there if the place is still as it was.
func (p *Project) replace(at string, c Change) error {
	mode := fs.FileMode(0o666)
	if strings.HasPrefix(string(c.Is), "#!") {
		mode = 0o777
	}
	info, old := p.root.Lstat(at)
	tmp := part(at, c)
	_ = p.root.Remove(tmp) // of a write that was killed
	err := p.fills(tmp, mode, c.Is)
	if err == nil && old == nil {
		err = p.like(tmp, info)
	}
	if err == nil {
		var held []byte
		if held, err = p.holds(at); err == nil && !same(held, c.Was) {
			err = ErrChanged
		}
	}
	if err == nil && old == nil {
		err = writable(p.root, at)
	}
	if err == nil {
		if err = p.takes(tmp, at, c); err == nil || errors.Is(err, ErrChanged) {
			return err // what lies beside it then may be somebody's
		}
	}
	if err != nil {
		_ = p.root.Remove(tmp)
	}
	return err
}

// fills writes a new file, and waits until its bytes are on the disk.
func (p *Project) fills(tmp string, mode fs.FileMode, data []byte) error {
	var f *os.File
	err := p.step("create", func() (err error) {
		f, err = p.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	if err != nil {
		return err
	}
	err = p.step("write", func() error { _, err := f.Write(data); return err })
	if err == nil {
		err = p.step("sync", f.Sync)
	}
	return errors.Join(err, f.Close())
}

// like gives a file the owner and the mode of the one whose place it takes.
func (p *Project) like(tmp string, info fs.FileInfo) error {
	f, err := p.root.OpenFile(tmp, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	disk.Owned(f, info)
	return errors.Join(f.Chmod(info.Mode().Perm()), f.Close())
}

// step is one that a disk may refuse; a test refuses it in the disk's place.
func (p *Project) step(what string, do func() error) error {
	if p.refuse != nil {
		if err := p.refuse(what); err != nil {
			return err
		}
	}
	return do()
}

// writable opens a file to write and does not: a name in its place needs no leave of the file that had it.
func writable(root *os.Root, at string) error {
	f, err := root.OpenFile(at, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err == nil {
		err = f.Close()
	}
	return err
}

// onDisk waits until a folder's names are on the disk, where the system lets it.
func (p *Project) onDisk(dir string) error {
	f, err := p.root.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
