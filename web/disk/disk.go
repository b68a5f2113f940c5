// Package disk is the disk of this machine as the command and its engine want it: folders as
// trees, and files that last.
//
// It promises that no link in a folder is opened, and that nothing outside of it is read, whatever changes meanwhile
// (VF-8); and that what a person names is a regular file of a bounded size, or an error at once. It does not decide what
// a folder means: that is the loader's.
//
//	skills, skips, err := disk.Read("skills", tree.Folder{})
//	policy, err := disk.File("policy.yaml", 1<<20)
package disk

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"lily/core/tree"
)

// Read reads a folder of the disk. It may be a link itself, as the person named it; no link in it is opened (VF-8).
func Read(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	from, err := Open(dir)
	if err != nil {
		return tree.Tree{}, nil, err
	}
	return from.read(dir, f)
}

func (r *Root) read(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	defer r.Close()
	early := r.Ahead("", func(string) bool { return false })
	defer early.Done()
	f.From, f.Dir, f.Places = early, ".", Places(dir)
	return f.Read()
}

// ReadSkills reads the folder at, which is DIR/skills, as f says. Where that is a link out of a DIR that may come
// from elsewhere, it is an error: such a folder does not say what else of the machine is read.
func ReadSkills(dir, at string, elsewhere bool, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	text, err := os.Readlink(at)
	if err != nil || !elsewhere {
		return Read(at, f)
	}
	from, err := openHeld(dir, at)
	if err != nil {
		return tree.Tree{}, nil, fmt.Errorf(
			"the link %+q leads to %+q, which is not a folder within %+q, and is not followed; "+
				"name the folder that holds these skills instead", at, text, dir)
	}
	return from.read(at, f)
}

// Places are the absolute paths of a folder, the real one first.
func Places(dir string) (list []string) {
	named, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if to, err := filepath.EvalSymlinks(named); err == nil {
		list = append(list, filepath.ToSlash(to))
	}
	return append(list, filepath.ToSlash(named))
}

// Sync waits until a file is on the disk. A pipe or a terminal never is.
func Sync(f *os.File) error {
	if f == nil || !Regular(f.Name()) {
		return nil
	}
	return f.Sync()
}

// Regular reports whether a path names a file as one has on a disk, or nothing yet.
func Regular(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// Root is an open folder. It holds open those on the way to the last file, so that the next beside it costs one call.
type Root struct{ open []opened }

const mostOpen = 32 // folders at most: a system lends a program a thousand files

type opened struct {
	path string // below the first; ends in a slash, but for that of the first
	root *os.Root
}

// Open opens a folder of the disk, through which the system opens nothing outside of it, whatever changes (VF-8).
func Open(dir string) (*Root, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() { // a pipe would wait
		err = &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	return &Root{[]opened{{"", root}}}, err
}

func openHeld(dir, at string) (*Root, error) {
	top, err := filepath.EvalSymlinks(dir)
	to, err2 := filepath.EvalSymlinks(at)
	rel, err3 := filepath.Rel(top, to)
	if err := cmp.Or(err, err2, err3); err != nil {
		return nil, err
	}
	from, err := Open(top)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	root, err := from.open[0].root.OpenRoot(rel) // which refuses to leave
	return &Root{[]opened{{"", root}}}, err
}

// at returns the folder of a name, and the name in it.
func (r *Root) at(op, name string) (*os.Root, string, error) {
	if !fs.ValidPath(name) {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	dir, base := path.Split(name)
	n := len(r.open)
	for !strings.HasPrefix(dir, r.open[n-1].path) {
		n--
	}
	r.close(n)
	top := r.open[n-1]
	for top.path != dir && len(r.open) < mostOpen {
		next, _, _ := strings.Cut(dir[len(top.path):], "/")
		sub, err := top.root.OpenRoot(next)
		if err != nil {
			return nil, "", err
		}
		top = opened{top.path + next + "/", sub}
		r.open = append(r.open, top)
	}
	return top.root, dir[len(top.path):] + base, nil
}

// Close closes the folder.
func (r *Root) Close() { r.close(0) }

func (r *Root) close(n int) {
	for _, o := range r.open[n:] {
		o.root.Close() // it was only read
	}
	r.open = r.open[:n]
}

// Open implements [fs.FS]. It does not wait for somebody to write, as opening a pipe would.
func (r *Root) Open(name string) (fs.File, error) {
	root, base, err := r.at("open", name)
	if err != nil {
		return nil, err
	}
	return root.OpenFile(base, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// ReadDir implements [fs.ReadDirFS].
func (r *Root) ReadDir(name string) ([]fs.DirEntry, error) {
	in, err := r.folder(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return in.list()
}

// Lstat implements [fs.ReadLinkFS].
func (r *Root) Lstat(name string) (fs.FileInfo, error) {
	root, base, err := r.at("lstat", name)
	if err != nil {
		return nil, err
	}
	return root.Lstat(base)
}

// ReadLink implements [fs.ReadLinkFS], with slashes on Windows too.
func (r *Root) ReadLink(name string) (string, error) {
	root, base, err := r.at("readlink", name)
	if err != nil {
		return "", err
	}
	text, err := root.Readlink(base)
	return filepath.ToSlash(text), err
}

// Resolve is where a path leads, with no link on the way.
func Resolve(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// IsDir reports whether a path is a folder, or a link to one.
func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
