package native

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"

	"lily/core/ground"
)

// The bounds of what is copied of a repository.
const (
	mostRepoFiles = 4000      // branches and tags, and objects
	mostRepo      = 128 << 20 // bytes, of each
)

// repo is what a copy of a repository began with.
type repo struct {
	at      string // in the copy
	objects []string
	was     map[string]string // where branches stood
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
	if r.objects, err = stores(filepath.Join(from, "objects"), 5); err != nil {
		return err
	}
	if err := os.Mkdir(r.at, 0o700); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil // the session has one of its own there
		}
		return err
	}
	closed := b != nil && b.as != 0 && slices.ContainsFunc(r.objects, func(at string) bool { return !open(at) })
	if r.was, err = r.fill(from, closed); err != nil {
		return errors.Join(err, os.RemoveAll(r.at))
	}
	p.repo = r
	return nil
}

// borrowed are the folders of the machine that the copy's repository reads.
func (p *place) borrowed() []string {
	if p.repo == nil {
		return nil
	}
	return p.repo.objects
}

// fill copies what a repository has beside its objects, and gives how it stands.
// Objects that the sandbox's user may not read, as in root's home, are copied too.
func (r *repo) fill(from string, closed bool) (map[string]string, error) {
	if err := errors.Join(r.heads(from), r.files(filepath.Join(from, "refs"), "refs")); err != nil {
		return nil, err
	}
	if closed {
		for _, at := range r.objects {
			if err := r.files(at, "objects"); err != nil {
				return nil, err
			}
		}
		r.objects = nil
	}
	text, err := told(filepath.Join(from, "config"))
	if err != nil {
		return nil, err
	}
	borrowed := []byte(strings.Join(r.objects, "\n") + "\n")
	if err := errors.Join(os.WriteFile(filepath.Join(r.at, "config"), text, 0o600), os.WriteFile(filepath.Join(r.at, "objects", "info", "alternates"), borrowed, 0o600)); err != nil {
		return nil, err
	}
	return r.stand(), nil
}

// heads copies the files that say what is checked out.
func (r *repo) heads(from string) error {
	for _, dir := range []string{"info", "objects/info", "objects/pack", "refs/heads", "refs/tags"} {
		if err := os.MkdirAll(filepath.Join(r.at, dir), 0o700); err != nil {
			return err
		}
	}
	for _, name := range []string{"HEAD", "index", "packed-refs", "shallow", "info/exclude", "MERGE_HEAD", "ORIG_HEAD"} {
		if err := copied(filepath.Join(from, name), filepath.Join(r.at, name)); err != nil {
			return err
		}
	}
	return nil
}

// files copies a folder of files: branches and tags, or objects.
func (r *repo) files(from, to string) error {
	n, size := 0, int64(0)
	return filepath.WalkDir(from, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, at)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(r.at, to, rel), 0o700)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if n, size = n+1, size+info.Size(); n > mostRepoFiles || size > mostRepo {
			return fmt.Errorf("its %s are more than %d files, or more than %d MiB, which is the most that is copied for a program", to, mostRepoFiles, mostRepo>>20)
		}
		return copied(at, filepath.Join(r.at, to, rel))
	})
}

// copied copies a regular file, if it is there.
func copied(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if info.Size() > mostRepo {
		return fmt.Errorf("%s has more than %d MiB, which is the most that a program gets of a repository's file", filepath.Base(from), mostRepo>>20)
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// stores are the folders of a repository's objects: its own, and those that it borrows from (gitrepository-layout(5)).
func stores(dir string, most int) ([]string, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil || most == 0 || strings.Contains(real, "\n") {
		return nil, cmp.Or(err, errors.New("it borrows its objects in a way that is not known here"))
	}
	list := []string{real}
	data, err := os.ReadFile(filepath.Join(real, "info", "alternates"))
	if err != nil {
		return list, nil
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		at := lines.Text()
		if at == "" || strings.HasPrefix(at, "#") {
			continue
		}
		if !filepath.IsAbs(at) {
			at = filepath.Join(real, at)
		}
		more, err := stores(at, most-1)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// harmless are the keys of a configuration that only say how a repository is to be read.
var harmless = map[string][]string{
	"core":       {"bare", "ignorecase", "precomposeunicode", "quotepath", "repositoryformatversion", "symlinks", "autocrlf", "eol", "abbrev"},
	"extensions": {"objectformat", "noop"},
	"user":       {"name", "email"},
	"remote":     {"url", "fetch"},
	"branch":     {"remote", "merge"},
}

// told is a configuration without what could run something, and without keys in addresses.
func told(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	was, now := config.New(), config.New()
	if err := config.NewDecoder(bytes.NewReader(data)).Decode(was); err != nil {
		return nil, fmt.Errorf("the repository's configuration: %w", err)
	}
	for _, s := range was.Sections {
		if strings.EqualFold(s.Name, "extensions") && slices.ContainsFunc(s.Options, unknown) {
			return nil, errors.New("it is of a form that is not known here")
		}
		add := func(sub string, list config.Options) {
			for _, o := range list {
				if slices.Contains(harmless[strings.ToLower(s.Name)], strings.ToLower(o.Key)) {
					now.AddOption(strings.ToLower(s.Name), sub, o.Key, keyless(o))
				}
			}
		}
		add("", s.Options)
		for _, sub := range s.Subsections {
			add(sub.Name, sub.Options)
		}
	}
	now.SetOption("core", config.NoSubsection, "filemode", "false") // a copy has modes of its own
	var b bytes.Buffer
	err = config.NewEncoder(&b).Encode(now)
	return b.Bytes(), err
}

// unknown reports an extension, without which a repository cannot be read, that is not known here.
func unknown(o *config.Option) bool {
	return !slices.Contains(harmless["extensions"], strings.ToLower(o.Key))
}

// keyless is a value without the user and the password of an address, or the whole of one that cannot be told apart.
func keyless(o *config.Option) string {
	if !strings.EqualFold(o.Key, "url") || !strings.Contains(o.Value, "://") {
		return o.Value
	}
	u, err := url.Parse(o.Value)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
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
