package source

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lily/core/intake"
	vfs "lily/core/tree"
	"lily/web/disk"
)

// Got is what a source holds.
type Got struct {
	Source
	Commit string // of a repository
	Drop   intake.Drop
	Runs   map[vfs.Digest]bool // files that may be started, by their content
}

// Get gets all skills of a source. What is wrong with a part of it is refused in the drop, and what is wrong with all
// of it is an error.
func Get(ctx context.Context, s Source) (Got, error) {
	ctx, done := context.WithTimeout(ctx, MostTime)
	defer done()
	g := Got{Source: s}
	var err error
	switch {
	case s.Kind == Folder:
		err = g.folder()
	case s.Kind == Zip:
		err = g.zip(ctx)
	case s.Kind == Index:
		err = g.index(ctx)
	case strings.HasPrefix(s.At, "file:"):
		err = g.local()
	default:
		err = g.remote(ctx)
	}
	if err != nil {
		return Got{}, fmt.Errorf("nothing is taken of %s: %w", s, err)
	}
	return g, nil
}

// folder takes a folder of the disk as it is dropped on the page: it is the person's own.
func (g *Got) folder() error {
	t, skips, err := disk.Read(g.At, vfs.Folder{Limits: intake.Limits, Leave: func(at string, _ fs.DirEntry) (vfs.Skip, bool) {
		return vfs.Skip{}, intake.LeftOut(at)
	}})
	if err != nil {
		return err
	}
	g.Runs = runnable(g.At, t)
	var refused []intake.Refusal
	for _, s := range skips {
		if s.Code != "" {
			refused = append(refused, intake.Refusal{Path: s.Path, Code: s.Code, Message: s.Message})
		}
	}
	name, err := filepath.Abs(g.At)
	if err != nil {
		return err
	}
	var files []intake.File
	for at, f := range t.Walk() {
		data, err := f.Bytes()
		if err != nil {
			return err
		}
		files = append(files, intake.File{Path: filepath.Base(name) + "/" + at, Data: data})
	}
	g.Drop = intake.Gather(files, refused, nil)
	return nil
}

// runnable are the files of a folder that may be started.
func runnable(dir string, t vfs.Tree) runs {
	all := runs{}
	for at, f := range t.Walk() {
		info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(at)))
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0 {
			all[f.Digest()] = true
		}
	}
	return all
}

// scripts are the files that say which program runs them: an archive of Lily's keeps no modes.
func scripts(t vfs.Tree) runs {
	all := runs{}
	for _, f := range t.Walk() {
		if data, err := f.Bytes(); err == nil && bytes.HasPrefix(data, []byte("#!")) {
			all[f.Digest()] = true
		}
	}
	return all
}

// zip takes an archive of the disk, or of an address.
func (g *Got) zip(ctx context.Context) error {
	data, name, err := g.archive(ctx)
	if err != nil {
		return err
	}
	g.Drop = intake.Gather([]intake.File{{Path: name, Data: data}}, nil, nil)
	g.Runs = runs{}
	if whole, err := g.Drop.Whole(); err == nil {
		for _, s := range whole {
			for d := range scripts(s.Tree) {
				g.Runs[d] = true
			}
		}
	}
	return nil
}

func (g *Got) archive(ctx context.Context) (data []byte, name string, err error) {
	if !strings.Contains(g.At, "://") {
		data, err = disk.File(g.At, intake.MaxOpened)
		return data, filepath.Base(g.At), err
	}
	c, u, err := web(g.At)
	if err == nil {
		data, err = get(ctx, c, u.String(), MostBytes)
	}
	if err != nil {
		return nil, "", err
	}
	return data, u.Path[strings.LastIndex(u.Path, "/")+1:], nil
}
