package state

import (
	"slices"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
)

// reread is what was found in a file as the world has it now, where that is another one
// than the snapshot pins.
type reread struct {
	path     string
	digest   tree.Digest
	text     string
	findings []skill.Finding
}

// find looks for a finding of the pinned text in the text as it is now: by its code, and by
// what it says or the line that it is about.
func (r reread) find(c *loader.Candidate, f skill.Finding) (skill.Finding, bool) {
	pinned, _ := c.Folder().ReadFile(f.File) // a file that cannot be read has no line
	line := SourceLine(string(pinned), f.Line)
	for _, g := range r.findings {
		if g.Code == f.Code && g.Fix != nil && (g.Message == f.Message || SourceLine(r.text, g.Line) == line) {
			return g, true
		}
	}
	return skill.Finding{}, false
}

// Fixed reports whether a finding of the snapshot is one of the file no more.
func (e *Edits) Fixed(c *loader.Candidate, f skill.Finding) bool {
	path := TreePath(c.Path) + "/" + f.File
	file, ok := e.sessions.World().Tree.File(path)
	if !ok || file.Digest() == c.Digest {
		return false
	}
	if e.last.path != path || e.last.digest != file.Digest() {
		text, err := TextOf(file)
		if err != nil {
			return false
		}
		e.last = reread{path, file.Digest(), text, skill.Parse(c.Name, []byte(text)).Findings}
	}
	_, left := e.last.find(c, f)
	return !left
}

// Fix applies one finding's fix to the file as it is now, where what was found is still in it.
func (e *Edits) Fix(c *loader.Candidate, f skill.Finding) {
	path := TreePath(c.Path) + "/" + f.File
	e.files("Fixed "+c.Path+"/"+f.File+".", func(t tree.Tree) (tree.Tree, error) {
		file, ok := t.File(path)
		if !ok {
			return t, errStale
		}
		data, err := file.Bytes()
		if err != nil {
			return t, err
		}
		if file.Digest() != c.Digest {
			now := reread{text: string(data), findings: skill.Parse(c.Name, data).Findings}
			if f, ok = now.find(c, f); !ok {
				return t, errFixed
			}
		}
		fixed, err := f.Fix.Apply(slices.Clone(data))
		if err != nil {
			return t, err
		}
		return t.Put(path, fixed)
	})
}
