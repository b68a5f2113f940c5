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
)

// The bounds of what is copied of a repository.
const (
	mostRepoFiles = 4000      // branches and tags, and objects
	mostRepo      = 128 << 20 // bytes, of each
)

// repo is the copy of a repository.
type repo struct {
	from    *os.Root          // the real one; no link in it leads out
	at      string            // in the copy of the files
	objects string            // of the real one, which are only read; empty where they are copied, too
	was     map[string]string // how it stood
}

// clone puts a repository beside a program's files, so that git can tell of it: a copy of where it stands, over the
// objects of the real one, which are only read. Hooks, keys and whatever of the configuration could run or tell
// something stay away. An error says why a repository is not there for the program.
func (p *place) clone(from string, b *Box) error {
	info, err := os.Lstat(from)
	if err != nil || !info.IsDir() || !slices.Contains(p.tops, ground.Top) {
		return nil // there is none: .git is a file where it lies elsewhere
	}
	r := &repo{at: filepath.Join(p.dir, ground.Top, ".git")}
	if r.from, err = os.OpenRoot(from); err != nil {
		return err
	}
	defer r.from.Close()
	if r.objects, err = r.own(from); err != nil {
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
	p.repo, r.was = r, r.stand()
	return nil
}

// own is the folder of the objects. It has to be the repository's own, since the repository is foreign: one that leads
// elsewhere, or borrows from elsewhere (gitrepository-layout(5)), would show a program that folder.
func (r *repo) own(from string) (string, error) {
	info, err := r.from.Lstat("objects")
	if err != nil {
		return "", err
	}
	_, err = r.from.Lstat("objects/info/alternates")
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

// borrowed are the folders of the machine that the copy's repository reads.
func (p *place) borrowed() []string {
	if p.repo == nil || p.repo.objects == "" {
		return nil
	}
	return []string{p.repo.objects}
}

// fill copies what a repository has beside its objects, and these where they cannot be borrowed.
func (r *repo) fill() error {
	for _, dir := range []string{"info", "objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		if err := os.MkdirAll(filepath.Join(r.at, dir), 0o700); err != nil {
			return err
		}
	}
	for _, name := range []string{"HEAD", "index", "packed-refs", "shallow", "info/exclude", "MERGE_HEAD", "ORIG_HEAD"} {
		if err := r.copied(name); err != nil {
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
	data, err := r.from.ReadFile("config")
	if err != nil {
		return err
	}
	text, err := told(data)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.at, "config"), text, 0o600)
}

// files copies a folder of files: branches and tags, or objects.
func (r *repo) files(dir string) error {
	n, size := 0, int64(0)
	return fs.WalkDir(r.from.FS(), dir, func(at string, d fs.DirEntry, err error) error {
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
		return r.copied(at)
	})
}

// copied copies a regular file, if it is there.
func (r *repo) copied(name string) error {
	info, err := r.from.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if info.Size() > mostRepo {
		return fmt.Errorf("its %s has more than %d MiB, which is the most that is copied for a program", path.Base(name), mostRepo>>20)
	}
	data, err := r.from.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.at, name), data, 0o600)
}

// changed reports whether a program has moved a branch, or made an object: what is not kept of it.
func (r *repo) changed() bool { return r != nil && !maps.Equal(r.was, r.stand()) }

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
