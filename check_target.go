package main

import (
	"path/filepath"
	"strings"

	"lily/core/check"
	"lily/core/loader"
)

// target is one root of a check: a folder with all the skills below it, or some skills
// that lie in one folder and were asked for one by one.
type target struct {
	dir   string           // where it lies, with no link on the way
	shown string           // the same as the person named it
	name  string           // the skill's own, where it was asked for by a link of another name
	only  map[string]asked // by the name of their folders; nil for all below

	found check.Part
}

// asked is a skill that was asked for: by its folder, or by its file alone.
type asked struct {
	path string // of the file, as the person named it
	lone bool
}

// base is the folder on the disk of the skill that has a name here.
func (p *target) base(name string) string {
	for base := range p.only {
		if p.name == name {
			return base
		}
	}
	return name
}

// place is where a path below the target is on the disk, and file the SKILL.md there.
func (p *target) place(rel string) string {
	name, rest, _ := strings.Cut(rel, "/")
	return filepath.Join(p.dir, p.base(name), filepath.FromSlash(rest))
}

func (p *target) file(rel string) string { return filepath.Join(p.place(rel), loader.File) }

// path is the same as the person would name it.
func (p *target) path(rel string) string {
	name, rest, _ := strings.Cut(rel, "/")
	if a, ok := p.only[p.base(name)]; ok {
		if rest == loader.File {
			return a.path
		}
		return filepath.Join(filepath.Dir(a.path), filepath.FromSlash(rest))
	}
	return filepath.Join(p.shown, filepath.FromSlash(rel))
}
