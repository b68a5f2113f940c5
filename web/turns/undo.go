package turns

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/origin"
	"lily/core/tree"
	"lily/web/words"
)

// Undoing is what a call changed, and the files before it and after it.
type Undoing struct {
	Changes       []tree.Change
	Before, After tree.Tree
	Origins       origin.Places // where the files of before came from
}

// Undoing is there where the files from before a call and after it are known.
func (t *Tool) Undoing(events []event.Event) (u Undoing, ok bool) {
	if t.Called == 0 || t.ended == 0 || max(t.Called, t.ended) > len(events) {
		return u, false
	}
	before, after := events[t.Called-1].World, events[t.ended-1].World
	if before == nil || after == nil {
		return u, false
	}
	return Undoing{t.Result.Changes, before.Tree, after.Tree, before.Origins}, true
}

// Done reports whether every file is as it was before the call.
func (u Undoing) Done(now tree.Tree) bool {
	return !slices.ContainsFunc(u.Changes, func(c tree.Change) bool { return at(now, c.Path) != at(u.Before, c.Path) })
}

// Take makes of the files as they are now what they would be without the call, or refuses
// with the names of those that something else has changed since. It merges file by file:
// what is as it was before stays so.
func (u Undoing) Take(now tree.Tree) (tree.Tree, error) {
	var since, gone, back []string
	for _, c := range u.Changes {
		switch was := at(u.Before, c.Path); at(now, c.Path) {
		case was:
		case at(u.After, c.Path):
			if was == (tree.Digest{}) {
				gone = append(gone, c.Path)
			} else {
				back = append(back, c.Path)
			}
		default:
			since = append(since, c.Path)
		}
	}
	if len(since) > 0 {
		were := words.Either(len(since) > 1, " were", " was")
		return now, errors.New(NamesOf(since, maxSince) + were + " changed since; undo that first, or edit the file")
	}
	if err := u.load(back); err != nil {
		return now, err
	}
	next, err := u.without(now, gone)
	for _, p := range back {
		if err == nil {
			next, err = u.put(next, p)
		}
	}
	return next, err
}

// at names what a file holds; the zero digest is no file.
func at(t tree.Tree, path string) (d tree.Digest) {
	if f, ok := t.File(path); ok {
		d = f.Digest()
	}
	return d
}

// without removes files, and the folders that were made for them.
func (u Undoing) without(t tree.Tree, paths []string) (tree.Tree, error) {
	for _, p := range paths {
		for again := true; again; {
			next, err := t.Remove(p)
			if err != nil {
				return t, err
			}
			t, p = next, path.Dir(p)
			_, err = u.Before.At(p)
			left, _ := t.At(p)
			again = err != nil && left.Equal(tree.Tree{})
		}
	}
	return t, nil
}

// load reads what is to come back, all at once: what is lost is told before anything changes.
func (u Undoing) load(paths []string) error {
	files := make([]tree.Blob, len(paths))
	for i, p := range paths {
		files[i], _ = u.Before.File(p)
	}
	if err := tree.Load(files); err != nil {
		return fmt.Errorf("what was in %s before is lost: %s", NamesOf(paths, maxSince), words.Endless(err))
	}
	return nil
}

func (u Undoing) put(t tree.Tree, p string) (tree.Tree, error) {
	f, _ := u.Before.File(p)
	if left, err := t.At(p); err == nil && left.Equal(tree.Tree{}) {
		t, _ = t.Remove(p) // an empty folder in its place
	}
	return t.PutBlob(p, f)
}

const maxSince = 5 // files that are named

// NamesOf lists the first of some files.
func NamesOf(paths []string, most int) string {
	text := "/" + strings.Join(paths[:min(most, len(paths))], ", /")
	if more := len(paths) - most; more > 0 {
		text += " and " + answer.Number(more, "more file")
	}
	return answer.Line(text)
}

// ChangedFiles reports whether a turn shows calls that changed files.
func (t *Turn) ChangedFiles() bool {
	return slices.ContainsFunc(t.calls(), func(c *Tool) bool { return c.Result != nil && len(c.Result.Changes) > 0 })
}

// calls are those of a turn and of the turns that it replaced.
func (t *Turn) calls() (list []*Tool) {
	for _, s := range t.Steps {
		if s.Tool != nil {
			list = append(list, s.Tool)
		}
	}
	for _, old := range t.Replaced {
		list = append(list, old.calls()...)
	}
	return list
}
