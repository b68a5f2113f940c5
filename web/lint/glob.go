package lint

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"lily/core/glob"
	"lily/core/loader"
)

// matches are what fits a pattern, in the order of its names: folders with a skill in them, and files that are called
// SKILL.md. What lies in such a folder is checked with it. What a scan passes by is not looked into, and no link is
// followed.
func matches(pattern string) (list []string, err error) {
	pattern = filepath.ToSlash(pattern)
	fixed, rest := base(pattern)
	p, err := glob.Parse(rest)
	if err != nil {
		return nil, err
	}
	from := os.DirFS(filepath.FromSlash(fixed))
	walk := func(at string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || at == ".":
			return nil // what cannot be read fits nothing
		case e.IsDir() && loader.Passed(e.Name()):
			return fs.SkipDir
		case p.Match(at) && (e.IsDir() && hasSkill(from, at) || e.Name() == loader.File):
			list = append(list, filepath.FromSlash(path.Join(fixed, at)))
			if e.IsDir() {
				return fs.SkipDir
			}
		}
		if e.IsDir() && !p.Below(at) {
			return fs.SkipDir
		}
		return nil
	}
	return list, fs.WalkDir(from, ".", walk)
}

// hasSkill reports whether there is a SKILL.md in a folder, at any depth that a scan looks at.
func hasSkill(from fs.FS, dir string) (has bool) {
	walk := func(at string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what cannot be read has none
		case e.IsDir() && at != dir && loader.Passed(e.Name()):
			return fs.SkipDir
		case e.Name() == loader.File:
			has = true
			return fs.SkipAll
		}
		return nil
	}
	_ = fs.WalkDir(from, dir, walk) // it returns no error
	return has
}

// base parts a pattern into the folder before it, and the rest.
func base(pattern string) (fixed, rest string) {
	parts := strings.Split(pattern, "/")
	n := 0
	for n < len(parts)-1 && !strings.ContainsAny(parts[n], "*?[{") {
		n++
	}
	fixed, rest = strings.Join(parts[:n], "/"), path.Clean(strings.Join(parts[n:], "/"))
	if fixed == "" {
		if fixed = "."; n > 0 {
			fixed = "/"
		}
	}
	return fixed, rest
}
