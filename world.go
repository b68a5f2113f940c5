package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/disk"
	"lily/web/install"
)

// limits bound what is read from a disk; a root beyond them is refused.
var limits = tree.Limits{Files: 200_000, Bytes: 1 << 30}

// mostText bounds a file that a person writes: a policy, a profile, a list of upstreams, and mostReplies a script.
const (
	mostText    = 1 << 20
	mostReplies = 64 << 20
)

type places struct {
	bundled, user, workspace, persona, profile, policy, scan string
	skips                                                    []tree.Skip // what [places.world] left of the persona
}

func (p *places) declare(f *flag.FlagSet) {
	f.StringVar(&p.bundled, "bundled", "", "take the bundled skills from `DIR`/skills, not those in the binary")
	f.StringVar(&p.user, "user", "", "the user's skills are in `DIR`/skills")
	f.StringVar(&p.workspace, "workspace", "", "the workspace's skills are in `DIR`/skills")
	f.StringVar(&p.persona, "persona", "", "take SOUL.md and the others from `DIR`")
	p.declareRules(f, world.Children)
}

func (p *places) declareRules(f *flag.FlagSet, scan world.Scan) {
	f.StringVar(&p.profile, "profile", "", "read the environment profile from `FILE`, YAML")
	f.StringVar(&p.policy, "policy", "", "read the tool policy from `FILE`, YAML")
	f.StringVar(&p.scan, "scan", string(scan), "look for skills by `MODE`: children, one level, or tree, every level")
}

// world reads what the flags name; what they leave out is as on a first start.
func (p *places) world() (world.World, error) {
	w, err := p.start()
	for _, part := range p.parts() {
		if err == nil {
			err = part.read(&w)
		}
	}
	return w, err
}

// start is a first start, with the roots scanned as the flags say.
func (p *places) start() (world.World, error) {
	w, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		return w, err
	}
	scan := world.Scan(p.scan)
	if scan != world.Children && scan != world.Deep {
		return w, fmt.Errorf("--scan: got %q, want children or tree", p.scan)
	}
	w.Roots = world.Roots(scan)
	return w, nil
}

// readRoot puts DIR/skills in place of a root. One that is not there is taken out, since the loader decides (LD-1), and
// one that need not be there and cannot be read, with a note.
func readRoot(w *world.World, i int, dir string) error {
	if dir == "" {
		return nil
	}
	r, at := &w.Roots[i], filepath.Join(dir, "skills")
	sub, skips, err := disk.ReadSkills(dir, at, r.Source == world.Workspace, tree.Folder{Limits: limits})
	_, failed := errors.AsType[*fs.PathError](err)
	switch {
	case err == nil:
		r.Skips = skips
		*w = w.With(r.Path, sub)
		w.Origins = w.Origins.Put(install.Marks(dir, r.Path)...)
		return nil
	case errors.Is(err, fs.ErrNotExist):
		r.Skips = dangling(at)
	case failed && !r.Required:
		said := strings.ToValidUTF8(err.Error(), "\uFFFD")
		r.Skips = []tree.Skip{{Code: "unreadable", Message: "The root could not be read: " + said + "."}}
	default:
		return fmt.Errorf("the root %s cannot be read: %w", dir, err)
	}
	w.Tree, err = w.Tree.Remove(r.Path)
	return err
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

func (p *places) readPersona(w *world.World) error {
	if p.persona == "" {
		return nil
	}
	sub, skips, err := disk.Read(p.persona, tree.Folder{Limits: limits})
	if err != nil {
		return fmt.Errorf("--persona: %w", err)
	}
	p.skips = skips
	*w = w.With("persona", sub)
	return nil
}

// readFile reads the file of a flag into what it is of, which stays where no file is named.
func readFile[T any](path string, parse func(name string, data []byte) (T, error), to *T) error {
	if path == "" {
		return nil
	}
	data, err := disk.File(path, mostText)
	if err == nil {
		*to, err = parse(path, data)
	}
	return err
}

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
	now := next.Carry(o.last.Tree, w)
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

// again reads the world once more. A part that cannot be read is as it was, and a fault; a required root may be gone.
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
