package ui

import (
	"lily/core/intake"
	"lily/core/tree"
	"lily/web/words"
)

// Mount is one folder of the person's machine. All but Can may wait.
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
	// Keep remembers the folder and what is known of it past the end of the page, in
	// place of what was kept before; an error is that it cannot.
	Keep(state []byte) error
	// Kept is the folder that is remembered, which is the folder from then on, and
	// whether it may be read unasked; no name is none.
	Kept() (name string, state []byte, granted bool)
	// Connect asks the person whether the folder may be read again.
	Connect() error
	// Forget lets the folder go, also the one that is remembered.
	Forget()
}

// DiskChange is one file to be written. Path begins with the folder's name; Was is of
// what was read last, zero for no file; Is is what is to be there, nil for no file.
type DiskChange struct {
	Path string
	Op   tree.Op
	Was  tree.Digest
	Is   []byte
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
	away       bool              // it was followed before a reload, and the browser wants to be asked
	kept       bool              // it is remembered for after a reload
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
			s.Notice = Notice{Bad: true, Text: what + words.Visible(words.Endless(err)) + "."}
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
	s.remember()
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
