package main

import (
	"fmt"
	"os"
	"path/filepath"

	"lily/core/tree"
)

// readFolder reads a folder of the disk as f says. It may be a link itself, as the person
// named it; no link in it is opened, and none is followed out of it (VF-8).
func readFolder(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	from, err := openRoot(dir)
	if err != nil {
		return tree.Tree{}, nil, err
	}
	return from.read(dir, f)
}

func (r *rootFS) read(dir string, f tree.Folder) (tree.Tree, []tree.Skip, error) {
	defer r.close(0)
	f.From, f.Dir, f.Places = r, ".", placesOf(dir)
	return f.Read()
}

// readSkills reads the folder at, which is DIR/skills. Where that is a link out of a DIR
// that may come from elsewhere, it is an error: such a folder does not say what else of
// the machine is read.
func readSkills(dir, at string, elsewhere bool) (tree.Tree, []tree.Skip, error) {
	text, err := os.Readlink(at)
	if err != nil || !elsewhere {
		return readFolder(at, tree.Folder{Limits: limits})
	}
	from, err := openHeld(dir, at)
	if err != nil {
		return tree.Tree{}, nil, fmt.Errorf("the link %+q leads to %+q, which is not a folder within %+q, and is not followed; name the folder that holds these skills instead", at, text, dir)
	}
	return from.read(at, tree.Folder{Limits: limits})
}

// placesOf are the absolute paths of a folder, the real one first.
func placesOf(dir string) (list []string) {
	named, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(named); err == nil {
		list = append(list, filepath.ToSlash(real))
	}
	return append(list, filepath.ToSlash(named))
}
