package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
)

// finder checks what it finds below a folder. What it cannot read, and a
// SKILL.md by another name, become findings, so that nothing else is lost.
type finder struct {
	root string
	list []checked
}

// folder looks into one folder; a skill is not looked into for more. Links to
// folders are followed only directly below the top, and none out of it (VF-8).
func (f *finder) folder(at string, top bool) {
	entries, err := os.ReadDir(at)
	if err != nil {
		f.fault(at, skill.Error, "unreadable", "LD-1", "The folder could not be read: %v.", err)
		return
	}
	if f.skill(at, entries) {
		return
	}
	for _, e := range entries {
		path := filepath.Join(at, e.Name())
		linked := top && e.Type()&fs.ModeSymlink != 0 && isDir(path) && f.held(path)
		if (e.IsDir() || linked) && e.Name() != ".git" && e.Name() != "node_modules" {
			f.folder(path, false)
		}
	}
}

// skill checks the folder's own SKILL.md, and reports whether there is one. It
// compares the listed names: a disk that ignores case would open any spelling
// (SK-1).
func (f *finder) skill(at string, entries []fs.DirEntry) bool {
	for _, e := range entries {
		path := filepath.Join(at, e.Name())
		switch {
		case !strings.EqualFold(e.Name(), loader.File):
		case e.Name() == loader.File && !isDir(path):
			if f.held(path) {
				f.file(path)
			}
			return true
		default:
			f.fault(path, skill.Warning, "misnamed", "SK-1", "This is %q; a skill's file is named exactly %s and is a file.", e.Name(), loader.File)
		}
	}
	return false
}

// held reports whether a path lies within what is checked, and says of one that does not.
func (f *finder) held(path string) bool {
	top, err := filepath.EvalSymlinks(f.root)
	if err != nil {
		return true // it cannot be read, which is said
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return true
	}
	if rel, err := filepath.Rel(top, real); err == nil && filepath.IsLocal(rel) {
		return true
	}
	f.fault(path, skill.Warning, tree.LinkLeaves, "VF-8", "The link leads to %+q, which is outside of the folder that is checked; it is not followed.", real)
	return false
}

func (f *finder) file(path string) {
	one, err := checkFile(path)
	if err != nil {
		f.fault(path, skill.Error, "unreadable", "LD-1", "The file could not be read: %v.", err)
		return
	}
	f.list = append(f.list, one)
}

func (f *finder) fault(path string, sev skill.Severity, code, clause, format string, args ...any) {
	f.list = append(f.list, checked{filepath.Base(filepath.Dir(path)), path, skill.Lily, []skill.Finding{{
		Code: code, Severity: sev, File: loader.File, Line: 1, Column: 1, Clause: clause, Message: fmt.Sprintf(format, args...),
	}}})
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
