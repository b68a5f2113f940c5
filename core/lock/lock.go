// Package lock is what a project's skills are held to: skills.lock.yaml, and the skills-lock.json of the command skills.
//
// It promises that equal skills give equal bytes, sorted by name; that a lock which is read and written again is the
// same; and that each skill that is changed, missing or added is told by its name with the files that differ. What it
// compares is names and bytes: empty folders, and what other programs leave behind, are no part of a skill here, since
// git keeps none of them. It reads no disk.
//
//	l, err := lock.Parse("skills.lock.yaml", data)
//	for _, d := range l.Compare(folders) { … }
package lock

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/conf"
	"lily/core/intake"
	"lily/core/tree"
)

// File is the name of the lock, and Other that of the command skills.
const (
	File  = "skills.lock.yaml"
	Other = "skills-lock.json"
)

// MaxBytes is the longest lock: 10,000 skills of some files each.
const MaxBytes = 16 << 20

const version = 1

// Here is how a skill was got that was there already.
const Here = "here"

// Lock is the skills of a project, sorted by name.
type Lock struct{ Skills []Skill }

// Skill is one of them.
type Skill struct {
	Name   string
	Got    string // folder, zip, git, index, or here
	Source string // as it can be given again; empty for one that was here
	Commit string // of a repository
	Digest tree.Digest
	Files  map[string]tree.Digest // by path; nil where nobody knows
	Sum    string                 // that of the command skills, where nothing else is known
}

// Clean is the part of a skill's folder that counts.
func Clean(folder tree.Tree) tree.Tree {
	taken := func(at string) bool { return !intake.LeftOut(at) }
	return folder.Only(taken, taken)
}

// Of is the entry of a skill's folder.
func Of(name string, folder tree.Tree) Skill {
	folder = Clean(folder)
	s := Skill{Name: name, Got: Here, Digest: folder.Digest(), Files: map[string]tree.Digest{}}
	for at, f := range folder.Walk() {
		s.Files[at] = f.Digest()
	}
	return s
}

// Find returns the entry of a name, nil where there is none.
func (l Lock) Find(name string) *Skill {
	if i := slices.IndexFunc(l.Skills, func(s Skill) bool { return s.Name == name }); i >= 0 {
		return &l.Skills[i]
	}
	return nil
}

// With is the lock with the entry in place of that of its name.
func (l Lock) With(s Skill) Lock {
	l = l.Without(s.Name)
	l.Skills = append(l.Skills, s)
	slices.SortFunc(l.Skills, func(a, b Skill) int { return strings.Compare(a.Name, b.Name) })
	return l
}

// Without is the lock without a name.
func (l Lock) Without(name string) Lock {
	return Lock{slices.DeleteFunc(slices.Clone(l.Skills), func(s Skill) bool { return s.Name == name })}
}

// YAML is the lock as it is written.
func (l Lock) YAML() []byte {
	var w conf.Writer
	w.Number("version", version)
	w.Docs("skills", len(l.Skills), func(i int) {
		s := l.Skills[i]
		w.Text("name", s.Name)
		w.Text("got", s.Got)
		if s.Source != "" {
			w.Text("source", s.Source)
		}
		if s.Commit != "" {
			w.Text("commit", s.Commit)
		}
		w.Text("digest", s.Digest.String())
		files := map[string]string{}
		for at, d := range s.Files {
			files[at] = d.String()
		}
		w.Map("files", files)
	})
	return append([]byte("# Written by lily. lily verify holds the skills to it.\n"), w.Bytes()...)
}

// Parse reads a lock strictly.
func Parse(name string, data []byte) (Lock, error) {
	d := conf.ReadLong(name, data, MaxBytes)
	if n := d.Number("version", "a version", 1, 1<<20); n != nil && *n != version {
		d.Fail("version", "got %d, want %d: a newer lily wrote this lock", *n, version)
	}
	var l Lock
	list, _ := d.Docs("skills")
	for _, one := range list {
		l.Skills = append(l.Skills, parsed(one))
	}
	for i, s := range l.Skills {
		if i > 0 && l.Skills[i-1].Name >= s.Name {
			d.Fail("skills", "the skill %q stands twice, or not in the order of names", s.Name)
		}
	}
	return l, d.Err()
}

func parsed(d *conf.Doc) Skill {
	s := Skill{
		Name: d.Text("name", ""), Got: d.Text("got", Here, Here, "folder", "zip", "git", "index"),
		Source: d.Text("source", ""), Commit: d.Text("commit", ""), Files: map[string]tree.Digest{},
	}
	if err := tree.Check(s.Name); err != nil || strings.Contains(s.Name, "/") {
		d.Fail("name", "%q is no name of a skill", s.Name)
	}
	digest := func(key, text string) (got tree.Digest) {
		if err := got.UnmarshalText([]byte(text)); err != nil {
			d.Fail(key, "%v", err)
		}
		return got
	}
	s.Digest = digest("digest", d.Text("digest", ""))
	for at, text := range d.Map("files") {
		s.Files[at] = digest("files", text)
	}
	return s
}

// Difference is a skill that is not as the lock says.
type Difference struct {
	Name  string
	Op    tree.Op       // added, removed or changed
	Files []tree.Change // that differ; none where the lock does not know them
}

// String says it in a line.
func (d Difference) String() string {
	word := map[tree.Op]string{tree.Added: "is not in the lock", tree.Removed: "is missing", tree.Changed: "was changed"}[d.Op]
	return fmt.Sprintf("%s %s", d.Name, word)
}

// Compare tells what differs from the lock, by name. The folders are those of the project, by the names of skills.
func (l Lock) Compare(now map[string]tree.Tree) (list []Difference) {
	for _, s := range l.Skills {
		folder, there := now[s.Name]
		if d, differs := s.compare(Clean(folder), there); differs {
			list = append(list, d)
		}
	}
	for name, folder := range now {
		if l.Find(name) == nil {
			list = append(list, Difference{name, tree.Added, tree.Diff(tree.Tree{}, Clean(folder))})
		}
	}
	slices.SortFunc(list, func(a, b Difference) int { return strings.Compare(a.Name, b.Name) })
	return list
}

func (s Skill) compare(folder tree.Tree, there bool) (Difference, bool) {
	d := Difference{Name: s.Name, Op: tree.Changed}
	switch {
	case !there:
		d.Op = tree.Removed
	case s.Sum != "" && s.Sum == Sum(folder), s.Sum == "" && s.Digest == folder.Digest():
		return d, false
	}
	for at := range s.Files {
		if f, ok := folder.File(at); !ok {
			d.Files = append(d.Files, tree.Change{Path: at, Op: tree.Removed})
		} else if f.Digest() != s.Files[at] {
			d.Files = append(d.Files, tree.Change{Path: at, Op: tree.Changed})
		}
	}
	for at := range folder.Walk() {
		if _, known := s.Files[at]; !known && s.Files != nil {
			d.Files = append(d.Files, tree.Change{Path: at, Op: tree.Added})
		}
	}
	slices.SortFunc(d.Files, func(a, b tree.Change) int { return strings.Compare(a.Path, b.Path) })
	return d, true
}
