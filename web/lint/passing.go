package lint

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/check"
	"lily/core/ignore"
	"lily/core/loader"
	"lily/web/disk"
)

// lists are the files whose patterns are passed by, the last with the last word. That of git alone is git's own.
var lists = []string{".gitignore", ".lilyignore"}

// passing is a folder without what its lists, and those above it, name. What is part of a skill is never passed by.
type passing struct {
	check.Folder
	to    *target
	above string                   // the path of the folder below the outermost one with a list
	known map[string][]ignore.List // of each folder, by its path below that one
	skill map[string]bool          // the folders that are skills, or parts of one
}

func (c *checker) passing(p *target, from check.Folder) *passing {
	f := &passing{Folder: from, to: p, known: map[string][]ignore.List{}, skill: map[string]bool{}}
	dirs := upwards(p.dir)
	top := dirs[len(dirs)-1]
	f.above = slash(top, p.dir)
	if text, err := readPlain(filepath.Join(top, ".git", "info", "exclude")); err == nil {
		f.known["."] = append(f.known["."], ignore.Parse(string(text)))
	}
	for _, d := range dirs[1:] {
		for _, name := range lists {
			if text, err := readPlain(filepath.Join(d, name)); err == nil {
				f.known[slash(top, d)] = append(f.known[slash(top, d)], ignore.Parse(string(text)))
			}
		}
	}
	if of := c.projects.at(p.dir); of != nil {
		at := slash(top, of.dir)
		f.known[at] = append(f.known[at], of.Ignore)
	}
	return f
}

// slash is a folder below another one, as it stands in a tree.
func slash(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// ReadDir implements [fs.ReadDirFS].
func (f *passing) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := f.Folder.ReadDir(name)
	if err != nil || f.skill[name] {
		f.parts(name, list)
		return list, err
	}
	at := path.Join(f.above, name)
	own := f.lists(name, list)
	if name == "." { // that of the project comes after those of its folder
		own = append(own, f.known[at]...)
	}
	f.known[at] = own
	is := func(e fs.DirEntry) bool { return e.Name() == loader.File && !e.IsDir() }
	if name != "." && slices.ContainsFunc(list, is) && !f.out(path.Join(at, loader.File), false) {
		f.parts(name, list)
		return list, nil
	}
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		out := (e.IsDir() || is(e)) && f.out(path.Join(at, e.Name()), e.IsDir())
		if out {
			f.to.ignored++
		}
		return out
	}), nil
}

// parts marks the folders in a folder that is a skill, or a part of one.
func (f *passing) parts(name string, list []fs.DirEntry) {
	f.skill[name] = true
	for _, e := range list {
		if e.IsDir() {
			f.skill[path.Join(name, e.Name())] = true
		}
	}
}

// lists reads those of a folder that are there. A link is none.
func (f *passing) lists(name string, list []fs.DirEntry) (all []ignore.List) {
	for _, want := range lists {
		if !slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == want && e.Type().IsRegular() }) {
			continue
		}
		file, err := f.ReadLinkFS.Open(path.Join(name, want))
		if err != nil {
			continue // it names nothing
		}
		if text, err := io.ReadAll(io.LimitReader(file, mostText)); err == nil {
			all = append(all, ignore.Parse(string(text)))
		}
		file.Close() // it was only read
	}
	return all
}

// out asks the lists of the folders above a path, the nearest first.
func (f *passing) out(at string, folder bool) bool {
	for dir := path.Dir(at); ; dir = path.Dir(dir) {
		rel := at
		if dir != "." {
			rel = strings.TrimPrefix(at, dir+"/")
		}
		for _, l := range slices.Backward(f.known[dir]) {
			if out, said := l.Match(rel, folder); said {
				return out
			}
		}
		if dir == "." {
			return false
		}
	}
}

// Expand writes out the patterns among paths, and where no path is named those of the lily.yaml of this folder. A path that
// is there is no pattern.
func Expand(paths []string, t Terms) (list []string, wrong []check.Fault) {
	if len(paths) == 0 {
		paths = ofProject(t)
	}
	for _, p := range paths {
		if _, err := os.Lstat(p); err == nil || !strings.ContainsAny(p, "*?[{") || given(p, t) {
			list = append(list, p)
			continue
		}
		found, err := matches(p)
		if err != nil {
			wrong = append(wrong, check.Fault{Path: p, Code: "not_found", Message: "the pattern cannot be read: " + err.Error()})
		} else if len(found) == 0 {
			wrong = append(wrong, check.Fault{Path: p, Code: "not_found", Message: "nothing here fits the pattern"})
		}
		list = append(list, found...)
	}
	return list, wrong
}

func given(p string, t Terms) bool {
	full, err := filepath.Abs(p)
	return err == nil && t.Texts[full] != nil
}

func ofProject(t Terms) (list []string) {
	here, err := disk.Resolve(".")
	if err != nil {
		return nil
	}
	l := projects{terms: t}
	if of := l.at(here); of != nil {
		for _, p := range of.Paths {
			list = append(list, shown(filepath.Join(of.dir, filepath.FromSlash(p))))
		}
	}
	return list
}
