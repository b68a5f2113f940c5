// Package disk is the disk of this machine as the command and its engine want it: folders as
// trees, and files that last.
//
// It promises that no link in a folder is opened, and that nothing outside of it is read, whatever changes meanwhile
// (VF-8). It does not decide what a folder means: that is the loader's.
//
//	skills, skips, err := disk.Read("skills", tree.Folder{})
package disk

import (
	"fmt"
	"os"
	"path/filepath"

	"lily/core/tree"
)

// Read reads a folder of the disk as f says. It may be a link itself, as the person
// named it; no link in it is opened, and none is followed out of it (VF-8).
func Read(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	from, err := Open(dir)
	if err != nil {
		return tree.Tree{}, nil, err
	}
	return from.read(dir, f)
}

func (r *Root) read(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	defer r.Close()
	f.From, f.Dir, f.Places = r, ".", Places(dir)
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
