package ui

import (
	"io"

	"lily/core/archive"
	"lily/core/loader"
	"lily/core/tree"
)

// exportSkill exports a skill's folder as it is now, or as the snapshot has it
// where it is gone (VF-7).
func (s *Store) exportSkill(c *loader.Candidate) {
	now, err := s.Engine.World().Tree.At(treePath(c.Path))
	if err != nil {
		now = c.Folder()
	}
	wrapped, err := tree.Tree{}.Graft(c.Name, now)
	s.export(c.Name, wrapped, err)
}

// exportRoot exports /user or /workspace.
func (s *Store) exportRoot(name string) {
	part, err := s.Engine.World().Part(name)
	s.export(name, part, err)
}

func (s *Store) exportAll() {
	all, err := s.Engine.World().Everything()
	s.export("lily", all, err)
}

// export hands a tree to the person as a zip, and says how it went.
func (s *Store) export(name string, t tree.Tree, err error) {
	done := func(err error) {
		s.Notice = Notice{Text: "Exported " + plural(t.Files(), "file") + " as " + name + ".zip."}
		if err != nil {
			s.Notice = Notice{Text: "Nothing was exported: " + err.Error() + ".", Bad: true}
		}
		s.changed()
	}
	if err != nil {
		done(err)
		return
	}
	write := func(w io.Writer) error { return archive.Write(w, t) }
	s.Ports.Download(name+".zip", write, func(err error) { s.Post(func() { done(err) }) })
}
