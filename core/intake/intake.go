// Package intake says what an import would do, before anything is written (VF-6).
//
// It takes the files of a drop as a browser gives them and makes a [Plan]: which
// skills they hold, where each would go, what it would replace and shadow, what
// is wrong with it, and what was refused. Archives of a drop are opened. It
// promises that the order of the files never matters, that a limit refuses the
// whole drop and a bad entry its whole archive, that the verdicts are the
// loader's own, that a skill out of an archive is marked as not trusted (PO-5),
// and that a plan can be undone.
package intake

import (
	"errors"
	"fmt"
	"slices"

	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// Limits bound what one drop may bring, archives unpacked: 10,000 skills of four files each come in at once.
var Limits = tree.Limits{Files: 50_000, Bytes: 256 << 20, File: 16 << 20, Depth: 16}

// File is one file of a drop. Path is slash-separated and relative to the
// drop: "skills/foo/SKILL.md". Data must not be changed afterwards.
type File struct {
	Path string
	Data []byte
}

// Refusal is something of a drop that is not taken, and why.
type Refusal struct {
	Path    string
	Code    string // of tree.PathError, tree.LimitError or archive.Error, or one of this package's
	Message string // a full sentence
}

// Error is the sentence, after the path as it can be shown.
func (r *Refusal) Error() string { return fmt.Sprintf("%+q: %s", r.Path, r.Message) }

// Planned is one skill that the import would write.
type Planned struct {
	Name       string
	From       string // its folder in the drop; SKILL.md when that had none
	Archive    string // of the drop, that it came out of; empty for none
	Files      int
	Bytes      int64
	Replaces   bool     // the target holds a folder of that name
	Shadows    []string // the paths that it wins over
	ShadowedBy string   // the path that wins over it
	State      loader.State
	Reasons    []skill.Reason
	Findings   []skill.Finding
	Whence     []string  // sentences on where it came from, of what is not trusted
	Needs      []string  // sentences on what it names of the drop and does not come along
	Tree       tree.Tree // the folder
	Brings

	at    string          // its folder, in the drop or in the archive
	links []skill.Finding // of links in it that are not followed (VF-8)
}

// Plan is what an import would do. It is immutable.
type Plan struct {
	world.World // after the import
	Target      world.Source
	Skills      []Planned // that are taken, sorted by name
	Left        []Planned // that the person leaves out, not judged, sorted by name
	Refused     []Refusal // sorted by path
	Loose       int       // files that belong to no skill, and what is left out

	root string           // of the target, in the tree
	drop Drop             // looked at
	snap *loader.Snapshot // with the import
}

// Plan says what an import of all into the root of target would do. It may take long: tick is
// told how many skills of how many are judged. Where that says to stop there is no
// plan, and the error is [tree.ErrStopped], the only one.
func (d Drop) Plan(in loader.Input, target world.Source, tick tree.Tick) (Plan, error) {
	d, err := d.looked(half(tick, 0, len(d.found)))
	if err != nil {
		return Plan{}, err
	}
	return Plan{Target: target, drop: d}.Choose(in, nil, half(tick, 1, len(d.found)))
}

// half tells a tick of the first or the second half of some work on skills.
func half(tick tree.Tick, part, skills int) tree.Tick {
	if tick == nil {
		return nil
	}
	return func(done, total int) bool { return tick((part*skills+skills*done/max(total, 1))/2, skills) }
}

// Choose is the plan of the same drop for the same root where the skills of some names are left out,
// each with all of its files. It is planned anew, as if these had not been dropped, and costs what that changes.
func (p Plan) Choose(in loader.Input, left map[string]bool, tick tree.Tick) (Plan, error) {
	next := Plan{
		Target: p.Target, Skills: []Planned{}, Refused: sorted(p.drop.refused), Loose: p.drop.loose,
		World: in.World, drop: p.drop, snap: p.snap,
	}
	for _, r := range in.Roots {
		if r.Source == p.Target && p.Target != world.Bundled { // which is read-only (VF-1)
			next.root = r.Path
		}
	}
	if next.root == "" {
		return next.refuse("read_only", "The root "+string(p.Target)+" takes no imports; choose user or workspace."), nil
	}
	for _, s := range p.drop.found {
		if left[s.Name] {
			next.Left = append(next.Left, s)
		} else {
			next.Skills = append(next.Skills, s)
		}
	}
	return next.judge(in, tick)
}

// Candidate is a skill that is taken as the loader sees it in the world with the import; nil for none.
func (p Plan) Candidate(name string) *loader.Candidate {
	if p.snap == nil {
		return nil
	}
	return p.snap.At("/" + p.path(name))
}

// Whole is the skills of a drop that could be read to its end, not judged: where a
// file could not be read or a limit was met, that is the error.
func (d Drop) Whole() ([]Planned, error) {
	for _, r := range d.refused {
		if r.Code == "unreadable" || r.limit() {
			return nil, &r
		}
	}
	return d.found, nil
}

func (p Plan) refuse(code, message string) Plan {
	p.Skills, p.Refused = []Planned{}, sorted(append(p.Refused, Refusal{"", code, message}))
	return p
}

func (p *Plan) path(name string) string { return p.root + "/" + name }

// Snapshot is the one that a reload would take with the import; nil for none.
func (p Plan) Snapshot() *loader.Snapshot { return p.snap }

// judge lets the loader say what the skills would be in the world as it would be (LD-8).
func (p Plan) judge(in loader.Input, tick tree.Tick) (Plan, error) {
	p.fit(in.Tree)
	if !tick.GoOn(0, len(p.Skills)) {
		return Plan{}, tree.ErrStopped
	}
	next, err := p.Apply(p.World)
	if err != nil {
		return p.refuse("path_taken", "The import finds no room: the "+err.Error()+"."), nil
	}
	in.World = next
	snap, err := loader.LoadWith(in, p.snap, nil, tick)
	if errors.Is(err, tree.ErrStopped) {
		return Plan{}, err
	}
	if err != nil {
		return p.refuse("load_failed", "With the import no skill could be loaded: "+err.Error()+"."), nil
	}
	if !tick.GoOn(len(p.Skills), len(p.Skills)) {
		return Plan{}, tree.ErrStopped
	}
	p.World, p.snap = next, snap
	p.verdicts(snap)
	p.needs()
	return p, nil
}

// fit notes what each skill replaces. One whose place is taken by a file is refused.
func (p *Plan) fit(now tree.Tree) {
	kept := p.Skills[:0] // the plan's own
	for _, s := range p.Skills {
		at := p.path(s.Name)
		if _, file := now.File(at); file {
			p.Refused = append(p.Refused, refusal(s.From, &tree.PathError{Code: "path_taken", Path: at, Why: "is a file already"}))
			continue
		}
		_, err := now.At(at)
		s.Replaces = err == nil
		kept = append(kept, s)
	}
	p.Skills, p.Refused = kept, sorted(p.Refused)
}

// verdicts copies what the loader found. A shadowed skill's findings are those
// of its file, since the person is about to bring it.
func (p *Plan) verdicts(snap *loader.Snapshot) {
	at, below := map[string]*loader.Candidate{}, map[string][]string{}
	for _, c := range snap.Candidates {
		at[c.Path] = c
		below[c.ShadowedBy] = append(below[c.ShadowedBy], c.Path)
	}
	for i := range p.Skills {
		s := &p.Skills[i]
		path := "/" + p.path(s.Name)
		s.Shadows, s.Reasons, s.Findings = append([]string{}, below[path]...), []skill.Reason{}, []skill.Finding{}
		if known := p.World.Origins.Of(path); known.AnyForeign() {
			s.Whence = known.Said()
		}
		c := at[path]
		if c == nil {
			continue
		}
		s.State, s.ShadowedBy, s.Reasons, s.Findings = c.State, c.ShadowedBy, c.Reasons, c.Findings
		s.Programs = Programs(c.Skill())
		if c.State == loader.Shadowed {
			s.Findings = append([]skill.Finding{}, c.Skill().Findings...)
		}
		s.Findings = append(slices.Clip(s.Findings), s.links...)
	}
}
