package main

import (
	"strings"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/world"
)

// origin is where a world came from, and how it was last read.
type origin struct {
	places places
	last   world.World
}

// Refresh implements [core.Source]: it brings a world up to date with the disk. What a tool has written in the session
// stays, unless the same file has changed on the disk since.
func (o *origin) Refresh(w world.World) (world.World, error) {
	next, err := o.places.again(o.last)
	if err != nil {
		return w, err
	}
	now := next.Carry(o.last.Tree, w.Tree)
	o.last = next
	return now, nil
}

// part is a part of the world that is read by itself, so that a broken one keeps no other from being read (CM-10).
type part struct {
	name string // as a fault names it
	read func(w *world.World) error
	keep func(w *world.World, last world.World) // as it was read last
}

func (p *places) parts() []part {
	var list []part
	for i, dir := range []string{p.bundled, p.user, p.workspace} {
		list = append(list, part{
			"/" + world.Roots(world.Children)[i].Path,
			func(w *world.World) error { return readRoot(w, i, dir) },
			func(w *world.World, last world.World) {
				w.Roots[i] = last.Roots[i]
				*w = w.WithOld(last, w.Roots[i].Path)
			},
		})
	}
	return append(list, part{
		world.PersonaPart, p.readPersona,
		func(w *world.World, last world.World) { *w = w.WithOld(last, "persona") },
	}, part{
		"profile", func(w *world.World) error { return readFile(p.profile, profile.Parse, &w.Profile) },
		func(w *world.World, last world.World) { w.Profile = last.Profile },
	}, part{
		"policy", func(w *world.World) error { return readFile(p.policy, policy.Parse, &w.Policy) },
		func(w *world.World, last world.World) { w.Policy = last.Policy },
	})
}

// again reads the world once more. A part that cannot be read is as it was last, and a fault of the world; so is a root
// that is gone and must not be, which is read as gone.
func (p *places) again(last world.World) (world.World, error) {
	w, err := p.start()
	if err != nil {
		return last, err
	}
	for _, part := range p.parts() {
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
			gone := loader.Error{Code: "root_missing", Path: "/" + r.Path}
			w.Faults = append(w.Faults, world.Fault{Part: gone.Path, Message: gone.Error()})
		}
	}
	return w, nil
}
