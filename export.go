package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
)

// errPart is an export that was written and does not hold all that was asked for.
var errPart = errors.New("the export does not hold everything")

func exportCommand() subcommand {
	return subcommand{
		name: "export", args: "-o FILE [NAME]", most: -1,
		summary:  "write a skill, /user, /workspace or /persona, or everything, as a zip",
		examples: []string{"lily export --workspace . -o skill.zip my_skill", "lily export --workspace . -o all.zip"},
		declare: func(f *flag.FlagSet) action {
			x := &exporting{whole: true}
			x.declare(f)
			f.StringVar(&x.file, "o", "", "write the zip to `FILE`")
			return x.run
		},
	}
}

// exporting is one export under way (VF-7).
type exporting struct {
	places
	file  string
	t     terminal
	skips []tree.Skip // by the paths of the world
	whole bool
}

func (x *exporting) run(_ context.Context, t terminal, names []string) error {
	if len(names) > 1 || x.file == "" {
		return wrong("export takes -o FILE, and then at most one name of a skill, or /user, /workspace or /persona")
	}
	x.t = t
	w, err := x.world()
	if err != nil {
		return err
	}
	part, err := x.part(w, strings.Join(names, ""))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := archive.Write(&out, part); err != nil {
		return err
	}
	if err = os.WriteFile(x.file, out.Bytes(), 0o644); err == nil && !x.whole {
		err = errPart
	}
	return err
}

// part is what is asked for, in a tree as it is exported. What of it stays behind is said
// on standard error, and where it is everything in it as well.
func (x *exporting) part(w world.World, name string) (tree.Tree, error) {
	w, err := x.gather(w, name)
	if err != nil {
		return tree.Tree{}, err
	}
	part, at, err := exported(w, name)
	if err != nil {
		return part, err
	}
	var left strings.Builder
	for _, s := range x.skips {
		if p := "/" + s.Path; strings.HasPrefix(p+"/", at+"/") {
			fmt.Fprintf(x.t.err, "not exported: %s: %s\n", answer.Line(p), answer.Line(s.Message))
			fmt.Fprintf(&left, "%s is not in the export: %s\n", answer.Line(p), answer.Line(s.Message))
		}
	}
	if name != "" || left.Len() == 0 {
		return part, nil
	}
	return part.Put(world.LeftOut, []byte(left.String()))
}

// gather brings the ordinary files of the workspace into the world where they are asked
// for, and lists all that stays behind.
func (x *exporting) gather(w world.World, name string) (world.World, error) {
	for _, r := range w.Roots {
		x.left(r.Path, r.Skips)
	}
	x.left("persona", x.places.skips)
	if name == "" || name == "/workspace" {
		var skips []tree.Skip
		var err error
		if w, skips, x.whole, err = x.project(w); err != nil {
			return w, err
		}
		x.left("workspace", skips)
	}
	w, own, err := x.without(w, x.file)
	x.left("", own)
	return w, err
}

func (x *exporting) left(at string, skips []tree.Skip) {
	for _, s := range skips {
		s.Path = path.Join(at, s.Path)
		x.skips = append(x.skips, s)
	}
}

// exported is the skill of a name that wins, in a folder of that name, and where it is in
// the world; or the part that the name is the path of; or everything where there is none.
func exported(w world.World, name string) (part tree.Tree, at string, err error) {
	switch name {
	case "":
		return w.Everything(), "", nil
	case "/user", "/workspace", "/persona":
		part, err = w.Part(name[1:])
		return part, name, err
	}
	s, err := snapshotOf(w, nil)
	if err != nil {
		return part, "", err
	}
	for _, c := range s.Candidates {
		if c.Name == name && c.State != loader.Shadowed {
			part, err = part.Graft(name, c.Folder())
			return part, c.Path, err
		}
	}
	return part, "", fmt.Errorf("there is no skill %q to export", name)
}
