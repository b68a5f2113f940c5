package ui

import (
	"slices"

	"lily/core/tree"
	"lily/core/world"
)

// change edits the world away from the UI goroutine, after the edits before it:
// storage may take its time. then is told on the UI goroutine what the edit made
// of what, or why it did not happen.
func (s *Store) change(edit func(world.World) (world.World, error), then func(was, is world.World, err error)) {
	if why := s.held(); why != "" {
		w := s.Engine.World()
		then(w, w, uiError(why))
		s.changed()
		return
	}
	s.saving++
	s.away(func() {
		var was, is world.World
		err := s.Engine.Edit(func(w world.World) (next world.World, err error) {
			next, err = edit(w)
			was, is = w, next
			return next, err
		})
		s.Post(func() {
			s.saving--
			then(was, is, err)
			s.changed()
		})
	})
	s.changed()
}

// edit changes the world and offers to take the change back. then is told of the
// error, nil where all went well.
func (s *Store) edit(said string, edit func(world.World) (world.World, error), then ...func(error)) {
	s.change(edit, func(was, is world.World, err error) {
		s.Notice = Notice{Text: said, Undo: func() { s.undo(was, is) }}
		if err != nil {
			s.Notice = Notice{Text: "Nothing was changed: " + err.Error() + ".", Bad: true}
		}
		for _, f := range then {
			f(err)
		}
	})
}

// undo takes back what one edit changed, unless the same has changed since.
func (s *Store) undo(was, is world.World) {
	s.change(func(now world.World) (world.World, error) { return takeBack(was, is, now) }, func(_, _ world.World, err error) {
		s.Notice = Notice{Text: "Undone."}
		if err != nil {
			s.Notice = Notice{Text: title(err.Error()) + ".", Bad: true}
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

type uiError string

func (e uiError) Error() string { return string(e) }

const (
	errStale uiError = "the file is not there any more; reload the skills first"
	errFixed uiError = "what was found is in the file no more; reload the skills to see it"
	errSince uiError = "something else has changed since; undo that first, or edit the file"
	errThere uiError = "there is such a file already, of another tab perhaps; find it above to open it"
	errMoved uiError = "the text was changed by someone else since you began to edit it; what you typed is kept in its box"
)

// create makes an empty file where there is none: nobody's text is lost unseen (VF-5).
func (s *Store) create(path string, then func(error)) {
	s.edit("Saved /"+path+".", func(w world.World) (world.World, error) {
		if _, ok := w.Tree.File(path); ok {
			return w, errThere
		}
		next, err := w.Tree.Put(path, nil)
		w.Tree = next
		return w, err
	}, then)
}

// save writes one file where it still is what the person began from, nothing
// where it was not there: no change of anyone else is lost unseen (VF-5).
func (s *Store) save(path, was, text string, then func(error)) {
	s.edit("Saved /"+path+".", func(w world.World) (world.World, error) {
		now, err := wholeText(w.Tree, path)
		if err != nil {
			return w, err
		}
		if now != was {
			return w, errMoved
		}
		w.Tree, err = w.Tree.Put(path, []byte(text))
		return w, err
	}, then)
}

// saver is how an editor saves a file, with the line ends of what it replaces.
func (s *Store) saver(path string) func(was, next string, then func(error)) {
	return func(was, next string, then func(error)) { s.save(path, was, ends(was, next), then) }
}

// wholeText is what a file holds, nothing where it is not there.
func wholeText(t tree.Tree, path string) (string, error) {
	f, ok := t.File(path)
	if !ok {
		return "", nil
	}
	data, err := f.Bytes()
	return string(data), err
}

// restore writes a file as it was.
func (s *Store) restore(path string, f tree.Blob) {
	s.edit("Restored /"+path+".", func(w world.World) (world.World, error) {
		next, err := w.Tree.PutBlob(path, f)
		w.Tree = next
		return w, err
	})
}

func (s *Store) remove(path, said string) {
	s.edit(said, func(w world.World) (world.World, error) {
		next, err := w.Tree.Remove(path)
		w.Tree = next
		return w, err
	})
}

// disable switches a skill off or on in the policy.
func (s *Store) disable(name string, off bool) {
	said := "Disabled " + name + " in the policy."
	if !off {
		said = "Enabled " + name + " in the policy."
	}
	s.edit(said, func(w world.World) (world.World, error) {
		w.Policy = w.Policy.Disable(name, off)
		return w, nil
	})
}
