package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
)

// targets sorts paths into roots. What is no skill is a fault, and costs nothing else.
type targets struct {
	scan   world.Scan
	list   []*target
	faults []check.Fault
}

func (s *targets) fault(path, code, format string, args ...any) {
	s.faults = append(s.faults, check.Fault{Path: path, Code: code, Message: fmt.Sprintf(format, args...)})
}

// failed is the fault of a path that the disk does not give.
func (s *targets) failed(path string, err error) {
	code := "unreadable"
	if errors.Is(err, fs.ErrNotExist) {
		code = "not_found"
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err // the path is said already
	}
	s.fault(path, code, "%v", err)
}

// add takes a path that was asked for.
func (s *targets) add(path string) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		s.failed(path, err)
	case info.Mode().IsRegular() && strings.EqualFold(filepath.Base(path), loader.File):
		s.skill(filepath.Dir(path), asked{path, true})
	case !info.IsDir():
		s.fault(path, "not_a_skill",
			"this is no skill: check wants a file named %s, a folder with one, or a folder of such folders", loader.File)
	case isSkill(path):
		s.skill(path, asked{filepath.Join(path, loader.File), false})
		s.inside(path)
	default:
		s.folder(path)
	}
}

// inside takes the skills that a project keeps where people keep them, although it is a
// skill itself and they would be parts of it (LD-2).
func (s *targets) inside(path string) {
	for _, place := range []string{"skills", ".agents/skills", ".claude/skills"} {
		if at := filepath.Join(path, place); isDir(at) && loader.Holds(os.DirFS(at)) {
			s.folder(at)
		}
	}
}

func (s *targets) folder(path string) {
	dir, err := resolved(path)
	if err != nil {
		s.failed(path, err)
		return
	}
	for _, p := range s.list {
		if p.only == nil && p.dir == dir {
			return
		}
	}
	s.list = append(s.list, &target{dir: dir, shown: path})
}

// skill takes one skill to those that lie in the same folder, as in a root.
func (s *targets) skill(path string, a asked) {
	dir, err := resolved(path)
	full, err2 := filepath.Abs(path)
	if err = errors.Join(err, err2); err != nil {
		s.failed(a.path, err)
		return
	}
	base, name := filepath.Base(dir), filepath.Base(full)
	if err := errors.Join(tree.Check(base), tree.Check(name)); err != nil {
		s.fault(a.path, "not_a_skill", "the folder's name cannot be a skill's: %v", err)
		return
	}
	if base == name {
		name = ""
	}
	p := s.around(filepath.Dir(dir), name)
	if p == nil {
		p = &target{dir: filepath.Dir(dir), shown: filepath.Join(path, ".."), name: name, only: map[string]asked{}}
		s.list = append(s.list, p)
	}
	if old, twice := p.only[base]; !twice || old.lone && !a.lone {
		p.only[base] = a
	}
}

// around finds the target of skills in a folder. One under another name is on its own.
func (s *targets) around(dir, name string) *target {
	for _, p := range s.list {
		if p.only != nil && p.dir == dir && p.name == name && name == "" {
			return p
		}
	}
	return nil
}

func resolved(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// isSkill reports whether a folder is a skill, and no root. It compares listed names: a
// disk that ignores case would open any spelling (SK-1). A folder skills that holds more
// of them is a root with a file too many, as a session sees it (LD-2).
func isSkill(dir string) bool {
	list, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range list {
		if e.Name() == loader.File && !isDir(filepath.Join(dir, e.Name())) {
			return filepath.Base(dir) != "skills" || !loader.Holds(os.DirFS(dir))
		}
	}
	return false
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
