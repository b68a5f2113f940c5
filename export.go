package main

import (
	"bytes"
	"fmt"
	"os"

	"lily/core"
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
	part, err := exported(w, f.Arg(0))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := archive.Write(&out, part); err != nil {
		return err
	}
	return os.WriteFile(*file, out.Bytes(), 0o644)
}

// exported is the skill of a name that wins, in a folder of that name, and
// everything where there is no name.
func exported(w core.World, name string) (tree.Tree, error) {
	if name == "" {
		return w.Everything()
	}
	s, err := loader.Load(core.New(w, tool.Builtin(), core.Ports{}).Input(), nil)
	if err != nil {
		return tree.Tree{}, err
	}
	for _, c := range s.Candidates {
		if c.Name == name && c.State != loader.Shadowed {
			return tree.Tree{}.Graft(name, c.Folder())
		}
	}
	return tree.Tree{}, fmt.Errorf("there is no skill %q to export", name)
}
