package source

import (
	"errors"
	"fmt"
	"os"
	"strings"

	vfs "lily/core/tree"
)

// Pair is two sets of files that are compared, as the person named them.
type Pair struct {
	Was, Is         vfs.Tree
	WasName, IsName string
}

// Two reads what is compared: two folders or zips; or of the repository around dir a revision and the files as they are,
// two revisions, or FROM..TO. Paths limit what is read of a repository. What is on the disk is taken for a path, unless
// it stands before the paths of a call that has them after a lone --.
func Two(dir string, words, paths []string) (Pair, error) {
	if len(paths) == 0 && len(words) == 2 && there(words[0]) && there(words[1]) {
		return disks(words[0], words[1])
	}
	if len(words) == 0 {
		return Pair{}, errors.New("nothing is named that can be compared")
	}
	r, err := Around(dir)
	if err != nil {
		if bad := absent(words); bad != "" {
			err = fmt.Errorf("there is no %s on the disk, and %w", bad, err)
		}
		return Pair{}, err
	}
	revs, more, err := r.revisions(words, len(paths) == 0)
	if err != nil {
		return Pair{}, err
	}
	return r.pair(dir, revs, append(more, paths...))
}

func there(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func absent(words []string) string {
	for _, w := range words {
		if !there(w) {
			return w
		}
	}
	return ""
}

func disks(was, is string) (p Pair, err error) {
	p.WasName, p.IsName = was, is
	if p.Was, err = On(was); err != nil {
		return p, err
	}
	p.Is, err = On(is)
	return p, err
}

// revisions are those among words, one or two, and what follows them, which are paths where that may be.
func (r *Repository) revisions(words []string, mayBePaths bool) (revs, paths []string, err error) {
	for i, w := range words {
		from, to, ranged := strings.Cut(w, "..")
		switch {
		case i == 0 && ranged && !there(w) && from+to != "":
			if strings.HasPrefix(to, ".") {
				return nil, nil, fmt.Errorf("%s has three dots; want FROM..TO", w)
			}
			revs = append(revs, or(from, "HEAD"), or(to, "HEAD"))
		case len(revs) < 2 && len(paths) == 0 && (!mayBePaths || i == 0 && !there(w) || i > 0 && !there(w)):
			revs = append(revs, w)
		case mayBePaths && len(revs) > 0:
			paths = append(paths, w)
		default:
			return nil, nil, fmt.Errorf("%s can be a path or a revision here; write revisions before a lone -- and paths after it", w)
		}
	}
	for _, rev := range revs {
		if !r.Knows(rev) {
			return nil, nil, fmt.Errorf("%s is neither on the disk nor a revision of the repository", rev)
		}
	}
	return revs, paths, nil
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// pair reads the paths of two revisions, or of one and of the disk.
func (r *Repository) pair(dir string, revs, paths []string) (p Pair, err error) {
	p.WasName, p.IsName = revs[0], "the working tree"
	if len(revs) > 1 {
		p.IsName = revs[1]
	}
	if len(paths) == 0 {
		paths = []string{r.top}
		dir = ""
	}
	for _, name := range paths {
		below, err := r.Below(dir, name)
		if err != nil {
			return p, err
		}
		was, err := r.At(revs[0], below)
		if err != nil {
			return p, err
		}
		is, err := r.side(revs, below)
		if err != nil {
			return p, err
		}
		if len(paths) == 1 {
			p.Was, p.Is = was, is
			return p, nil
		}
		if p.Was, err = p.Was.Graft(below, was); err == nil {
			p.Is, err = p.Is.Graft(below, is)
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func (r *Repository) side(revs []string, below string) (vfs.Tree, error) {
	if len(revs) > 1 {
		return r.At(revs[1], below)
	}
	return r.Now(below)
}
