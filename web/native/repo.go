package native

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/ground"
	"lily/core/tree"
)

// The bounds of what is copied of a repository.
const (
	mostRepoFiles = 4000      // branches and tags, and objects
	mostRepo      = 128 << 20 // bytes, of each
	mostModules   = 32
)

// repo is the copy of a repository.
type repo struct {
	from, common *os.Root          // the real one, and what it shares with its other worktrees; no link in them leads out
	at           string            // in the copy of the files
	objects      string            // of the real one, which are only read; empty where they are copied, too
	was          map[string]string // how it stood
}

// clone puts a repository beside a program's files, and those of its submodules, so that git can tell of them: a copy of
// where each stands, over the objects of the real one, which are only read. Hooks, keys and whatever of the configuration
// could run or tell something stay away. An error says why a repository is not there for the program.
func (p *place) clone(from string, b *Box) error {
	if from == "" || !slices.Contains(p.tops, ground.Top) {
		return nil
	}
	top := filepath.Join(p.dir, ground.Top)
	if err := p.cloned(from, filepath.Join(top, ".git"), b); err != nil {
		return err
	}
	if len(p.repos) == 0 {
		return begunAbove(filepath.Dir(from))
	}
	var all []error
	for i, at := range submodules(filepath.Dir(from)) {
		if _, err := os.Lstat(filepath.Join(top, at)); err != nil {
			_ = os.MkdirAll(filepath.Join(top, at), 0o700) // git takes one that is not there for removed; an empty folder is not kept
			continue
		}
		if i >= mostModules {
			all = append(all, fmt.Errorf("it has more than %d submodules, and the rest is as if it was no repository", mostModules))
			break
		}
		if err := p.cloned(filepath.Join(filepath.Dir(from), at, ".git"), filepath.Join(top, at, ".git"), b); err != nil {
			all = append(all, fmt.Errorf("submodule %s: %w", tree.Quoted(at, 100), err))
		}
	}
	return errors.Join(all...)
}

// cloned puts one repository there.
func (p *place) cloned(from, to string, b *Box) error {
	own, common, err := lies(from)
	if err != nil || own == "" {
		return err
	}
	r := &repo{at: to}
	if r.from, err = os.OpenRoot(own); err != nil {
		return err
	}
	defer r.from.Close()
	if r.common, err = os.OpenRoot(common); err != nil {
		return err
	}
	defer r.common.Close()
	if r.objects, err = r.own(common); err != nil {
		return err
	}
	if err = os.Mkdir(r.at, 0o700); errors.Is(err, fs.ErrExist) {
		return nil // the session has one of its own there
	} else if err != nil {
		return err
	}
	if b != nil && b.as != 0 && !open(r.objects) {
		r.objects = "" // as in root's home
	}
	if err = r.fill(); err != nil {
		return errors.Join(err, os.RemoveAll(r.at))
	}
	r.was = r.stand()
	p.repos = append(p.repos, r)
	return nil
}

// own is the folder of the objects. It has to be the repository's own, since the repository is foreign: one that leads
// elsewhere, or borrows from elsewhere (gitrepository-layout(5)), would show a program that folder.
func (r *repo) own(from string) (string, error) {
	info, err := r.common.Lstat("objects")
	if err != nil {
		return "", err
	}
	_, err = r.common.Lstat("objects/info/alternates")
	if !info.IsDir() || !errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("its objects lie in another folder, which programs are not shown")
	}
	real, err := filepath.EvalSymlinks(from)
	if err == nil {
		real, err = filepath.Abs(filepath.Join(real, "objects"))
	}
	if strings.ContainsAny(real, "\n\"") {
		err = fmt.Errorf("git does not borrow from a folder of the name %q", real)
	}
	return real, err
}

// borrowed are the folders of the machine that the copies of repositories read.
func (p *place) borrowed() (list []string) {
	for _, r := range p.repos {
		if r.objects != "" {
			list = append(list, r.objects)
		}
	}
	return list
}

// fill copies what a repository has beside its objects, and these where they cannot be borrowed.
func (r *repo) fill() error {
	for _, dir := range []string{"info", "objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		if err := os.MkdirAll(filepath.Join(r.at, dir), 0o700); err != nil {
			return err
		}
	}
	for _, name := range []string{"HEAD", "index", "info/sparse-checkout", "MERGE_HEAD", "ORIG_HEAD"} {
		if err := r.copied(r.from, name); err != nil {
			return err
		}
	}
	for _, name := range []string{"packed-refs", "shallow", "info/exclude"} {
		if err := r.copied(r.common, name); err != nil {
			return err
		}
	}
	if err := r.files("refs"); err != nil {
		return err
	}
	if r.objects == "" {
		return errors.Join(r.files("objects"), r.configure())
	}
	return errors.Join(os.WriteFile(filepath.Join(r.at, "objects", "info", "alternates"), []byte(r.objects+"\n"), 0o600), r.configure())
}

// configure writes the harmless part of the configuration.
func (r *repo) configure() error {
	data, err := r.common.ReadFile("config")
	if err != nil {
		return err
	}
	own, err := r.from.ReadFile("config.worktree") // as of a sparse checkout
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := told(slices.Concat(data, []byte("\n"), own))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.at, "config"), text, 0o600)
}

// files copies a folder of files: branches and tags, or objects.
func (r *repo) files(dir string) error {
	n, size := 0, int64(0)
	return fs.WalkDir(r.common.FS(), dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(r.at, at), 0o700)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if n, size = n+1, size+info.Size(); n > mostRepoFiles || size > mostRepo {
			return fmt.Errorf("its %s are more than %d files, or more than %d MiB, which is the most that is copied for a program", dir, mostRepoFiles, mostRepo>>20)
		}
		return r.copied(r.common, at)
	})
}

// copied copies a regular file, if it is there.
func (r *repo) copied(from *os.Root, name string) error {
	info, err := from.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if info.Size() > mostRepo {
		return fmt.Errorf("its %s has more than %d MiB, which is the most that is copied for a program", path.Base(name), mostRepo>>20)
	}
	data, err := from.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.at, name), data, 0o600)
}

// moved reports whether a program has moved a branch, or made an object: what is not kept of it.
func (p *place) moved() bool {
	return slices.ContainsFunc(p.repos, func(r *repo) bool { return !maps.Equal(r.was, r.stand()) })
}

// stand is where the copy's branches stand, and what objects it has of its own.
func (r *repo) stand() map[string]string {
	stand := map[string]string{}
	for _, name := range []string{"HEAD", "packed-refs", "refs", "objects"} {
		_ = filepath.WalkDir(filepath.Join(r.at, name), func(at string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() { // what cannot be read is another standing, which is told
				stand[at] = r.text(name, at)
			}
			return nil
		})
	}
	return stand
}

func (r *repo) text(of, at string) string {
	if of == "objects" {
		return "" // whose name says what is in it
	}
	data, _ := os.ReadFile(at)
	return string(data)
}
