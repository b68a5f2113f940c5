package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/world"
)

// checker judges targets one after the other.
type checker struct {
	targets
	world world.World
	rules bool // a profile or a policy was named, so that what they lack is more than a note
	last  *loader.Snapshot
	snaps []*loader.Snapshot
	seen  map[string]*target // where a file was judged first, or a note was taken
}

// all judges what was asked for. Whole folders come first: what is also asked for by
// itself is judged where its neighbours are.
func (c *checker) all(paths []string) {
	for _, path := range paths {
		c.add(path)
	}
	c.seen = map[string]*target{}
	for _, whole := range []bool{true, false} {
		for _, p := range c.list {
			if whole == (p.only == nil) {
				c.judge(p)
			}
		}
	}
}

// parts are what was found, in the order in which it was asked for.
func (c *checker) parts() (list []*check.Part) {
	for _, p := range c.list {
		p.found.Alone = p.only != nil
		list = append(list, &p.found)
	}
	return list
}

// judge loads a target as the workspace's root, which is judged as in a session.
func (c *checker) judge(p *target) {
	sub, skips, err := p.read(c.scan)
	if err != nil {
		c.failed(p.shown, err)
		return
	}
	w, at := c.world, len(c.world.Roots)-1
	w.Roots = append(w.Roots[:at:at], w.Roots[at])
	root := &w.Roots[at]
	root.Skips, root.Scan = skips, c.scan
	if p.only != nil {
		root.Scan = world.Children
	}
	w = w.With(root.Path, sub)
	s, err := snapshotOf(w, c.last)
	if err != nil {
		c.failed(p.shown, err)
		return
	}
	c.last = s
	c.snaps = append(c.snaps, s)
	c.take(p, s, s.Roots[at])
}

// take takes over what a snapshot says of its last root.
func (c *checker) take(p *target, s *loader.Snapshot, l *loader.Listing) {
	p.found.Root = check.Root{Path: p.shown, Scan: l.Scan, LeftOut: l.LeftOut, Notes: []loader.Note{}}
	found := map[string]bool{}
	for _, one := range s.Candidates {
		if rel, own := strings.CutPrefix(one.Path, l.Path+"/"); own {
			found[rel] = true
			if c.first(p, p.file(rel)) {
				p.found.Skills = append(p.found.Skills, c.checked(p, l, one, rel))
			}
		}
	}
	p.found.Root.Count = len(p.found.Skills)
	for _, n := range l.Notes {
		c.note(p, n, strings.TrimPrefix(strings.TrimPrefix(n.Path, l.Path), "/"))
	}
	c.missed(p, found)
}

// checked is a candidate with all that there is to say of it.
func (c *checker) checked(p *target, l *loader.Listing, one *loader.Candidate, rel string) check.File {
	got := check.File{
		Name: one.Name, Path: p.path(rel + "/" + loader.File), Format: one.Brief().Format, State: one.State,
		Findings: []skill.Finding{},
	}
	for _, f := range one.AllFindings() {
		if c.rules && loader.Elsewhere(f.Clause) {
			f.Severity = skill.Warning
		}
		if f.Code == "duplicate_name" || f.Code == "shadowed" {
			f.Message = strings.ReplaceAll(f.Message, l.Path+"/", filepath.Clean(p.shown)+string(filepath.Separator))
		}
		got.Findings = append(got.Findings, f)
	}
	return got
}

// first reports whether a place of the disk, by whatever name, is in no other target yet.
func (c *checker) first(p *target, place string) bool {
	if target, err := filepath.EvalSymlinks(place); err == nil {
		place = target
	}
	if c.seen[place] == nil {
		c.seen[place] = p
	}
	return c.seen[place] == p
}

// note takes a note of a root. What could not be read was not checked.
func (c *checker) note(p *target, n loader.Note, rel string) {
	place := p.place(rel)
	if said := n.Code + " " + place; !c.first(p, said) {
		return
	}
	n.Path = p.path(rel)
	info, err := os.Lstat(place)
	if n.Code == "unreadable" && err == nil && (path.Base(rel) == loader.File || info.Mode()&fs.ModeSymlink == 0) {
		c.fault(n.Path, n.Code, "%s", n.Message)
		return
	}
	p.found.Root.Notes = append(p.found.Root.Notes, n)
}

// missed tells of what was asked for and holds no skill.
func (c *checker) missed(p *target, found map[string]bool) {
	if p.only == nil && len(found) == 0 {
		c.fault(p.shown, "no_skill", "there is no %s here or below", loader.File)
	}
	for base, a := range p.only {
		if p.name != "" {
			base = p.name
		}
		if !found[base] {
			c.fault(a.path, "no_skill", "there is no %s that can be read", loader.File)
		}
	}
}
