package loader

import (
	"io/fs"
	"iter"
	"path"

	"lily/core/tree"
)

// File is the name a skill's file must have, to the letter (SK-1).
const File = "SKILL.md"

// IsSkill reports whether a folder is a skill.
func IsSkill(folder tree.Tree) bool {
	_, ok := folder.File(File)
	return ok
}

// Passed reports whether a scan passes a folder by, and an import leaves it out: what other
// programs keep in a project and can make again (LD-2).
func Passed(name string) bool { return name == ".git" || name == "node_modules" }

// Folders yields the folders directly in a folder that a scan enters, sorted by name.
func Folders(t tree.Tree) iter.Seq[tree.Entry] {
	return func(yield func(tree.Entry) bool) {
		for e := range t.Children() {
			if e.Dir && !Passed(e.Name) && !yield(e) {
				return
			}
		}
	}
}

// below lists every SKILL.md below a folder, where a scan would have entered.
func below(folder tree.Tree, at string) (list []string) {
	for i := range folder.Len() {
		e := folder.Child(i)
		if !e.Dir || Passed(e.Name) {
			continue
		}
		rel := path.Join(at, e.Name)
		if IsSkill(e.Sub) {
			list = append(list, rel+"/"+File)
		}
		list = append(list, below(e.Sub, rel)...)
	}
	return list
}

// Holds reports whether there is a SKILL.md somewhere below a folder of a disk. What cannot
// be read holds none.
func Holds(dir fs.FS) (found bool) {
	_ = fs.WalkDir(dir, ".", func(at string, e fs.DirEntry, err error) error {
		found = found || err == nil && !e.IsDir() && at != File && e.Name() == File
		switch {
		case found:
			return fs.SkipAll
		case err != nil || e.IsDir() && Passed(e.Name()):
			return fs.SkipDir
		}
		return nil
	})
	return found
}
