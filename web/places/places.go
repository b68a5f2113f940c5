// Package places finds where skills, the persona, the profile and the policy are on this machine, and reads them as a
// world (TM-2).
//
// It promises that a flag wins over a variable and that over lily.yaml, that a folder which comes from elsewhere names
// nothing outside of itself, and that whatever cannot be read is an error that names the real path. It writes nothing.
//
//	p := places.Places{Usual: true, Scan: "children"}
//	w, err := p.World()
package places

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/disk"
)

// Limits bound what is read from a disk; a root beyond them is refused.
var limits = tree.Limits{Files: 200_000, Bytes: 1 << 30}

// Limits are those.
func Limits() tree.Limits { return limits }

// MostText bounds a file that a person writes: a policy, a profile, a list of upstreams.
const MostText = 1 << 20

// Places is what a person says by flags; empty where they say nothing.
type Places struct {
	Bundled, User, Workspace string // folders that have the folder skills in them
	Persona, Profile, Policy string
	Scan                     string
	Trust                    bool        // the skills of a workspace that was cloned
	Usual                    bool        // without a flag the variables hold, lily.yaml, and the usual folders
	Skips                    []tree.Skip // what [Places.World] left of the persona
}

// World reads what the flags name; what they leave out is where it usually is, or as on a first start.
func (p *Places) World() (world.World, error) {
	w, parts, err := p.begin()
	for _, part := range parts {
		if err == nil {
			err = part.read(&w)
		}
	}
	return w, err
}

// Again reads the world once more. A part that cannot be read is as it was, and a fault; a required root may be gone.
func (p *Places) Again(last world.World) (world.World, error) {
	w, parts, err := p.begin()
	if err != nil {
		return last, err
	}
	for _, part := range parts {
		if err := part.read(&w); err != nil {
			part.keep(&w, last)
			said := strings.ToValidUTF8(err.Error(), "\uFFFD")
			if !strings.HasPrefix(part.name, "/") { // of a root the error says which one it is
				said = "the " + part.name + " cannot be read: " + said
			}
			w.Faults = append(w.Faults, world.Fault{Part: part.name, Message: said})
		}
	}
	for _, r := range w.Roots {
		if _, err := w.Tree.At(r.Path); err != nil && r.Required {
			gone := &loader.Error{Code: "root_missing", Path: "/" + r.Path}
			w.Faults = append(w.Faults, world.Fault{Part: gone.Path, Message: p.Missing(gone).Error()})
		}
	}
	return w, nil
}

// begin is a first start with the roots of the places, and what is to be read into it.
func (p *Places) begin() (world.World, []part, error) {
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		return w, nil, err
	}
	scan := world.Scan(p.Scan)
	if scan != world.Children && scan != world.Deep {
		return w, nil, fmt.Errorf("--scan: got %q, want children or tree", p.Scan)
	}
	list, err := p.Find()
	if err != nil {
		return w, nil, err
	}
	w.Roots = roots(scan, list)
	w.Origins = w.Origins.Put(p.foreign(list)...)
	for _, r := range w.Roots {
		if _, err := w.Tree.At(r.Path); err != nil {
			w = w.With(r.Path, tree.Tree{})
		}
	}
	return w, p.parts(list), nil
}

// roots are those of the places, lowest precedence first, and of a source without a place the one that it has at a
// first start.
func roots(scan world.Scan, list []Place) (all []world.Root) {
	for _, r := range world.Roots(scan) {
		mine := slices.DeleteFunc(slices.Clone(list), func(p Place) bool { return p.Source != r.Source })
		if len(mine) == 0 {
			all = append(all, r)
		}
		for i, p := range slices.Backward(mine) {
			all = append(all, world.Root{Source: r.Source, Path: p.Path, Required: r.Required && i == 0, Scan: scan})
		}
	}
	return all
}

// Missing says of a root that is missing where it was looked for, and what was meant, where that can be told.
func (p *Places) Missing(err error) error {
	gone, ok := errors.AsType[*loader.Error](err)
	if !ok || gone.Code != "root_missing" {
		return err
	}
	list, _ := p.Find() // it was found before
	for _, at := range list {
		if "/"+at.Path == gone.Path {
			return fmt.Errorf("%w: %s", err, at.missing())
		}
	}
	return err
}

func (p Place) missing() string {
	if p.Dir == "" {
		return fmt.Sprintf("there is no folder %+q, which %s names", p.At, p.By)
	}
	said := fmt.Sprintf("there is no folder %+q", p.At)
	switch full, err := filepath.Abs(p.Dir); {
	case err != nil || !Holds(full):
		return said
	case slices.Contains(usual, filepath.ToSlash(filepath.Base(full))):
		return fmt.Sprintf("%s; %+q holds skills itself, and what was meant is %s %s", said, full, p.By, filepath.Dir(full))
	case usualIn(full) != "":
		return fmt.Sprintf("%s; %+q holds skills itself, and what was meant is %s %s", said, full, p.By, usualIn(full))
	default:
		return fmt.Sprintf("%s; %+q holds skills itself: name it by the variable %s instead", said, full, variables[p.Source])
	}
}

// usualIn is the folder of which another one is a usual place for skills; empty for none.
func usualIn(full string) string {
	for _, name := range usual {
		if dir, ok := strings.CutSuffix(filepath.ToSlash(full), "/"+name); ok {
			return filepath.FromSlash(dir)
		}
	}
	return ""
}

// Holds reports whether a folder is one of skills: one of its folders has a SKILL.md.
func Holds(dir string) bool {
	list, _ := os.ReadDir(dir) // one that is not there has none
	return slices.ContainsFunc(list, func(e os.DirEntry) bool {
		info, err := os.Stat(filepath.Join(dir, e.Name(), loader.File))
		return err == nil && info.Mode().IsRegular()
	})
}

// Origin is where a world came from, and how it was last read.
type Origin struct {
	Places Places
	Last   world.World
	// Overtaken is told of a file of the session's that has changed on the disk, too, before it gives way; nil is nobody.
	Overtaken func(path string, was, is []byte)

	stamp tree.Digest // of the places when they were looked at last
	ahead world.World // as they were read then, where that is another one; none has no roots
}

// Refresh implements the engine's source: it brings a world up to date with the disk. What a tool has written in the
// session stays, unless the same file has changed on the disk since.
func (o *Origin) Refresh(w world.World) (world.World, error) {
	stamp := o.Places.stamp() // before: what changes meanwhile is looked at again
	next, err := o.Places.Again(o.Last)
	if err != nil {
		return w, err
	}
	o.overtake(w.Tree, next.Tree)
	now := next.Carry(o.Last.Tree, w)
	o.Last, o.stamp, o.ahead = next, stamp, world.World{}
	return now, nil
}

// overtake tells of what is lost of the session's tree, as far as it can be read.
func (o *Origin) overtake(session, disk tree.Tree) {
	last := o.Last.Tree
	if o.Overtaken == nil || session.Equal(last) || disk.Equal(last) {
		return
	}
	for _, c := range tree.Diff(last, session) {
		if tree.Alike(last, disk, c.Path) || tree.Alike(session, disk, c.Path) || !strings.HasPrefix(c.Path, string(world.Workspace)+"/") {
			continue
		}
		was, _ := last.ReadFile(c.Path) // one that was not there, or is not now, is nil
		is, _ := session.ReadFile(c.Path)
		o.Overtaken(c.Path, was, is)
	}
}

// ReadFile reads the file of a flag into what it is of, which stays where no file is named.
func ReadFile[T any](path string, parse func(name string, data []byte) (T, error), to *T) error {
	if path == "" {
		return nil
	}
	data, err := disk.File(path, MostText)
	if err == nil {
		*to, err = parse(path, data)
	}
	return err
}
