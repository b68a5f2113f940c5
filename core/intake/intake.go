// Package intake says what an import would do, before anything is written (VF-6).
//
// It takes the files of a drop as a browser gives them and makes a [Plan]: which
// skills they hold, where each would go, what it would replace and shadow, what
// is wrong with it, and what was refused. It promises that the order of the
// files never matters, that a limit refuses the whole drop and never half of
// it, that the verdicts are the loader's own, and that a plan can be undone.
package intake

import (
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
)

// Limits bound what one drop may bring.
var Limits = tree.Limits{Files: 20_000, Bytes: 256 << 20, File: 16 << 20, Depth: 16}

// File is one file of a drop. Path is slash-separated and relative to the
// drop: "skills/foo/SKILL.md". Data must not be changed afterwards.
type File struct {
	Path string
	Data []byte
}

// Refusal is something of a drop that is not taken, and why.
type Refusal struct {
	Path    string
	Code    string // of tree.PathError or tree.LimitError, or one of this package's
	Message string // a full sentence
}

// Planned is one skill that the import would write.
type Planned struct {
	Name       string
	From       string // its folder in the drop; SKILL.md when that had none
	Files      int
	Bytes      int64
	Replaces   bool     // the target holds a folder of that name
	Shadows    []string // the paths that it wins over
	ShadowedBy string   // the path that wins over it
	State      loader.State
	Reasons    []skill.Reason
	Findings   []skill.Finding
	Tree       tree.Tree // the folder
}

// Plan is what an import would do. It is immutable.
type Plan struct {
	Target  loader.Source
	Skills  []Planned // sorted by name
	Refused []Refusal // sorted by path
	Loose   int       // files that belong to no skill, and what is left out
	Tree    tree.Tree // the world's tree after the import

	root string // of the target, in the tree
}

// Make plans the import of files into the root of target. What the reader of
// the files had to refuse comes along in refused; a limit among it refuses the
// whole drop.
func Make(in loader.Input, target loader.Source, files []File, refused []Refusal) Plan {
	p := Plan{Target: target, Skills: []Planned{}, Refused: sorted(refused), Tree: in.Tree}
	if !p.aim(in.Roots) {
		return p.refuse("", "read_only", "The root "+string(target)+" takes no imports; choose user or workspace.")
	}
	if overLimit(refused) {
		return p
	}
	g := gather(files)
	p.Refused, p.Loose = append(p.Refused, g.refused...), g.loose
	if overLimit(g.refused) {
		p.Refused, p.Loose = sorted(p.Refused), 0
		return p
	}
	p.find(g.tree)
	p.Refused = sorted(p.Refused)
	return p.judge(in)
}

// aim finds the target's root; the bundled one is read-only (VF-1).
func (p *Plan) aim(roots []loader.Root) bool {
	for _, r := range roots {
		if r.Source == p.Target && r.Source != loader.Bundled {
			p.root = r.Path
		}
	}
	return p.root != ""
}

func (p Plan) refuse(path, code, message string) Plan {
	p.Skills, p.Refused = []Planned{}, sorted(append(p.Refused, Refusal{path, code, message}))
	return p
}

func (p *Plan) path(name string) string { return p.root + "/" + name }

// judge lets the loader say what the skills would be in the tree as it would
// be (LD-8). A skill whose place is taken by a file is refused.
func (p Plan) judge(in loader.Input) Plan {
	kept := p.Skills[:0:0]
	for _, s := range p.Skills {
		_, err := in.Tree.At(p.path(s.Name))
		s.Replaces = err == nil
		next, err := p.Tree.Graft(p.path(s.Name), s.Tree)
		if err != nil {
			p.Refused = sorted(append(p.Refused, refusal(s.From, err)))
			continue
		}
		p.Tree, kept = next, append(kept, s)
	}
	before := in.Tree
	in.Tree = p.Tree
	snap, err := loader.Load(in, nil)
	if err != nil {
		p.Tree = before
		return p.refuse("", "load_failed", "With the import no skill could be loaded: "+err.Error()+".")
	}
	for i := range kept {
		kept[i].verdict(snap, "/"+p.path(kept[i].Name))
	}
	p.Skills = append([]Planned{}, kept...)
	return p
}

// verdict copies what the loader found. A shadowed skill's findings are those
// of its file, since the person is about to bring it.
func (s *Planned) verdict(snap *loader.Snapshot, path string) {
	s.Shadows, s.Reasons, s.Findings = []string{}, []skill.Reason{}, []skill.Finding{}
	for _, c := range snap.Candidates {
		switch {
		case c.Path == path:
			s.State, s.ShadowedBy = c.State, c.ShadowedBy
			s.Reasons, s.Findings = c.Reasons, c.Findings
			if c.State == loader.Shadowed {
				s.Findings = append([]skill.Finding{}, c.Skill().Findings...)
			}
		case c.ShadowedBy == path:
			s.Shadows = append(s.Shadows, c.Path)
		}
	}
}
