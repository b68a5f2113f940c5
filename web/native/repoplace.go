package native

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"

	"lily/core/tree"
	"lily/web/disk"
)

// lies says where the repository of a .git is: its own folder, and the one that it shares with other worktrees. Both are
// empty where there is none. A .git that is a file may have come from anywhere, and name any folder of the machine, so
// that it is believed only where that folder names this very place: git worktree and git submodule have it so
// (gitrepository-layout(5)), and nobody makes it so who could not write there.
func lies(at string) (own, common string, err error) {
	info, err := os.Lstat(at)
	switch {
	case err != nil:
		return "", "", nil
	case info.IsDir():
		return at, at, nil
	case !info.Mode().IsRegular():
		return "", "", errors.New("its .git is a link, which is not followed")
	}
	text, err := disk.File(at, 4<<10)
	if err != nil {
		return "", "", err
	}
	to := strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))
	real, err := filepath.EvalSymlinks(below(filepath.Dir(at), to))
	if err != nil {
		return "", "", fmt.Errorf("its .git leads to %s, which is not there", tree.Quoted(to, 200))
	}
	if back, err := disk.File(filepath.Join(real, "gitdir"), 4<<10); err == nil && filepath.Base(filepath.Dir(real)) == "worktrees" {
		if same(below(real, strings.TrimSpace(string(back))), at) {
			return real, filepath.Dir(filepath.Dir(real)), nil
		}
	} else if same(below(real, worktree(real)), filepath.Dir(at)) {
		return real, real, nil
	}
	return "", "", fmt.Errorf("its .git leads to %s, which does not lead back here", tree.Quoted(to, 200))
}

// begunAbove is an error for a folder within a repository: all of that would have to be there.
func begunAbove(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		return nil // the session has one of its own there
	}
	for at := filepath.Dir(dir); at != dir; dir, at = at, filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return fmt.Errorf("it begins above the workspace, in %s, where a session has it", tree.Quoted(at, 200))
		}
	}
	return nil
}

// below is a path that may be relative to a folder.
func below(dir, to string) string {
	if filepath.IsAbs(to) || to == "" {
		return to
	}
	return filepath.Join(dir, to)
}

// same reports whether two paths lead to one file or folder.
func same(a, b string) bool {
	one, err := os.Stat(a)
	two, err2 := os.Stat(b)
	return errors.Join(err, err2) == nil && os.SameFile(one, two)
}

// worktree is where a repository says that its files are; empty for nowhere else.
func worktree(at string) string {
	list := values(filepath.Join(at, "config"), "core", "worktree")
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

// submodules are the folders of a project that .gitmodules names, sorted.
func submodules(dir string) []string {
	list := values(filepath.Join(dir, ".gitmodules"), "submodule", "path")
	list = slices.DeleteFunc(list, func(at string) bool { return !filepath.IsLocal(at) || tree.Check(at) != nil })
	slices.Sort(list)
	return slices.Compact(list)
}

// values are those of a key in all parts of a section; none of a file that is no configuration.
func values(file, section, key string) (list []string) {
	data, err := disk.File(file, 1<<20)
	c := config.New()
	if err != nil || config.NewDecoder(bytes.NewReader(data)).Decode(c) != nil || !c.HasSection(section) {
		return nil
	}
	s := c.Section(section)
	all := slices.Clone(s.Options)
	for _, sub := range s.Subsections {
		all = append(all, sub.Options...)
	}
	for _, o := range all {
		if strings.EqualFold(o.Key, key) {
			list = append(list, o.Value)
		}
	}
	return list
}
