package ui

import (
	"path"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/tree"
	"lily/core/world"
)

// undoing is what a call changed, and the files before it and after it, which its events
// name by their digests.
type undoing struct {
	changes       []tree.Change
	before, after tree.Tree
}

// undoing is there where the files from before a call and after it are known.
func (t *toolStep) undoing(events []event.Event) (u undoing, ok bool) {
	if t.called == 0 || t.ended == 0 || max(t.called, t.ended) > len(events) {
		return u, false
	}
	before, after := events[t.called-1].World, events[t.ended-1].World
	if before == nil || after == nil {
		return u, false
	}
	return undoing{t.Result.Changes, before.Tree, after.Tree}, true
}

// done reports whether every file is as it was before the call.
func (u undoing) done(now tree.Tree) bool {
	for _, c := range u.changes {
		if at(now, c.Path) != at(u.before, c.Path) {
			return false
		}
	}
	return true
}

// take makes of the files as they are now what they would be without the call, or refuses
// with the names of those that something else has changed since. It merges file by file:
// what is as it was before stays so.
func (u undoing) take(now tree.Tree) (tree.Tree, error) {
	var since, gone, back []string
	for _, c := range u.changes {
		switch was := at(u.before, c.Path); at(now, c.Path) {
		case was:
		case at(u.after, c.Path):
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

// at names what a file holds; the zero digest is no file.
func at(t tree.Tree, path string) (d tree.Digest) {
	if f, ok := t.File(path); ok {
		d = f.Digest()
	}
	return d
}

// without removes files, and the folders that were made for them.
func (u undoing) without(t tree.Tree, paths []string) (tree.Tree, error) {
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
func (u undoing) load(paths []string) error {
	var files []tree.Blob
	for _, p := range paths {
		f, _ := u.before.File(p)
		files = append(files, f)
	}
	if err := tree.Load(files); err != nil {
		return uiError("what was in " + namesOf(paths, maxSince) + " before is lost: " + endless(err))
	}
	return nil
}

// put brings a file back.
func (u undoing) put(t tree.Tree, p string) (tree.Tree, error) {
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
	return uiError(namesOf(paths, maxSince) + verb + " changed since; undo that first, or edit the file")
}

// namesOf lists the first of some files.
func namesOf(paths []string, most int) string {
	text := "/" + strings.Join(paths[:min(most, len(paths))], ", /")
	if more := len(paths) - most; more > 0 {
		text += " and " + plural(more, "more file")
	}
	return visible(text)
}

// undoRow stands under a call that changed files: their names, and the way back, which is
// an edit of the files and no event of the session.
type undoRow struct {
	app.Compo
	Store   *Store
	Session string
	Step    *toolStep
	ID      string
	Files   tree.Digest // of all files now: with others the row looks again
	Held    string      // why nothing can be changed from here
}

// CompoID implements [app.DismountEnforcer].
func (r *undoRow) CompoID() string { return r.ID }

// Render implements [app.Composer].
func (r *undoRow) Render() app.UI {
	var paths []string
	for _, c := range r.Step.Result.Changes {
		paths = append(paths, c.Path)
	}
	return el("div").Class("undo-row").ID(r.ID).TabIndex(-1).Role("group").Aria("label", "What "+r.Step.Name+" changed").Body(
		elWith("span", "", app.Text("Changed "), elText("code", "", namesOf(paths, maxNames))),
		r.act(),
	)
}

// maxNames is how many files a row names; the call has all of them.
const maxNames = 3

func (r *undoRow) act() app.UI {
	v := r.Store.view(r.Session)
	u, ok := r.Step.undoing(r.Store.eventsOf(v))
	switch {
	case r.Step.foreign || v.bundle != nil:
		return elText("span", "hint", "It did so in the files of the recording.")
	case !ok:
		return elText("span", "hint", "It cannot be undone: the files from before it are lost.")
	case r.Held == "" && u.done(r.Store.Engine.World().Tree):
		return elText("span", "hint", "Undone: the files are as they were before.")
	}
	return unless(r.Held, buttonFor(r.ID, "Undo what it changed", "", func(app.Context) { r.undo() }, "small"))
}

// undo takes back what the call changed. The focus stays in the row, whose button goes.
func (r *undoRow) undo() {
	u, _ := r.Step.undoing(r.Store.eventsOf(r.Store.view(r.Session)))
	focus(r.ID)
	r.Store.edit("Undone what "+r.Step.Name+" changed.", func(w world.World) (next world.World, err error) {
		w.Tree, err = u.take(w.Tree)
		return w, err
	})
}

// changedFiles reports whether a turn shows calls that changed files.
func (t *turnView) changedFiles() bool {
	for _, s := range t.Steps {
		if s.Tool != nil && s.Tool.Result != nil && len(s.Tool.Result.Changes) > 0 {
			return true
		}
	}
	for _, old := range t.Replaced {
		if old.changedFiles() {
			return true
		}
	}
	return false
}

// abroad marks the calls of a recording that is a session now: their files were others.
func (t *turnView) abroad() {
	for _, s := range t.Steps {
		if s.Tool != nil {
			s.Tool.foreign = true
		}
	}
	for _, old := range t.Replaced {
		old.abroad()
	}
}
