package native

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lily/core/program"
	"lily/core/tree"
	"lily/web/disk"
)

// place is a copy of a program's files on the disk, for it alone.
type place struct {
	dir     string   // absolute, with no link on the way
	tops    []string // the folders in it, sorted
	scratch string   // a folder in it that is thrown away; empty for none
	repos   []*repo  // of the workspace and its submodules
	way     *way     // to the network; nil for none
}

// scratch is the name of a folder for what a program throws away, where the sandbox has no /tmp of its own.
const scratch = ".lily-scratch"

// base is where folders are made for programs; empty is the usual place.
func base() string {
	if os.Getuid() == 0 && !open(os.TempDir()) {
		return "/tmp" // nobody is to come to it
	}
	return ""
}

// lay copies a tree to the disk. A script that says what runs it may be started; nothing else may.
func lay(ctx context.Context, files tree.Tree) (p *place, err error) {
	dir, err := os.MkdirTemp(base(), "lily-program-")
	if err != nil {
		return nil, err
	}
	p = &place{dir: dir}
	defer func() {
		if err != nil {
			p.remove()
		}
	}()
	if p.dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(at string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || at == "." {
			return err
		}
		return p.put(files, at, d.IsDir())
	})
	return p, err
}

func (p *place) put(files tree.Tree, at string, folder bool) error {
	to := filepath.Join(p.dir, filepath.FromSlash(at))
	if folder {
		if !strings.Contains(at, "/") {
			p.tops = append(p.tops, at)
		}
		return os.Mkdir(to, 0o700)
	}
	data, err := files.ReadFile(at)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o600)
	if script(data) {
		mode = 0o700
	}
	return os.WriteFile(to, data, mode)
}

// real is where a path of the files lies on the disk; a word that is none stays.
func (p *place) real(word string) string {
	top, _, _ := strings.Cut(strings.TrimPrefix(word, "/"), "/")
	if !strings.HasPrefix(word, "/") || !slices.Contains(p.tops, top) {
		return word
	}
	return p.dir + word
}

// named are the words and the environment of a program that sees its copy where it lies: paths of the Spec stand for
// those of the copy then.
func (p *place) named(s program.Spec, words []string) (_, env []string) {
	words, env = slices.Clone(words), slices.Clone(s.Env)
	for i, w := range words {
		words[i] = p.real(w)
	}
	for i, entry := range env {
		if name, value, _ := strings.Cut(entry, "="); strings.HasSuffix(name, "_SKILL_DIR") {
			env[i] = name + "=" + p.real(value)
		}
	}
	return words, env
}

// inCopy is [place.named] where a sandbox has no folders of its own: who knows of a home gets an empty one, and is told
// where /tmp would be.
func (p *place) inCopy(s program.Spec, words []string) (_, env []string) {
	words, env = p.named(s, words)
	for i, entry := range env {
		if strings.HasPrefix(entry, "HOME=") {
			env[i] = "HOME=" + p.scratch
			return words, append(env, "TMPDIR="+p.scratch)
		}
	}
	return words, env
}

// give prepares the copy for a sandbox: it belongs to whom programs run as there.
func (p *place) give(b *Box) error {
	if b == nil {
		return nil
	}
	if b.copies {
		p.scratch = filepath.Join(p.dir, scratch)
		if err := os.Mkdir(p.scratch, 0o700); err != nil {
			return err
		}
	}
	if b.as == 0 {
		return nil
	}
	return filepath.WalkDir(p.dir, func(at string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(at, b.as, b.as))
	})
}

// watch ends a program that leaves more behind than a host reads ([program.Left]), while it does so: a disk is shared.
func (p *place) watch(ctx context.Context, end context.CancelCauseFunc) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := p.meter(ctx); err != nil {
				end(err)
				return
			}
		}
	}
}

// meter holds what is in the copy to the limits, one for files and folders together, since both are there to be read.
func (p *place) meter(ctx context.Context) error {
	m := program.Meter{Limits: program.Left}
	m.Limits.Files = 4 * program.Left.Files // what came along counts too
	m.Limits.Bytes, m.Limits.File = 4*program.Left.Bytes, 4*program.Left.Bytes
	return filepath.WalkDir(p.dir, func(at string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil || err != nil || at == p.dir { // what goes away meanwhile is none
			return ctx.Err()
		}
		inside, _ := filepath.Rel(p.dir, at)
		info, err := d.Info()
		if err != nil {
			return nil
		}
		if err := m.Add(filepath.ToSlash(inside), info.Size()); err != nil {
			return fmt.Errorf("the program left too much behind: %w", err)
		}
		return nil
	})
}

// left is the tree as the program left it. Links are read as their targets where these lie within, as everywhere
// (VF-8); what cannot enter a tree fails all of it, so that no file seems to be removed that is there.
func (p *place) left(ctx context.Context, was tree.Tree) (tree.Tree, error) {
	if err := p.open(); err != nil {
		return was, err
	}
	for _, at := range p.thrown() {
		if err := os.RemoveAll(at); err != nil {
			return was, err
		}
	}
	limits := program.Left
	limits.Files += was.Files()
	limits.Bytes += was.Bytes()
	limits.File = max(limits.File, was.Bytes())
	now, skips, err := disk.Read(p.dir, tree.Folder{Limits: limits})
	if err != nil {
		return was, fmt.Errorf("the program left too much behind: %w", err)
	}
	for _, skip := range skips {
		if _, held := was.File(skip.Path); held || !strings.HasPrefix(skip.Code, "link_") && skip.Code != "not_a_file" {
			return was, fmt.Errorf("the program left %s, which cannot be kept: %s", tree.Quoted(skip.Path, 100), skip.Message)
		}
	}
	return now, ctx.Err()
}

// thrown are the folders of the copy that nothing is kept of.
func (p *place) thrown() (list []string) {
	if p.scratch != "" {
		list = append(list, p.scratch)
	}
	for _, r := range p.repos {
		list = append(list, r.at)
	}
	return list
}

// open makes all folders and files readable that the program has closed.
func (p *place) open() error {
	return filepath.WalkDir(p.dir, func(at string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (err != nil || closed(d)) {
			if failed := os.Chmod(at, 0o700); failed != nil {
				return errors.Join(err, failed)
			}
			if err != nil { // it could not be listed before, and what is below it is to be opened too
				return (&place{dir: at}).open()
			}
			return nil
		}
		if err == nil && d.Type().IsRegular() && closed(d) {
			return os.Chmod(at, 0o600)
		}
		return err
	})
}

func closed(d fs.DirEntry) bool {
	info, err := d.Info()
	return err == nil && info.Mode().Perm()&0o600 != 0o600
}

// remove removes the copy, whatever its modes are now.
func (p *place) remove() {
	if os.RemoveAll(p.dir) != nil {
		_ = p.open()
		os.RemoveAll(p.dir)
	}
}
