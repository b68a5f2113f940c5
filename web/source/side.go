package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/loader"
	vfs "lily/core/tree"
	"lily/web/disk"
)

// On is what a folder, a zip or a SKILL.md of the disk holds, as one side of a comparison: all folders with their
// skills, as they lie. A skill by itself is in a folder of its name.
func On(at string) (vfs.Tree, error) {
	info, err := os.Stat(at)
	if err != nil {
		return vfs.Tree{}, err
	}
	full, err := filepath.Abs(at)
	if err != nil {
		return vfs.Tree{}, err
	}
	var t vfs.Tree
	switch {
	case info.IsDir():
		t, err = folderOf(full)
	case isZip(at):
		t, err = zipOf(full)
	case filepath.Base(at) == loader.File:
		full = filepath.Dir(full)
		t, err = folderOf(full)
	default:
		err = fmt.Errorf("%s is no folder, no zip and no SKILL.md", at)
	}
	if err != nil {
		return t, err
	}
	return lone(t, strings.TrimSuffix(filepath.Base(full), filepath.Ext(full))), nil
}

func folderOf(dir string) (vfs.Tree, error) {
	t, _, err := disk.Read(dir, vfs.Folder{Limits: vfs.Limits{Files: mostEntries, Bytes: 1 << 30}, Leave: leave})
	return t, err
}

func leave(at string, _ fs.DirEntry) (vfs.Skip, bool) { return vfs.Skip{}, intake.LeftOut(at) }

func zipOf(file string) (vfs.Tree, error) {
	data, err := disk.File(file, intake.MaxOpened)
	if err != nil {
		return vfs.Tree{}, err
	}
	return archive.Read(data, archive.Options{Limits: intake.Limits, Links: func(vfs.Skip) {}, Skip: intake.LeftOut})
}

// lone puts a skill that is all of a tree into a folder.
func lone(t vfs.Tree, name string) vfs.Tree {
	if _, ok := t.File(loader.File); !ok || vfs.Check(name) != nil {
		return t
	}
	if in, err := (vfs.Tree{}).Graft(name, t); err == nil {
		return in
	}
	return t
}

// Repository is the person's own repository around a folder, which is only read.
type Repository struct {
	*git.Repository
	top string // of its files; empty for one without
}

// Around opens the repository that a folder lies in.
func Around(dir string) (*Repository, error) {
	r, err := git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{DetectDotGit: true, EnableDotGitCommonDir: true})
	if err != nil {
		return nil, fmt.Errorf("no repository of git is at %s or around it: %w", dir, err)
	}
	one := &Repository{Repository: r}
	if w, err := r.Worktree(); err == nil {
		one.top = w.Filesystem.Root()
	}
	return one, nil
}

// Knows reports whether a text is a revision of it.
func (r *Repository) Knows(revision string) bool {
	_, err := r.ResolveRevision(plumbing.Revision(revision))
	return err == nil
}

// Below is a path as it lies in the repository.
func (r *Repository) Below(dir, name string) (string, error) {
	full, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		return "", err
	}
	top, err := filepath.EvalSymlinks(r.top)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	rel, err := filepath.Rel(top, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s is outside of the repository", name)
	}
	if rel == "." {
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}

// At is a folder as a revision has it; one that is not there is empty.
func (r *Repository) At(revision, below string) (vfs.Tree, error) {
	h, err := r.ResolveRevision(plumbing.Revision(revision))
	if err != nil {
		return vfs.Tree{}, fmt.Errorf("the revision %s cannot be read: %w", revision, err)
	}
	c := checkout{from: r.Storer, mild: true}
	found, err := c.read(*h, below)
	if errors.Is(err, object.ErrDirectoryNotFound) {
		return vfs.Tree{}, nil
	}
	return lone(found.Tree, path.Base("/"+below)), err
}

// Now is a folder as it is on the disk; one that is not there is empty.
func (r *Repository) Now(below string) (vfs.Tree, error) {
	if r.top == "" {
		return vfs.Tree{}, errors.New("the repository has no files of its own; name two revisions")
	}
	t, err := folderOf(filepath.Join(r.top, filepath.FromSlash(below)))
	if errors.Is(err, fs.ErrNotExist) {
		return vfs.Tree{}, nil
	}
	return lone(t, path.Base("/"+below)), err
}

// At is a folder below dir as a revision of the repository around it has it.
func At(dir, revision, below string) (vfs.Tree, error) {
	r, err := Around(dir)
	if err != nil {
		return vfs.Tree{}, err
	}
	rel, err := r.Below(dir, below)
	if err != nil {
		return vfs.Tree{}, err
	}
	h, err := r.ResolveRevision(plumbing.Revision(revision))
	if err != nil {
		return vfs.Tree{}, err
	}
	found, err := (&checkout{from: r.Storer, mild: true}).read(*h, rel)
	return found.Tree, err
}
