package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/disk"
)

// project puts the ordinary files of the workspace beside its skills (VF-9), and says
// what of them stays behind. They come whole or, beyond the limits, not at all: then why
// is the first skip of all, and whole is false.
func (p *places) project(w world.World) (next world.World, skips []tree.Skip, whole bool, err error) {
	if p.workspace == "" {
		return w, nil, true, nil
	}
	all, skips, err := disk.Read(p.workspace, tree.Folder{Limits: limits, Leave: passedBy})
	if l := new(tree.LimitError); errors.As(err, &l) {
		skip, err := p.tooMuch(l)
		return w, []tree.Skip{skip}, false, err
	}
	if err != nil {
		return w, nil, false, fmt.Errorf("the workspace cannot be read: %w", err)
	}
	if all, err = all.Remove("skills"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return w, nil, false, err
	}
	if skills, err := w.Tree.At("workspace/skills"); err == nil { // as the root was read
		if all, err = all.Graft("skills", skills); err != nil {
			return w, nil, false, err
		}
	}
	return w.With("workspace", all), ordinary(skips), true, nil
}

// ordinary are the skips outside of the skills, of which their root has its own.
func ordinary(skips []tree.Skip) (list []tree.Skip) {
	for _, s := range skips {
		if s.Path != "skills" && !strings.HasPrefix(s.Path, "skills/") {
			list = append(list, s)
		}
	}
	return list
}

// passedBy leaves out what other programs keep in a project and can make again.
func passedBy(at string, _ fs.DirEntry) (why tree.Skip, out bool) {
	name := path.Base(at)
	if !loader.Passed(name) {
		return why, false
	}
	return tree.Skip{Code: "left_out", Message: "What is named " + name + " is left out."}, true
}

// tooMuch says how many files there are, of which none comes along.
func (p *places) tooMuch(l *tree.LimitError) (tree.Skip, error) {
	files, bytes, err := p.count()
	return tree.Skip{Code: l.Code, Message: fmt.Sprintf(
		"No file beside the skills comes along: there are %s of %d bytes in all, and an export takes at most %d of %d bytes.",
		answer.Number(files, "file"), bytes, limits.Files, limits.Bytes,
	)}, err
}

// count counts what lies in the workspace, and reads nothing of it.
func (p *places) count() (files int, bytes int64, err error) {
	from, err := disk.Open(p.workspace)
	if err != nil {
		return 0, 0, err
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
	return files, bytes, err
}

// without takes the file that is to be written out of the world, in which it may lie from
// the last time: else every export would hold the one before.
func (p *places) without(w world.World, file string) (world.World, []tree.Skip, error) {
	var skips []tree.Skip
	for _, top := range []struct{ at, dir, below string }{
		{"workspace", p.workspace, ""}, {"user/skills", p.user, "skills"}, {"persona", p.persona, ""},
	} {
		rel, lies := liesIn(filepath.Join(top.dir, top.below), file)
		at := path.Join(top.at, rel)
		if _, there := w.Tree.File(at); top.dir == "" || !lies || !there {
			continue
		}
		var err error
		if w.Tree, err = w.Tree.Remove(at); err != nil {
			return w, nil, err
		}
		skips = append(skips, tree.Skip{Path: at, Code: "left_out", Message: "It is the file that is written."})
	}
	return w, skips, nil
}

// liesIn is the path of a file below a folder, where it lies there.
func liesIn(dir, file string) (rel string, lies bool) {
	top, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	at, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return "", false // nor can it be written, which is said
	}
	top, err = filepath.Abs(top)
	at, err2 := filepath.Abs(filepath.Join(at, filepath.Base(file)))
	if errors.Join(err, err2) != nil {
		return "", false
	}
	rel, err = filepath.Rel(top, at)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}
