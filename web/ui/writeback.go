package ui

import (
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/tree"
	"lily/web/words"
)

// pending is what has changed here in the folder's skills since it was read. What is
// never read of a folder is never written to one either, whatever its case: a file
// in .git is a program to git.
func (s *Store) pending() ([]DiskChange, error) {
	m, w := s.mounted, s.Engine.World().Tree
	var list []intake.Planned
	for name := range m.from {
		if t, err := w.At(m.root + "/" + name); err == nil {
			list = append(list, intake.Planned{Name: name, Tree: t})
		}
	}
	here, _ := m.placed(list)
	var changes []DiskChange
	for _, c := range tree.Diff(m.read, here) {
		if intake.LeftOut(c.Path) || intake.LeftOut(strings.ToLower(c.Path)) {
			continue
		}
		was := tree.Digest{}
		if f, ok := m.read.File(c.Path); ok {
			was = f.Digest()
		}
		is, err := dataOf(here, c.Path)
		if err != nil {
			return nil, err
		}
		changes = append(changes, DiskChange{m.onDisk(c.Path), c.Op, was, is})
	}
	return changes, nil
}

// onDisk is where a file of the world is in the folder.
func (m *mounted) onDisk(path string) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(path, m.root+"/"), "/")
	return m.from[name] + "/" + rest
}

// dataOf is what a file holds, nil where it is not there, and never nil where it is.
func dataOf(t tree.Tree, path string) ([]byte, error) {
	f, ok := t.File(path)
	if !ok {
		return nil, nil
	}
	data, err := f.Bytes()
	return append([]byte{}, data...), err
}

// askWrite shows what would be written to the folder.
func (s *Store) askWrite() {
	list, err := s.pending()
	switch {
	case s.refuses(s.held()):
	case err != nil:
		s.fails("The changes could not be read: ", err)()
	case len(list) == 0:
		s.say("Nothing has changed here since the folder was read.")
	default:
		s.Writing = list
	}
	s.changed()
}

// writeBack writes what was shown, and no more.
func (s *Store) writeBack() {
	m, list := s.mounted, s.Writing
	s.Writing = nil
	if m == nil {
		return
	}
	s.onDisk(func() func() {
		refused, err := s.Ports.Mount.Write(list)
		if err != nil {
			return s.fails("Nothing was written to the folder "+m.name+": ", err)
		}
		return func() { s.wrote(m, list, refused) }
	})
}

// wrote takes what is on the disk now for read.
func (s *Store) wrote(m *mounted, list []DiskChange, refused []intake.Refusal) {
	why := map[string]bool{}
	s.Notice = Notice{Text: fmt.Sprintf("Wrote %s to the folder %s.", answer.Number(len(list)-len(refused), "file"), m.name), Bad: len(refused) > 0}
	for _, r := range refused {
		why[r.Path] = true
		s.Notice.Text += " Not " + words.Visible(r.Path) + ": " + words.Visible(r.Message)
	}
	for _, c := range list {
		if !why[c.Path] {
			m.read = with(m.read, m.here(c.Path), c.Is)
		}
	}
	s.remember()
}

// here is where a file of the folder is in the world.
func (m *mounted) here(path string) string {
	for name, at := range m.from {
		if rest, ok := strings.CutPrefix(path, at+"/"); ok {
			return m.root + "/" + name + "/" + rest
		}
	}
	return ""
}

// with is a tree with a file as it is to be; one that cannot be so stays.
func with(t tree.Tree, path string, data []byte) tree.Tree {
	next, err := t.Put(path, data)
	if data == nil {
		next, err = t.Remove(path)
	}
	if err != nil {
		return t
	}
	return next
}
