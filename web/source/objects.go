package source

import (
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"lily/core/alike"
	"lily/core/intake"
	vfs "lily/core/tree"
)

// files are those of a commit, or of a folder of it.
type files struct {
	vfs.Tree
	Links []vfs.Skip // that are not followed
	Runs  runs
}

// runs are the files that a program may start, by their content: a tree of Lily's keeps no modes.
type runs map[vfs.Digest]bool

// checkout reads files out of objects. Nothing is written, and nothing of them is run.
type checkout struct {
	from   storer.EncodedObjectStorer
	mild   bool // it is the person's own repository: what is odd is left out
	b      vfs.Builder
	runs   runs
	skips  []vfs.Skip
	looked int // entries of folders
}

const (
	mostEntries = 200_000 // of folders, each time that they are entered
	mostLink    = 4096
)

// Odd is what a repository has that no honest one has, or that is not taken along; all of it is refused.
type Odd struct{ Code, Path, Why string }

// Error says what and where.
func (o *Odd) Error() string { return fmt.Sprintf("%s: %s", vfs.Quoted(o.Path, 200), o.Why) }

// read is a folder of a commit; "" is all of it. A missing one is [object.ErrDirectoryNotFound].
func (c *checkout) read(commit plumbing.Hash, below string) (files, error) {
	found, err := object.GetCommit(c.from, commit)
	if err != nil {
		return files{}, fmt.Errorf("the commit %s cannot be read: %w", commit, err)
	}
	top, err := object.GetTree(c.from, found.TreeHash)
	if err == nil && below != "" {
		top, err = top.Tree(below)
	}
	if err != nil {
		return files{}, err
	}
	c.runs = runs{}
	c.b.Limits = intake.Limits
	if c.mild {
		c.b.Limits = vfs.Limits{Files: mostEntries, Bytes: 1 << 30}
	}
	if err := c.folder(top, "", below); err != nil {
		return files{}, err
	}
	links := c.b.Follow(nil, c.skips)
	t, err := c.b.Sealed()
	return files{t, links, c.runs}, err
}

func (c *checkout) folder(t *object.Tree, at, top string) error {
	seen := map[string]string{}
	for _, e := range t.Entries {
		if c.looked++; c.looked > mostEntries {
			return &vfs.LimitError{Code: "too_many_files", Got: int64(c.looked), Most: mostEntries}
		}
		err := c.fits(e, path.Join(at, e.Name), seen)
		if err == nil {
			err = c.entry(e, path.Join(at, e.Name), top)
		}
		if odd, ok := err.(*Odd); ok && c.mild {
			c.skips, err = append(c.skips, vfs.Skip{Path: odd.Path, Code: odd.Code, Message: odd.Why}), nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fits refuses names that git itself refuses, that no disk has, or that one disk takes for another.
func (c *checkout) fits(e object.TreeEntry, at string, seen map[string]string) error {
	switch key := alike.Path(e.Name); {
	case e.Name == "" || e.Name == "." || e.Name == ".." || strings.ContainsAny(e.Name, "/\\\x00"):
		return &Odd{"odd_name", at, fmt.Sprintf("%+q is no name of a file", e.Name)}
	case gitsOwn(e.Name):
		return &Odd{"git_inside", at, "it is a folder of git's own by some name, whose hooks a disk would bring to life"}
	case seen[key] != "":
		return &Odd{"name_case", at, fmt.Sprintf("its name is the one of %s on many disks", vfs.Quoted(seen[key], 80))}
	default:
		seen[key] = e.Name
	}
	if err := vfs.Check(at); err != nil {
		return &Odd{"odd_name", at, "the " + err.Error()}
	}
	return nil
}

// gitsOwn reports whether some disk takes a name for .git (as git's own fsck).
func gitsOwn(name string) bool {
	name, _, _ = strings.Cut(name, ":")
	key := alike.Path(name)
	return key == ".GIT" || key == "GIT~1"
}

func (c *checkout) entry(e object.TreeEntry, at, top string) error {
	switch e.Mode {
	case filemode.Dir:
		sub, err := object.GetTree(c.from, e.Hash)
		if err == nil && strings.Count(at, "/") > 64 {
			err = &vfs.LimitError{Code: "too_deep", Path: at, Got: 65, Most: 64}
		}
		if err == nil && !intake.LeftOut(at) {
			err = c.folder(sub, at, top)
		}
		return err
	case filemode.Submodule:
		return &Odd{"submodule", at, "it is another repository, and none is fetched along; name a folder without it by #PATH"}
	case filemode.Symlink:
		return c.link(e, at, top)
	case filemode.Regular, filemode.Deprecated, filemode.Executable:
		data, err := c.bytes(e.Hash, c.b.Limits.File, at)
		if err == nil && e.Mode == filemode.Executable {
			c.runs[vfs.Sum(data)] = true
		}
		if err == nil {
			err = c.b.Put(at, data)
		}
		return err
	}
	return &Odd{"not_a_file", at, fmt.Sprintf("the mode %o is of no file and no folder", uint32(e.Mode))}
}

// link refuses one that leads out of the repository. One that leads out of the folder that is read is not followed.
func (c *checkout) link(e object.TreeEntry, at, top string) error {
	data, err := c.bytes(e.Hash, mostLink, at)
	if err != nil {
		return err
	}
	text, whole := string(data), path.Join(top, at)
	if to := path.Join(path.Dir(whole), text); path.IsAbs(text) || strings.Contains(text, "\\") || to == ".." || strings.HasPrefix(to, "../") {
		return &Odd{"link_leaves_root", at, fmt.Sprintf("the link leads to %s, which is outside of the repository", vfs.Quoted(text, 80))}
	}
	return c.b.Link(at, text)
}

// bytes asks for the size before the bytes.
func (c *checkout) bytes(h plumbing.Hash, most int64, at string) ([]byte, error) {
	size, err := c.from.EncodedObjectSize(h)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", vfs.Quoted(at, 200), err)
	}
	if most > 0 && size > most {
		return nil, &vfs.LimitError{Code: "file_too_big", Path: at, Got: size, Most: most}
	}
	blob, err := object.GetBlob(c.from, h)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", vfs.Quoted(at, 200), err)
	}
	r, err := blob.Reader()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, size))
}
