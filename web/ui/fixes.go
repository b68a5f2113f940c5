package ui

import (
	"fmt"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// reread is what was found in a file as the world has it now, where that is another one
// than the snapshot pins.
type reread struct {
	path     string
	digest   tree.Digest
	text     string
	findings []skill.Finding
}

// fixed reports whether a finding of the snapshot is one of the file no more.
func (s *Store) fixed(c *loader.Candidate, f skill.Finding) bool {
	path := treePath(c.Path) + "/" + f.File
	file, ok := s.world().Tree.File(path)
	if !ok || file.Digest() == c.Digest {
		return false
	}
	if s.reread.path != path || s.reread.digest != file.Digest() {
		text, err := textOf(file)
		if err != nil {
			return false
		}
		s.reread = reread{path, file.Digest(), text, skill.Parse(c.Name, []byte(text)).Findings}
	}
	_, left := s.reread.find(f, pinnedText(c, f))
	return !left
}

// find looks for a finding of the pinned text in the text as it is now: by its code, and
// by what it says or the line that it is about.
func (r reread) find(f skill.Finding, pinned string) (skill.Finding, bool) {
	line := sourceLine(pinned, f.Line)
	for _, g := range r.findings {
		if g.Code == f.Code && g.Fix != nil && (g.Message == f.Message || sourceLine(r.text, g.Line) == line) {
			return g, true
		}
	}
	return skill.Finding{}, false
}

func pinnedText(c *loader.Candidate, f skill.Finding) string {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read has no line
	return string(data)
}

// fixID is the id of what stands in the place of a fix that was applied.
func fixID(f skill.Finding) string { return fmt.Sprintf("fixed-%s-%d-%d", f.Code, f.Line, f.Column) }

// fix applies one finding's fix to the file as it is now, where what was found is still
// in it.
func (s *Store) fix(c *loader.Candidate, f skill.Finding) {
	path := treePath(c.Path) + "/" + f.File
	s.edit("Fixed "+c.Path+"/"+f.File+".", func(w world.World) (world.World, error) {
		file, ok := w.Tree.File(path)
		if !ok {
			return w, errStale
		}
		data, err := file.Bytes()
		if err != nil {
			return w, err
		}
		if file.Digest() != c.Digest {
			now := reread{text: string(data), findings: skill.Parse(c.Name, data).Findings}
			if f, ok = now.find(f, pinnedText(c, f)); !ok {
				return w, errFixed
			}
		}
		fixed, err := f.Fix.Apply(append([]byte{}, data...))
		if err != nil {
			return w, err
		}
		w.Tree, err = w.Tree.Put(path, fixed)
		return w, err
	})
	focus(fixID(f))
}
