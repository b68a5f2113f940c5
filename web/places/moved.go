package places

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/disk"
)

// Behind reports whether a snapshot is behind the disk (SN-4): whether to read it again would see other files or rules.
// It reads no file as long as none looks changed, and changes nothing of what the session sees.
func (o *Origin) Behind(s *loader.Snapshot, in loader.Input) bool {
	stamp := o.Places.stamp()
	if stamp != o.stamp {
		next, err := o.Places.Again(o.Last)
		if err != nil {
			return true // a reload says why
		}
		if o.stamp, o.ahead = stamp, next; alike(next, o.Last) {
			o.ahead = world.World{}
		}
	}
	if o.ahead.Roots != nil {
		in.World = o.ahead.Carry(o.Last.Tree, in.World)
	}
	return s.Behind(in)
}

func alike(a, b world.World) bool {
	return a.Tree.Equal(b.Tree) && a.Profile.Digest() == b.Profile.Digest() && a.Policy.Digest() == b.Policy.Digest() &&
		len(a.Roots) == len(b.Roots) && len(a.Faults) == len(b.Faults)
}

const mostStamped = 50_000 // files and folders that are looked at

// stamp is what the files of the places look like without being opened.
func (p *Places) stamp() tree.Digest {
	list, err := p.Find()
	s := stamps{left: mostStamped, text: fmt.Append(nil, list, err)}
	for _, at := range list {
		s.place(at)
	}
	for _, at := range []string{p.Persona, p.Policy, p.Profile} {
		if at != "" {
			s.add(at, 0)
		}
	}
	return tree.Sum(s.text)
}

// stamps gathers them.
type stamps struct {
	left int
	text []byte
	top  string // the folder that links may lead to; empty for one that a person names
}

// place adds a folder of skills, but nothing that a link in it leads to elsewhere: that is not read either, and may be
// all of the machine (VF-8).
func (s *stamps) place(p Place) {
	top := p.Dir
	if top == "" {
		top = p.At
	}
	s.top, _ = disk.Resolve(top)
	if p.Dir == "" || p.Source != world.Workspace || s.within(p.At) {
		s.add(p.At, 0)
	}
	s.top = ""
}

// within reports whether a path leads to what lies in the folder that links may lead to.
func (s *stamps) within(at string) bool {
	real, err := disk.Resolve(at)
	rel, outside := filepath.Rel(s.top, real)
	return err == nil && outside == nil && filepath.IsLocal(rel)
}

const mostDeep = 32 // folders in one another; links may lead in a circle

func (s *stamps) add(at string, deep int) {
	info, err := os.Stat(at)
	if s.left--; s.left < 0 || deep > mostDeep || err != nil {
		s.text = fmt.Append(s.text, at, err != nil, "\n")
		return
	}
	s.text = fmt.Append(s.text, at, info.Mode(), "\n")
	if !info.IsDir() {
		s.text = fmt.Append(s.text, info.Size(), info.ModTime().UnixNano(), "\n")
		return
	}
	list, _ := os.ReadDir(at) // one that cannot be read has none, now as before
	for _, e := range list {
		below := filepath.Join(at, e.Name())
		if e.Name() != ".git" && (e.Type()&fs.ModeSymlink == 0 || deep == 0 && s.within(below)) {
			s.add(below, deep+1)
		}
	}
}
