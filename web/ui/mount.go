package ui

import (
	"fmt"
	"slices"

	"lily/core"
	"lily/core/intake"
	"lily/core/tree"
)

// Mount is one folder of the person's machine. All but Can and Forget may wait.
type Mount interface {
	Can() bool // whether the browser has such a thing
	// Pick asks for a folder and returns its name; [ErrDismissed] is a person who
	// chose none.
	Pick() (name string, err error)
	// Look reads the folder as a drop of it: each path begins with its name. It is
	// [ErrDismissed] where the person cancelled it.
	Look() (intake.Drop, error)
	// Write changes files, after the browser has asked the person. A file that is not
	// what it was is refused, and so is one that cannot be written.
	Write([]DiskChange) (refused []intake.Refusal, err error)
	Forget()
}

// DiskChange is one file to be written. Path begins with the folder's name; Was and
// Is are what was read last and what is to be there, nil for no file.
type DiskChange struct {
	Path    string
	Op      tree.Op
	Was, Is []byte
}

// What a folder may fail of, as people can act on it.
const (
	ErrDismissed uiError = "it was cancelled"
	ErrDenied    uiError = "the browser does not allow it; press the button again and say yes when it asks"
	ErrGone      uiError = "it is not there any more; put it back, or let it go here"
)

// mounted is a folder whose skills were imported.
type mounted struct {
	name, root string
	read       tree.Tree         // what was read last, as it lies in the world
	from       map[string]string // the skills by name, and where each is in the folder
}

// onDisk does something with the folder, one thing at a time, away from the UI
// goroutine, and then shows what came of it.
func (s *Store) onDisk(do func() (then func())) {
	s.atDisk++
	s.disk(func() {
		then := do()
		s.Post(func() {
			s.atDisk--
			then()
			s.changed()
		})
	})
	s.changed()
}

// fails shows why something was not done.
func (s *Store) fails(what string, err error) func() {
	return func() {
		s.Reading = Progress{}
		if err != ErrDismissed {
			s.Notice = Notice{Bad: true, Text: what + visible(endless(err)) + "."}
		}
	}
}

// pickFolder asks for a folder, and shows what an import of it would do.
func (s *Store) pickFolder() {
	if s.refuses(s.held()) {
		return
	}
	s.onDisk(func() func() {
		name, err := s.Ports.Mount.Pick()
		if err != nil {
			return s.fails("No folder was picked: ", err)
		}
		drop, err := s.Ports.Mount.Look()
		if err != nil {
			return s.fails("The folder "+name+" could not be read: ", err)
		}
		return func() {
			if s.Dropped("", drop); s.Preview != nil {
				s.Preview.mount = name
			}
		}
	})
}

// mountIt keeps a folder whose import was accepted.
func (s *Store) mountIt(name string, plan intake.Plan) {
	m := &mounted{name: name, root: string(plan.Target) + "/skills"}
	m.read, m.from = m.placed(plan.Skills)
	s.mounted = m
}

// letGo forgets the folder; nothing of it is changed, here or on the disk.
func (s *Store) letGo() {
	s.mounted = nil
	s.disk(s.Ports.Mount.Forget)
}

// placed are skills as they lie in the world, and where each is in the folder.
func (m *mounted) placed(list []intake.Planned) (tree.Tree, map[string]string) {
	var b tree.Builder
	from, folders := map[string]string{}, map[string]*tree.Tree{}
	for i, s := range list {
		from[s.Name], folders[s.Name] = s.From, &list[i].Tree
	}
	_ = b.Dir(m.root)                          // a root's path is a good one
	t, _ := b.Tree().GraftAll(m.root, folders) // nothing else is there
	return t, from
}

// LookAgain reads the folder anew and makes what has changed in it an edit of the
// files here, unless both sides changed the same. It does nothing where there is
// no folder, and says nothing where there is no change unless asked.
func (s *Store) LookAgain(asked bool) {
	m := s.mounted
	if m == nil || !asked && (s.atDisk > 0 || s.held() != "") || s.refuses(s.held()) {
		return
	}
	s.onDisk(func() func() {
		list, err := []intake.Planned(nil), error(nil)
		drop, err := s.Ports.Mount.Look()
		if err == nil {
			list, err = drop.Whole()
		}
		if err != nil {
			return s.fails("The folder "+m.name+" was not taken over: ", err)
		}
		now, from := m.placed(list)
		return func() { s.takeOver(m, now, from, asked) }
	})
}

// takeOver merges what the folder holds now into the world.
func (s *Store) takeOver(m *mounted, now tree.Tree, from map[string]string, asked bool) {
	read := m.read
	list := tree.Diff(read, now)
	if len(list) == 0 {
		m.read, m.from = now, from // a skill that was moved is where it is now
		if asked {
			s.Notice = Notice{Text: "Nothing has changed in the folder " + m.name + "."}
		}
		return
	}
	s.edit(fmt.Sprintf("Took over %s from the folder %s.", plural(len(list), "changed file"), m.name), func(w core.World) (core.World, error) {
		next, both := tree.Merge(read, now, w.Tree)
		if len(both) > 0 {
			return w, uiError("both the folder and this page have changed " + join(slashed(both)) + "; make them alike, or let the folder go and pick it again to have all of it")
		}
		w.Tree = next
		return w, nil
	}, func(err error) {
		if err == nil {
			m.read, m.from = now, from
		}
	})
}

func slashed(paths []string) []string {
	list := slices.Clone(paths)
	for i := range list {
		list[i] = "/" + list[i]
	}
	return list
}
