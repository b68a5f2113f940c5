package state

import (
	"strings"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
)

// Fixes mends what was found in a skill, in the file as it is now.
type Fixes struct {
	edits    *Edits
	sessions *Sessions
	last     reread
}

const (
	errStale port.Error = "the file is not there any more; reload the skills first"
	errFixed port.Error = "what was found is in the file no more; reload the skills to see it"
)

// reread is what was found in a file as the world has it now, where that is another one
// than the snapshot pins.
type reread struct {
	path     string
	digest   tree.Digest
	text     string
	findings []skill.Finding
}

func pathOf(c *loader.Candidate, f skill.Finding) string {
	return strings.TrimPrefix(c.Path, "/") + "/" + f.File
}

// Fixed reports whether a finding of the snapshot is one of the file no more.
func (x *Fixes) Fixed(c *loader.Candidate, f skill.Finding) bool {
	path := pathOf(c, f)
	file, ok := x.sessions.World().Tree.File(path)
	if !ok || file.Digest() == c.Digest {
		return false
	}
	if x.last.path != path || x.last.digest != file.Digest() {
		text, err := TextOf(file)
		if err != nil {
			return false
		}
		x.last = reread{path, file.Digest(), text, skill.Parse(c.Name, []byte(text)).Findings}
	}
	_, left := x.last.find(f, pinnedText(c, f))
	return !left
}

// find looks for a finding of the pinned text in the text as it is now: by its code, and
// by what it says or the line that it is about.
func (r reread) find(f skill.Finding, pinned string) (skill.Finding, bool) {
	line := SourceLine(pinned, f.Line)
	for _, g := range r.findings {
		if g.Code == f.Code && g.Fix != nil && (g.Message == f.Message || SourceLine(r.text, g.Line) == line) {
			return g, true
		}
	}
	return skill.Finding{}, false
}

func pinnedText(c *loader.Candidate, f skill.Finding) string {
	data, _ := c.Folder().ReadFile(f.File) // a file that cannot be read has no line
	return string(data)
}

// SourceLine is one line of a text, the first being 1.
func SourceLine(data string, line int) string {
	for l := range strings.Lines(data) {
		if line--; line == 0 {
			return strings.TrimRight(l, "\r\n")
		}
	}
	return ""
}

// Apply applies one finding's fix to the file as it is now, where what was found is still
// in it.
func (x *Fixes) Apply(c *loader.Candidate, f skill.Finding) {
	path := pathOf(c, f)
	x.edits.Edit("Fixed "+c.Path+"/"+f.File+".", func(w world.World) (world.World, error) {
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
}
