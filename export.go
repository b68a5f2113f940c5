package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/disk"
)

func exportCommand() subcommand {
	return subcommand{
		ends: true, name: "export", args: "-o FILE [NAME]", most: -1,
		summary:  "write a skill, /user, /workspace or /persona, or everything, as a zip",
		examples: []string{"lily export --workspace . -o skill.zip my_skill", "lily export --workspace . -o all.zip"},
		declare: func(f *flag.FlagSet) action {
			x := &exporting{whole: true}
			x.declareNamed(f)
			f.StringVar(&x.file, "o", "", "write the zip to `FILE`")
			return x.run
		},
	}
}

type exporting struct {
	where
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
	w, err := x.World()
	if err != nil {
		return err
	}
	part, err := x.part(w, strings.Join(names, ""))
	if err != nil {
		return err
	}
	if err = disk.Write(x.file, func(w io.Writer) error { return archive.Write(w, part) }); err == nil && !x.whole {
		err = errors.New("the export does not hold everything")
	}
	return err
}

// part is what is asked for, as it is exported. What stays behind is said, and where all is asked for in it as well.
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

// gather brings the ordinary files of the workspace into the world where they are asked for.
func (x *exporting) gather(w world.World, name string) (world.World, error) {
	for _, r := range w.Roots {
		x.left(r.Path, r.Skips...)
	}
	x.left("persona", x.where.Places.Skips...)
	if x.Workspace != "" && (name == "" || name == "/workspace") {
		var err error
		if w, err = x.project(w); err != nil {
			return w, err
		}
	}
	return x.without(w)
}

// left lists what stays behind.
func (x *exporting) left(at string, skips ...tree.Skip) {
	for _, s := range skips {
		s.Path = path.Join(at, s.Path)
		x.skips = append(x.skips, s)
	}
}

// exported is the skill that wins in a folder of its name and where it was, the part of that path, or everything.
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

// project puts the ordinary files beside the skills (VF-9): all or, beyond the limits, none, which is the first skip.
func (x *exporting) project(w world.World) (world.World, error) {
	all, skips, err := disk.Read(x.Workspace, tree.Folder{Limits: limits, Leave: passedBy})
	if l := new(tree.LimitError); errors.As(err, &l) {
		x.whole = false
		return w, x.tooMuch(l)
	}
	if err != nil {
		return w, fmt.Errorf("the workspace cannot be read: %w", err)
	}
	if all, err = all.Remove("skills"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return w, err
	}
	if skills, err := w.Tree.At("workspace/skills"); err == nil { // as the root was read
		if all, err = all.Graft("skills", skills); err != nil {
			return w, err
		}
	}
	for _, s := range skips {
		if s.Path != "skills" && !strings.HasPrefix(s.Path, "skills/") { // of which their root has its own
			x.left("workspace", s)
		}
	}
	return w.With("workspace", all), nil
}

// passedBy leaves out what other programs keep in a project and can make again.
func passedBy(at string, _ fs.DirEntry) (why tree.Skip, out bool) {
	name := path.Base(at)
	if !loader.Passed(name) {
		return why, false
	}
	return tree.Skip{Code: "left_out", Message: "What is named " + name + " is left out."}, true
}

// tooMuch counts what lies in the workspace, and reads nothing of it.
func (x *exporting) tooMuch(l *tree.LimitError) error {
	var files int
	var bytes int64
	from, err := disk.Open(x.Workspace)
	if err != nil {
		return err
	}
	defer from.Close()
	err = fs.WalkDir(from, ".", func(at string, e fs.DirEntry, err error) error {
		if _, out := passedBy(at, e); out && e.IsDir() {
			return fs.SkipDir
		} else if out || err != nil || e.IsDir() {
			return nil // what cannot be read is not counted
		}
		files++
		if info, err := from.Lstat(at); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	x.left("workspace", tree.Skip{Code: l.Code, Message: fmt.Sprintf(
		"No file beside the skills comes along: there are %s of %d bytes in all, and an export takes at most %d of %d bytes.",
		answer.Number(files, "file"), bytes, limits.Files, limits.Bytes,
	)})
	return err
}

// without takes out the file that is to be written: else every export would hold the one before.
func (x *exporting) without(w world.World) (world.World, error) {
	for _, top := range []struct{ at, dir, below string }{
		{"workspace", x.Workspace, ""}, {"user/skills", x.User, "skills"}, {"persona", x.Persona, ""},
	} {
		rel, lies := liesIn(filepath.Join(top.dir, top.below), x.file)
		at := path.Join(top.at, rel)
		if _, there := w.Tree.File(at); top.dir == "" || !lies || !there {
			continue
		}
		var err error
		if w.Tree, err = w.Tree.Remove(at); err != nil {
			return w, err
		}
		x.left(at, tree.Skip{Code: "left_out", Message: "It is the file that is written."})
	}
	return w, nil
}

func liesIn(dir, file string) (rel string, lies bool) {
	top, err := disk.Resolve(dir)
	at, err2 := disk.Resolve(filepath.Dir(file)) // else it cannot be written either, which is said
	if err = cmp.Or(err, err2); err == nil {
		rel, err = filepath.Rel(top, filepath.Join(at, filepath.Base(file)))
	}
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}
