package ui

import (
	"fmt"
	"maps"
	"slices"

	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
)

// LookAgain reads the folder anew and makes what has changed in it an edit of the
// files here, unless both sides changed the same. It does nothing where there is
// no folder, and says nothing where there is no change unless asked.
func (s *Store) LookAgain(asked bool) {
	m := s.mounted
	if m == nil || m.away || !asked && (s.atDisk > 0 || s.held() != "") || s.refuses(s.held()) {
		return
	}
	s.onDisk(func() func() {
		var list []intake.Planned
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
		moved := !maps.Equal(m.from, from)
		if m.read, m.from = now, from; moved {
			s.remember()
		}
		if asked {
			s.Notice = Notice{Text: "Nothing has changed in the folder " + m.name + "."}
		}
		return
	}
	s.edit(fmt.Sprintf("Took over %s from the folder %s.", plural(len(list), "changed file"), m.name), func(w world.World) (world.World, error) {
		next, both := tree.Merge(read, now, w.Tree)
		if len(both) > 0 {
			return w, uiError("both the folder and this page have changed " + join(slashed(both)) + "; make them alike, or let the folder go and pick it again to have all of it")
		}
		w.Tree = next
		return w, nil
	}, func(err error) {
		if err == nil {
			m.read, m.from = now, from
			s.remember()
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
