package places

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/install"
)

// part is a part of the world that is read by itself, so that a broken one keeps no other from being read (CM-10).
type part struct {
	name string // as a fault names it
	read func(w *world.World) error
	keep func(w *world.World, last world.World) // as it was read last
}

func (p *Places) parts(places []Place) []part {
	var list []part
	for i, at := range places {
		list = append(list, part{
			"/" + at.Path,
			func(w *world.World) error { return at.read(w, places[:i]) },
			func(w *world.World, last world.World) {
				if i, was := root(w, at.Path), root(&last, at.Path); i >= 0 && was >= 0 {
					w.Roots[i] = last.Roots[was]
				}
				*w = w.WithOld(last, at.Path)
			},
		})
	}
	return append(list, part{
		world.PersonaPart, p.readPersona,
		func(w *world.World, last world.World) { *w = w.WithOld(last, "persona") },
	}, part{
		"profile", func(w *world.World) error { return ReadFile(p.Profile, profile.Parse, &w.Profile) },
		func(w *world.World, last world.World) { w.Profile = last.Profile },
	}, part{
		"policy", func(w *world.World) error { return ReadFile(p.Policy, policy.Parse, &w.Policy) },
		func(w *world.World, last world.World) { w.Policy = last.Policy },
	})
}

func root(w *world.World, path string) int {
	return slices.IndexFunc(w.Roots, func(r world.Root) bool { return r.Path == path })
}

// read puts the folder of skills in place of its root. One that is not there is taken out, since the loader decides
// (LD-1), and one that need not be there and cannot be read, with a note.
func (p Place) read(w *world.World, earlier []Place) error {
	r := &w.Roots[root(w, p.Path)]
	dir := p.Dir
	if dir == "" {
		dir = filepath.Dir(p.At)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("the root %s is a file; name the folder that it lies in", dir)
	}
	sub, skips, err := disk.ReadSkills(dir, p.At, p.Dir != "" && r.Source == world.Workspace, tree.Folder{Limits: limits})
	_, failed := errors.AsType[*fs.PathError](err)
	switch {
	case err == nil:
		r.Skips = slices.DeleteFunc(skips, func(s tree.Skip) bool { return p.again(s, earlier) })
		*w = w.With(r.Path, sub)
		w.Origins = w.Origins.Put(install.Marks(dir, r.Path)...)
		return nil
	case errors.Is(err, fs.ErrNotExist):
		r.Skips = dangling(p.At)
	case !r.Required && (failed || len(earlier) > 0):
		said := strings.ToValidUTF8(err.Error(), "\uFFFD")
		r.Skips = []tree.Skip{{Code: "unreadable", Message: "The root could not be read: " + said + "."}}
	default:
		return fmt.Errorf("the root %s cannot be read: %w", dir, err)
	}
	w.Tree, err = w.Tree.Remove(r.Path)
	return err
}

// again reports whether what did not come along is a link to a skill of an earlier place of the same root, which is read
// there.
func (p Place) again(s tree.Skip, earlier []Place) bool {
	if s.Code != tree.LinkLeaves {
		return false
	}
	full, err := disk.Resolve(filepath.Join(p.At, filepath.FromSlash(s.Path)))
	return err == nil && slices.ContainsFunc(earlier, func(e Place) bool {
		top, err := disk.Resolve(e.At)
		rel, err2 := filepath.Rel(top, full)
		return e.Source == p.Source && err == nil && err2 == nil && filepath.IsLocal(rel)
	})
}

// dangling notes that a root is a link that leads to nothing (VF-8).
func dangling(at string) []tree.Skip {
	text, err := os.Readlink(at)
	if err != nil {
		return nil
	}
	said := fmt.Sprintf("The root is the link %+q to %+q, where there is nothing.", at, text)
	return []tree.Skip{{Code: tree.LinkDangles, Message: said}}
}

func (p *Places) readPersona(w *world.World) error {
	if p.Persona == "" {
		return nil
	}
	sub, skips, err := disk.Read(p.Persona, tree.Folder{Limits: limits})
	if err != nil {
		return fmt.Errorf("--persona: %w", err)
	}
	p.Skips = skips
	*w = w.With("persona", sub)
	return nil
}
