package state

import (
	"slices"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/origin"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/turns"
	"lily/web/words"
)

// Edits changes the world: its files, rules and marks of trust. Each edit can be taken
// back, and none loses what someone else wrote meanwhile (VF-5).
type Edits struct {
	part
	Saving int    // edits that are under way
	last   reread // of the file that was asked for last
}

// Why an edit was not made.
const (
	ErrMoved port.Error = "the text was changed by someone else since you began to edit it; " +
		"what you typed is kept in its box"

	errSince  port.Error = "something else has changed since; undo that first, or edit the file"
	errThere  port.Error = "there is such a file already, of another tab perhaps; find it above to open it"
	errSkill  port.Error = "there is a skill of this name in the workspace already; choose another name, or open that one"
	errUnseen port.Error = "its files are not those that are shown; reload the skills and look at it again"
	errStale  port.Error = "the file is not there any more; reload the skills first"
	errFixed  port.Error = "what was found is in the file no more; reload the skills to see it"
	errLong   port.Error = "it is larger than 1 MiB"
)

// World are the files and rules as they are now, whatever moment is shown.
func (e *Edits) World() world.World { return e.engine.World() }

type changing = func(world.World) (world.World, error)

// change edits the world away from the UI goroutine, after the edits before it: storage may
// take its time. then is told on the UI goroutine what the edit made of what; why it did not
// happen is said, after failed. All that hear are told of the error, nil where there is none.
func (e *Edits) change(failed string, edit changing, then func(was, is world.World), hear ...func(error)) {
	over := func(was, is world.World, err error) {
		if err != nil {
			e.Warn(words.Title(failed+words.Endless(err)) + ".")
		} else {
			then(was, is)
		}
		for _, f := range hear {
			f(err)
		}
		e.Changed()
	}
	if why := e.sessions.Held(); why != "" {
		over(world.World{}, world.World{}, port.Error(why))
		return
	}
	e.Saving++
	e.Lanes.Edits(func() {
		var was, is world.World
		err := e.engine.Edit(func(w world.World) (_ world.World, err error) {
			was = w
			is, err = edit(w)
			return is, err
		})
		e.Post(func() {
			e.Saving--
			over(was, is, err)
		})
	})
	e.Changed()
}

// Edit changes the world, says so and offers to take it back. All of then hear how it went.
func (e *Edits) Edit(said string, edit changing, then ...func(error)) {
	e.change("Nothing was changed: ", edit, func(was, is world.World) {
		e.Notice = Notice{Text: said, Undo: func() { e.undo(was, is) }}
	}, then...)
}

// undo takes back what one edit changed, unless the same has changed since.
func (e *Edits) undo(was, is world.World) {
	e.change("", func(now world.World) (world.World, error) {
		next, clashes := now.Merge(is, was)
		marked := !slices.Equal(is.Origins, was.Origins) && !slices.Equal(now.Origins, is.Origins)
		if marked || len(clashes) > 0 {
			return now, errSince
		}
		return next, nil
	}, func(_, _ world.World) { e.Say("Undone.") })
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

// Fresh makes a skill of a folder that is not there yet, and says what it is called.
func (e *Edits) Fresh(path, text string, then func(error)) {
	e.files("Made /"+path+". It counts after a reload.", func(t tree.Tree) (tree.Tree, error) {
		if _, err := t.At(path); err == nil {
			return t, errSkill
		}
		return t.Put(path+"/"+loader.File, []byte(text))
	}, then)
}

// Save writes one file where it still is what the person began from, nothing where it was
// not there: no change of anyone else is lost unseen (VF-5).
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

// PutBack writes a file as it was in a skill of the snapshot.
func (e *Edits) PutBack(c *loader.Candidate, path string, f tree.Blob) {
	e.back("Restored /"+path+".", func(string) (o origin.Origin, foreign bool) {
		i := slices.IndexFunc(c.Origins, func(o origin.Origin) bool { return o.Foreign })
		if i >= 0 {
			o = c.Origins[i]
		}
		return o, i >= 0
	}, func(t tree.Tree) (tree.Tree, error) { return t.PutBlob(path, f) })
}

// back makes files what they were, and what was not trusted then is not trusted now: the person may have trusted what
// was left without them (PO-5).
func (e *Edits) back(said string, whence func(path string) (origin.Origin, bool), edit func(tree.Tree) (tree.Tree, error)) {
	e.Edit(said, func(w world.World) (_ world.World, err error) {
		was := w.Tree
		w.Tree, err = edit(was)
		var places []origin.Place
		for _, c := range tree.Diff(was, w.Tree) {
			if o, foreign := whence("/" + c.Path); foreign && c.Op != tree.Removed {
				places = append(places, origin.Place{Path: "/" + c.Path, Origin: o})
			}
		}
		w.Origins = w.Origins.Put(places...)
		return w, err
	})
}

// Remove takes a file or a folder away, and says so.
func (e *Edits) Remove(path, said string) {
	e.files(said, func(t tree.Tree) (tree.Tree, error) { return t.Remove(path) })
}

// UndoCall takes back what a call of a tool changed.
func (e *Edits) UndoCall(tool string, u turns.Undoing) {
	e.back("Undone what "+tool+" changed.", u.Origins.Foreign, u.Take)
}

// Disable switches skills off or on in the policy.
func (e *Edits) Disable(off bool, names ...string) {
	e.Edit(words.Either(off, "Disabled ", "Enabled ")+named(names)+" in the policy.", func(w world.World) (world.World, error) {
		w.Policy = w.Policy.DisableAll(names, off)
		return w, nil
	})
}

// named is a skill by its name, and several by their number.
func named(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return answer.Number(len(names), "skill")
}

// Trust forgets where the files of a skill came from, as the person has seen it (PO-5). Sessions
// see that when they reload.
func (e *Edits) Trust(c *loader.Candidate) {
	e.Edit("You trust "+c.Path+" now; reload the skills for it to count.", func(w world.World) (world.World, error) {
		next, ok := w.Trusts(c.Path, c.Folder().Digest())
		if !ok {
			return w, errUnseen
		}
		return next, nil
	})
}

// Left remembers which bytes are written to the machine: what is not trusted of them is not trusted when it comes back.
func (e *Edits) Left(list []tree.Digest) {
	e.change("", func(w world.World) (world.World, error) { return w.Left(list), nil }, func(_, _ world.World) {})
}

// TrustAll forgets where files came from that the person has seen as they were in a world: those
// that are still the same.
func (e *Edits) TrustAll(said string, seen world.World, paths []string) {
	e.Edit(said, func(w world.World) (world.World, error) {
		same := slices.DeleteFunc(slices.Clone(paths), func(at string) bool { return !tree.Alike(seen.Tree, w.Tree, TreePath(at)) })
		if len(same) < len(paths) {
			return w, errUnseen
		}
		w.Origins = w.Origins.Clear(w.Tree, same...)
		return w, nil
	})
}

// MaxShown are the bytes of the longest file that is shown as text.
const MaxShown = 1 << 20
