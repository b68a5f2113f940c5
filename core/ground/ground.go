// Package ground is a person's project as tools see it: the files of a disk below /workspace, which are listed when they
// are listed and read when they are read, and over them what a session holds of it (TM-3, VF-9).
//
// It promises that a [View] shows a file once: as the tree has it where that holds it, and else as the project does. What
// was brought into the tree and is gone there was removed, and does not come back. The package opens nothing: who has a
// disk is a [Project].
//
//	v := ground.View{Tree: t, Project: p}
//	for f, err := range v.Walk("workspace", nil) { … }
package ground

import (
	"io/fs"
	"iter"
	"path"
	"regexp/syntax"
	"slices"
	"strings"

	"lily/core/tree"
)

// Top is where a project lies in the tree.
const Top = "workspace"

// Project is the files of a disk. Paths are those of the tree, below [Top]. A way through links that stays within is
// followed, and what leads out is not there (VF-8).
type Project interface {
	// List lists a folder, sorted by name.
	List(dir string) ([]Entry, error)
	// Walk goes through the files below a folder that no ignore file names, sorted by path part by part. Each is read where
	// look is not nil, and given with its bytes where that says so, which is asked on any goroutine.
	Walk(dir string, look Look) iter.Seq[File]
	// Bring reads files into the tree, those that are in it and were not changed there anew. What it returns holds once done
	// was called. A path that leads to no file of the project changes nothing.
	Bring(now tree.Tree, paths []string) (next tree.Tree, done func(), err error)
	// Brought reports whether a file was brought: then the tree alone says what it is, or that it is gone.
	Brought(path string) bool
	// Share says which files a program gets that is started with some words, and a sentence where these are not all.
	Share(now tree.Tree, words []string) (paths []string, said string)
}

// Sifter is a project that can tell lines without a match of a regular expression from others at less than it costs to
// look at each. Which of them have one is the expression's to say.
type Sifter interface {
	// Sifts is a function that reports whether one of a text's lines is one that is looked for, and asks only of those
	// that may be; nil where an expression, simplified, says too little.
	Sifts(re *syntax.Regexp) func(text []byte, is func(line []byte) bool) bool
}

// Look says of a file's bytes whether they are wanted.
type Look func(path string, data []byte) bool

// Entry is one of a folder. A link that is not followed is neither a file nor a folder: Why says so, with both paths
// (VF-8).
type Entry struct {
	Name string
	Dir  bool
	Why  string
}

// File is one that a walk comes by.
type File struct {
	Path  string
	Size  int
	Data  []byte // nil where they were not wanted
	Fault error  // it could not be read
}

// View is a project below a tree.
type View struct {
	Tree    tree.Tree
	Project Project // nil for none
	// Keep and Below hold a search to some files; nil to all.
	Keep, Below func(path string) bool
}

// over reports whether the project lies at or below a folder, and where its part begins.
func (v View) over(dir string) (at string, lies bool) {
	switch {
	case v.Project == nil:
		return "", false
	case dir == ".":
		return Top, true
	}
	return dir, dir == Top || strings.HasPrefix(dir, Top+"/")
}

// shows reports whether the project's file of a path is seen: the tree has the last word on what was brought, and on what
// lies below a file of its own.
func (v View) shows(p string) bool {
	if v.Project.Brought(p) || v.Keep != nil && !v.Keep(p) {
		return false
	}
	if _, err := v.Tree.At(p); err == nil {
		return false
	}
	for at := p; at != Top && at != "."; at = path.Dir(at) {
		if _, file := v.Tree.File(at); file {
			return false
		}
	}
	return true
}

// List lists a folder; an error is that there is none.
func (v View) List(dir string) ([]Entry, error) {
	list, err := fs.ReadDir(v.Tree, dir)
	var all []Entry
	for _, e := range list {
		all = append(all, Entry{Name: e.Name(), Dir: e.IsDir()})
	}
	if at, lies := v.over(dir); lies && at == dir {
		more, none := v.Project.List(dir)
		if none == nil {
			err = nil
		}
		all = v.join(dir, all, more)
	}
	return all, err
}

func (v View) join(dir string, all, more []Entry) []Entry {
	for _, e := range more {
		p := path.Join(dir, e.Name)
		i, there := slices.BinarySearchFunc(all, e.Name, func(a Entry, name string) int { return strings.Compare(a.Name, name) })
		switch {
		case there:
		case e.Dir && (v.Below == nil || v.Below(p)), !e.Dir && v.shows(p):
			all = slices.Insert(all, i, e) // few are in both
		}
	}
	return all
}

// Has reports whether there is a folder.
func (v View) Has(dir string) bool {
	if _, err := v.Tree.At(dir); err == nil {
		return true
	}
	if at, lies := v.over(dir); lies {
		_, err := v.Project.List(at)
		return err == nil
	}
	return false
}

// Walk goes through all files below a folder, as [Project.Walk] does.
func (v View) Walk(dir string, look Look) iter.Seq[File] {
	at, lies := v.over(dir)
	if !lies {
		return v.held(dir, look)
	}
	return func(yield func(File) bool) {
		next, stop := iter.Pull(v.Project.Walk(at, v.wanted(look)))
		defer stop()
		disk, more := next()
		for f := range v.held(dir, look) {
			for ; more && compare(disk.Path, f.Path) <= 0; disk, more = next() {
				if disk.Path != f.Path && v.shows(disk.Path) && !yield(disk) {
					return
				}
			}
			if !yield(f) {
				return
			}
		}
		for ; more; disk, more = next() {
			if v.shows(disk.Path) && !yield(disk) {
				return
			}
		}
	}
}

// wanted spares the looking at what is not shown.
func (v View) wanted(look Look) Look {
	if look == nil || v.Keep == nil {
		return look
	}
	return func(p string, data []byte) bool { return v.Keep(p) && look(p, data) }
}

// held are the files of the tree.
func (v View) held(dir string, look Look) iter.Seq[File] {
	sub, _ := v.Tree.At(dir) // a folder of the project alone has nothing here
	return func(yield func(File) bool) {
		for p, blob := range sub.Walk() {
			f := File{Path: path.Join(dir, p), Size: int(blob.Size())}
			if look != nil {
				if f.Data, f.Fault = blob.Bytes(); f.Fault == nil && !look(f.Path, f.Data) {
					f.Data = nil
				}
			}
			if !yield(f) {
				return
			}
		}
	}
}

// compare orders paths part by part, as a tree is walked.
func compare(a, b string) int {
	for {
		x, restX, moreX := strings.Cut(a, "/")
		y, restY, moreY := strings.Cut(b, "/")
		switch c := strings.Compare(x, y); {
		case c != 0:
			return c
		case !moreX && !moreY:
			return 0
		case !moreX:
			return -1
		case !moreY:
			return +1
		}
		a, b = restX, restY
	}
}
