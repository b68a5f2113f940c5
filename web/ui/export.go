package ui

import (
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/words"
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

// exportFiles hands over all files and rules, and no session.
func (s *Store) exportFiles() {
	all, err := s.Engine.World().Everything()
	s.export("lily-files", all, err)
}

// export hands a tree to the person as a zip, and says how it went.
func (s *Store) export(name string, t tree.Tree, err error) {
	done := func(err error) {
		s.Notice = Notice{Text: "Exported " + answer.Number(t.Files(), "file") + " as " + name + ".zip."}
		if err != nil {
			s.Notice = Notice{Text: "Nothing was exported: " + err.Error() + ".", Bad: true}
		}
		s.changed()
	}
	if err != nil {
		done(err)
		return
	}
	s.say("Exporting " + name + ".zip…")
	write := func(w io.Writer) error { return archive.Write(w, t) }
	s.Ports.Download(name+".zip", write, func(err error) { s.Post(func() { done(err) }) })
}

// exportEverything hands over all that is kept; where nothing is, all files and rules.
func (s *Store) exportEverything() {
	if s.Ports.ExportAll == nil {
		s.exportFiles()
		return
	}
	s.say("Exporting everything…")
	var left []string
	export := func() (err error) {
		left, err = s.Ports.ExportAll()
		return err
	}
	s.alter(export, Notice{Text: "Exported everything."}, func() {
		if len(left) > 0 {
			s.Notice = Notice{Bad: true, Text: "Exported everything that can be read. " + several(left) + " The file left-out.txt in the export says so, too."}
		}
	})
}

// several are the first of some sentences, and how many more there are.
func several(sentences []string) string {
	const most = 5
	text := words.Visible(strings.Join(sentences[:min(len(sentences), most)], " "))
	if more := len(sentences) - most; more > 0 {
		text += fmt.Sprintf(" There are %d more.", more)
	}
	return text
}
