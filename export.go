package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/archive"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
)

// export writes a skill, or all that a person can edit, as a zip (VF-7).
func export(args []string, t terminal) error {
	f, p := flags("export", t), places{}
	p.register(f)
	file := f.String("o", "", "FILE to write")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() > 1 || *file == "" {
		return wrong(t, "export takes -o FILE, and then at most one name of a skill")
	}
	w, err := p.world()
	if err != nil {
		return err
	}
	part, at, err := exported(w, f.Arg(0))
	if err != nil {
		return err
	}
	notExported(t, w, p.skips, at)
	var out bytes.Buffer
	if err := archive.Write(&out, part); err != nil {
		return err
	}
	return os.WriteFile(*file, out.Bytes(), 0o644)
}

// exported is the skill of a name that wins, in a folder of that name, and where it
// is in the world; everything where there is no name.
func exported(w core.World, name string) (part tree.Tree, at string, err error) {
	if name == "" {
		part, err = w.Everything()
		return part, "", err
	}
	s, err := loader.Load(core.New(w, tool.Builtin(), core.Ports{}).Input(), nil)
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

// notExported names what of a folder did not come along from the disk, and why.
func notExported(t terminal, w core.World, persona []tree.Skip, at string) {
	from := append(slices.Clone(w.Roots), loader.Root{Path: "persona", Skips: persona})
	for _, root := range from {
		for _, s := range root.Skips {
			if p := "/" + path.Join(root.Path, s.Path); strings.HasPrefix(p+"/", at+"/") {
				fmt.Fprintf(t.err, "not exported: %s: %s\n", answer.Line(p), answer.Line(s.Message))
			}
		}
	}
}
