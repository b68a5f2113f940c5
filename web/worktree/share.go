package worktree

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"lily/core/ground"
	"lily/core/tree"
)

// The bounds of what a program gets of a project.
const (
	MostShared      = 2000     // files
	MostSharedBytes = 32 << 20 // of all
)

// share gathers files within the bounds.
type share struct {
	*Project
	now   tree.Tree
	paths []string
	seen  map[string]bool
	bytes int64
}

// Share implements [ground.Project]: all files that no ignore file names, where these are few; else those that the words
// name, whole folders too, and those of the project's top. What a session has brought or changed is in the tree already.
func (p *Project) Share(now tree.Tree, words []string) (paths []string, said string) {
	all := &share{Project: p, now: now, seen: map[string]bool{}}
	if all.below(ground.Top) {
		return all.paths, ""
	}
	some := &share{Project: p, now: now, seen: map[string]bool{}}
	whole := true
	for _, at := range named(words) {
		if real, err := p.real(at); err != nil {
			whole = some.around(at) && whole
		} else if real != "." {
			whole = some.one(at) && whole
		}
	}
	if list, err := p.entries("."); err == nil {
		known := append(slices.Clip(p.lists), p.own(".", list)...)
		for _, e := range list {
			if e.Type().IsRegular() && !ignored(known, e.Name(), false) {
				whole = some.add(path.Join(ground.Top, e.Name())) && whole
			}
		}
	}
	said = fmt.Sprintf("The project has more than a program gets of it (%d files, %d MiB): it got the %d that its words name or that lie at the top, "+
		"and what the session has read or changed. Name the folders that it needs.", MostShared, MostSharedBytes>>20, len(some.paths))
	if !whole {
		said += " Of those that were named some had no room."
	}
	return some.paths, said
}

// named are the paths that words may mean: a word itself, and what follows an equals sign in it.
func named(words []string) (list []string) {
	for _, w := range words {
		_, value, _ := strings.Cut(w, "=")
		for _, name := range []string{w, value} {
			name = strings.TrimPrefix(path.Clean(name), "/"+ground.Top+"/")
			if name != "." && name != "" && !strings.HasPrefix(name, "/") {
				list = append(list, path.Join(ground.Top, name))
			}
		}
	}
	return list
}

// one adds a file, or all files of a folder.
func (s *share) one(at string) bool {
	if folder, err := s.leads(at); err == nil && folder {
		return s.below(at)
	}
	return s.add(at)
}

// around adds the files of the folder that a file is to be made in.
func (s *share) around(at string) bool {
	dir := path.Dir(at)
	if dir == ground.Top {
		return true // they come along anyway
	}
	list, _ := s.List(dir) // one that is not there has none
	whole := true
	for _, e := range list {
		whole = (e.Dir || e.Why != "" || s.add(path.Join(dir, e.Name))) && whole
	}
	return whole
}

func (s *share) below(dir string) bool {
	for f := range s.Walk(dir, nil) {
		if f.Fault == nil && !s.add(f.Path) {
			return false
		}
	}
	return true
}

// add adds a file; it is false where there is no room.
func (s *share) add(at string) bool {
	real, err := s.real(at)
	if err != nil || s.seen[at] {
		return true
	}
	info, err := s.root.Stat(real)
	if err != nil || !info.Mode().IsRegular() || info.Size() > MostFile {
		return true
	}
	if len(s.paths) == MostShared || s.bytes+info.Size() > MostSharedBytes {
		return false
	}
	s.seen[at] = true
	s.paths, s.bytes = append(s.paths, at), s.bytes+info.Size()
	return true
}
