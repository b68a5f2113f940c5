package state

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/turns"
	"lily/web/words"
)

// Edits changes the world: its files, rules and marks of trust. Each edit can be taken
// back, and none loses what someone else wrote meanwhile (VF-5).
type Edits struct {
	*Loop
	Saving int // edits that are under way

	engine   *core.Engine
	sessions *Sessions
}

// Why an edit was not made.
const (
	ErrMoved port.Error = "the text was changed by someone else since you began to edit it; " +
		"what you typed is kept in its box"

	errSince port.Error = "something else has changed since; undo that first, or edit the file"
	errThere port.Error = "there is such a file already, of another tab perhaps; find it above to open it"
)

// World are the files and rules as they are now, whatever moment is shown.
func (e *Edits) World() world.World { return e.engine.World() }

// change edits the world away from the UI goroutine, after the edits before it:
// storage may take its time. then is told on the UI goroutine what the edit made
// of what, or why it did not happen.
func (e *Edits) change(edit func(world.World) (world.World, error), then func(was, is world.World, err error)) {
	if why := e.sessions.Held(); why != "" {
		w := e.engine.World()
		then(w, w, port.Error(why))
		e.Changed()
		return
	}
	e.Saving++
	e.Lanes.Edits(func() {
		var was, is world.World
		err := e.engine.Edit(func(w world.World) (next world.World, err error) {
			next, err = edit(w)
			was, is = w, next
			return next, err
		})
		e.Post(func() {
			e.Saving--
			then(was, is, err)
			e.Changed()
		})
	})
	e.Changed()
}

// Edit changes the world and offers to take the change back. then is told of the
// error, nil where all went well.
func (e *Edits) Edit(said string, edit func(world.World) (world.World, error), then ...func(error)) {
	e.change(edit, func(was, is world.World, err error) {
		e.Notice = Notice{Text: said, Undo: func() { e.undo(was, is) }}
		if err != nil {
			e.Notice = Notice{Text: "Nothing was changed: " + err.Error() + ".", Bad: true}
		}
		for _, f := range then {
			f(err)
		}
	})
}

// undo takes back what one edit changed, unless the same has changed since.
func (e *Edits) undo(was, is world.World) {
	back := func(now world.World) (world.World, error) { return takeBack(was, is, now) }
	e.change(back, func(_, _ world.World, err error) {
		e.Notice = Notice{Text: "Undone."}
		if err != nil {
			e.Notice = Notice{Text: words.Title(err.Error()) + ".", Bad: true}
		}
	})
}

// takeBack makes of now what it would be without the edit that made is of was.
func takeBack(was, is, now world.World) (world.World, error) {
	next, clashes := now.Merge(is, was)
	marked := !slices.Equal(is.Untrusted, was.Untrusted) && !slices.Equal(now.Untrusted, is.Untrusted)
	if marked || len(clashes) > 0 {
		return now, errSince
	}
	return next, nil
}

// files changes the tree alone.
func (e *Edits) files(said string, edit func(tree.Tree) (tree.Tree, error), then ...func(error)) {
	e.Edit(said, func(w world.World) (_ world.World, err error) {
		w.Tree, err = edit(w.Tree)
		return w, err
	}, then...)
}

// Create makes an empty file where there is none: nobody's text is lost unseen (VF-5).
func (e *Edits) Create(path string, then func(error)) {
	e.files("Saved /"+path+".", func(t tree.Tree) (tree.Tree, error) {
		if _, ok := t.File(path); ok {
			return t, errThere
		}
		return t.Put(path, nil)
	}, then)
}

// Save writes one file where it still is what the person began from, nothing
// where it was not there: no change of anyone else is lost unseen (VF-5).
func (e *Edits) Save(path, was, text string, then func(error)) {
	e.files("Saved /"+path+".", func(t tree.Tree) (tree.Tree, error) {
		now, err := WholeText(t, path)
		if err == nil && now != was {
			err = ErrMoved
		}
		if err != nil {
			return t, err
		}
		return t.Put(path, []byte(text))
	}, then)
}

// Saver is [Edits.Save] of one file, with the line ends of what it replaces.
func (e *Edits) Saver(path string) func(was, next string, then func(error)) {
	return func(was, next string, then func(error)) { e.Save(path, was, words.Ends(was, next), then) }
}

// WholeText is what a file holds, nothing where it is not there.
func WholeText(t tree.Tree, path string) (string, error) {
	f, ok := t.File(path)
	if !ok {
		return "", nil
	}
	data, err := f.Bytes()
	return string(data), err
}

// MaxShown are the bytes of the longest file that is shown as text.
const MaxShown = 1 << 20

const errLong port.Error = "it is larger than 1 MiB"

// TextOf is what a file holds, read only where it may be shown at all.
func TextOf(f tree.Blob) (string, error) {
	if f.Size() > MaxShown {
		return "", errLong
	}
	data, err := f.Bytes()
	return string(data), err
}

// PutBack writes a file as it was.
func (e *Edits) PutBack(path string, f tree.Blob) {
	e.files("Restored /"+path+".", func(t tree.Tree) (tree.Tree, error) { return t.PutBlob(path, f) })
}

// Remove takes a file or a folder away, and says so.
func (e *Edits) Remove(path, said string) {
	e.files(said, func(t tree.Tree) (tree.Tree, error) { return t.Remove(path) })
}

// Disable switches a skill off or on in the policy.
func (e *Edits) Disable(name string, off bool) {
	said := "Disabled " + name + " in the policy."
	if !off {
		said = "Enabled " + name + " in the policy."
	}
	e.Edit(said, func(w world.World) (world.World, error) {
		w.Policy = w.Policy.Disable(name, off)
		return w, nil
	})
}

// Trust takes the mark off a place (PO-5). Sessions see it when they reload.
func (e *Edits) Trust(path string) {
	e.Edit("You trust "+path+" now; reload the skills for it to count.", func(w world.World) (world.World, error) {
		w.Untrusted = slices.DeleteFunc(slices.Clone(w.Untrusted), func(at string) bool { return at == path })
		return w, nil
	})
}

// UndoCall takes back what a call of a tool changed.
func (e *Edits) UndoCall(tool string, u turns.Undoing) {
	e.files("Undone what "+tool+" changed.", u.Take)
}

// Readable reports whether a file is shown as text.
func Readable(text string) bool {
	return len(text) <= MaxShown && utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

func TreePath(shown string) string {
	if len(shown) > 0 && shown[0] == '/' {
		return shown[1:]
	}
	return shown
}

// Writable reports whether a person may edit a path (VF-1).
func Writable(path string) bool {
	for _, top := range []string{"user/", "workspace/", "persona/"} {
		if len(path) > len(top) && path[:len(top)] == top {
			return true
		}
	}
	return false
}
