package state

import (
	"path"
	"strings"

	"lily/core/event"
	"lily/core/tree"
	"lily/web/port"
	"lily/web/words"
)

// Undoing is what a call changed, and the files before it and after it, which its events
// name by their digests.
type Undoing struct {
	changes       []tree.Change
	before, after tree.Tree
}

// UndoingOf is there where the files from before a call and after it are known: from its
// event to that of its result.
func UndoingOf(events []event.Event, called, ended int, changes []tree.Change) (u Undoing, ok bool) {
	if called == 0 || ended == 0 || max(called, ended) > len(events) {
		return u, false
	}
	before, after := events[called-1].World, events[ended-1].World
	if before == nil || after == nil {
		return u, false
	}
	return Undoing{changes, before.Tree, after.Tree}, true
}

// Done reports whether every file is as it was before the call.
func (u Undoing) Done(now tree.Tree) bool {
	for _, c := range u.changes {
		if digestOf(now, c.Path) != digestOf(u.before, c.Path) {
			return false
		}
	}
	return true
}

// UndoCall takes back what a call of a tool changed.
func (e *Edits) UndoCall(tool string, u Undoing) {
	e.files("Undone what "+tool+" changed.", u.take)
}

// take makes of the files as they are now what they would be without the call, or refuses
// with the names of those that something else has changed since. It merges file by file:
// what is as it was before stays so.
func (u Undoing) take(now tree.Tree) (tree.Tree, error) {
	var since, gone, back []string
	for _, c := range u.changes {
		switch was := digestOf(u.before, c.Path); digestOf(now, c.Path) {
		case was:
		case digestOf(u.after, c.Path):
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
		return now, changedSince(since)
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
	if err != nil {
		return now, err
	}
	return next, nil
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
			_, err = u.before.At(p)
			left, _ := t.At(p)
			again = err != nil && left.Equal(tree.Tree{})
		}
	}
	return t, nil
}

// load reads what is to come back, all at once: what is lost is told before anything changes.
func (u Undoing) load(paths []string) error {
	var files []tree.Blob
	for _, p := range paths {
		f, _ := u.before.File(p)
		files = append(files, f)
	}
	if err := tree.Load(files); err != nil {
		return port.Error("what was in " + Paths(paths, maxSince) + " before is lost: " + words.Endless(err))
	}
	return nil
}

// put brings a file back.
func (u Undoing) put(t tree.Tree, p string) (tree.Tree, error) {
	f, _ := u.before.File(p)
	if left, err := t.At(p); err == nil && left.Equal(tree.Tree{}) {
		t, _ = t.Remove(p) // an empty folder in its place
	}
	return t.PutBlob(p, f)
}

// maxSince is how many files are named.
const maxSince = 5

func changedSince(paths []string) error {
	verb := " was"
	if len(paths) > 1 {
		verb = " were"
	}
	return port.Error(Paths(paths, maxSince) + verb + " changed since; undo that first, or edit the file")
}

// Paths lists the first of some files.
func Paths(paths []string, most int) string {
	text := "/" + strings.Join(paths[:min(most, len(paths))], ", /")
	if more := len(paths) - most; more > 0 {
		text += " and " + words.Plural(more, "more file")
	}
	return words.Visible(text)
}
