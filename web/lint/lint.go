// Package lint checks skills on a disk: from paths, as a person names them, to the parts of a report.
//
// It promises that each folder is judged as a session judges it, beside the skills that come with Lily; that one file is
// one skill, by whatever name it is asked for; and that a path that cannot be checked costs the others nothing. It
// prints nothing, and has no verdict of its own: that is the loader's.
//
//	found := lint.Check([]string{"skills"}, lint.Terms{World: w, Scan: world.Deep})
//	report := check.New(found.Parts, nil, found.Faults)
package lint

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"lily/core"
	"lily/core/agents"
	"lily/core/agents/portable"
	"lily/core/agents/standard"
	"lily/core/check"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/rules"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/world"

	"lily/web/cores"
)

// Terms are what skills are judged by.
type Terms struct {
	World world.World     // its last root is replaced by each folder in turn
	For   []*agents.Agent // that the skills are written for; none for what lily.yaml says, else for everybody
	Named bool            // a profile or a policy was named, so that what they lack is more than a note
	Scan  world.Scan
	Most  int64             // bytes of a folder; none for no limit
	Codes rules.Codes       // that there are; none for neither lily.yaml nor comments that silence a rule
	Rules rules.Set         // over those of lily.yaml
	All   bool              // what is ignored is checked too
	Cache string            // a folder to keep in what took long to find; none for nowhere
	Texts map[string][]byte // instead of a SKILL.md on the disk, or where there is none, by its absolute path with no link
}

// Of are the terms with texts in the place of files.
func (t Terms) Of(texts map[string][]byte) Terms {
	t.Texts = texts
	return t
}

// Found is what a check found, as a report takes it.
type Found struct {
	Parts    []*check.Part
	Projects []check.File // each lily.yaml that was read
	Faults   []check.Fault
	Files    map[string]string // where each SKILL.md is on the disk, with no link, by the path of its skill in the report
	world    world.World
	snaps    []*loader.Snapshot
}

// Check judges skills: each path is a SKILL.md, a skill, or a folder of skills.
func Check(paths []string, t Terms) *Found {
	c := checker{Terms: t, seen: map[string]*target{}, files: map[string]string{}, projects: projects{terms: t}}
	c.targets.texts = t.Texts
	c.all(paths)
	found := &Found{Faults: c.faults, Files: c.files, world: t.World, snaps: c.snaps}
	for _, p := range c.list {
		p.found.Alone = p.only != nil
		found.Parts = append(found.Parts, &p.found)
	}
	check.Namesakes(found.Parts)
	for _, p := range c.list {
		c.ruled(p)
	}
	found.Projects = c.projects.files()
	return found
}

// Report is what a check says of what was found, and of the policy if there is one.
func (f *Found) Report(policy *check.File) *check.Report {
	r := check.New(f.Parts, policy, f.Faults)
	r.With(f.Projects)
	return r
}

// Place is where a skill that was checked lies on the disk.
type Place struct{ Name, Path, Dir string }

// Where lists the skills that were checked and that lie on the disk, in the order of the report.
func (f *Found) Where() (list []Place) {
	for _, p := range f.Parts {
		for _, s := range p.Skills {
			if at := f.Files[s.Path]; at != "" {
				list = append(list, Place{s.Name, s.Path, filepath.Dir(at)})
			}
		}
	}
	return list
}

// Unknown lists the rules of a policy that name no tool, no command and no skill, bundled or checked (PO-4).
func (f *Found) Unknown(path string, text []byte) ([]skill.Finding, error) {
	snaps := f.snaps
	if len(snaps) == 0 {
		s, err := snapshot(f.world, nil)
		if err != nil {
			return nil, err
		}
		snaps = append(snaps, s)
	}
	return policy.Unknown(path, text, func() (all policy.Names) {
		for _, s := range snaps {
			all = all.With(core.NamesOf(s, tool.Builtin()))
		}
		return all
	}), nil
}

func snapshot(w world.World, last *loader.Snapshot) (*loader.Snapshot, error) {
	in := core.New(w, tool.Builtin(), core.Ports{}).Input()
	in.Ahead = cores.Each
	return loader.Load(in, last)
}

type checker struct {
	Terms
	targets
	projects projects
	kept     *kept
	last     *loader.Snapshot
	snaps    []*loader.Snapshot
	seen     map[string]*target // where a file was judged first, or a note was taken
	files    map[string]string
}

// all judges whole folders first: what is also asked for by itself is judged where its neighbours are.
func (c *checker) all(paths []string) {
	for _, path := range paths {
		c.add(path)
	}
	for _, whole := range []bool{true, false} {
		for _, p := range c.list {
			if whole != (p.only == nil) {
				continue
			}
			if err := c.judge(p); err != nil {
				c.failed(p.shown, err)
			}
		}
	}
}

// judge loads a target as the workspace's root, which is judged as in a session.
func (c *checker) judge(p *target) error {
	early := make(chan *kept, 1)
	go func() { early <- keeping(c.Cache, p.dir) }() // while the folder is read
	sub, skips, err := c.read(p)
	c.kept = <-early
	if err != nil {
		return err
	}
	w, at := c.World, len(c.World.Roots)-1
	w.Roots = append(w.Roots[:at:at], w.Roots[at])
	root := &w.Roots[at]
	root.Skips, root.Scan = skips, c.Scan
	if p.only != nil {
		root.Scan = world.Children
	}
	w = w.With(root.Path, sub)
	s, err := snapshot(w, c.last)
	if err != nil {
		return err
	}
	c.last, c.snaps = s, append(c.snaps, s)
	c.take(p, s, s.Roots[at])
	c.kept.keep()
	return nil
}

// take takes over what a snapshot says of its last root.
func (c *checker) take(p *target, s *loader.Snapshot, l *loader.Listing) {
	p.found.Root = check.Root{Path: p.shown, Scan: l.Scan, LeftOut: l.LeftOut, Ignored: p.ignored, Notes: []loader.Note{}}
	found, own := map[string]bool{}, []judged{}
	for _, one := range s.Candidates {
		if rel, below := strings.CutPrefix(one.Path, l.Path+"/"); below {
			found[rel] = true
			if place := p.place(rel + "/" + loader.File); c.first(p, place) {
				own = append(own, judged{Candidate: one, rel: rel, whom: c.whom(p, rel)})
				c.files[p.path(rel+"/"+loader.File)] = place
			}
		}
	}
	p.found.Skills, p.marked = make([]check.File, len(own)), make([]bool, len(own))
	cores.Share(len(own), func(next func() (int, bool)) {
		for i, more := next(); more; i, more = next() {
			own[i].to = &p.found.Skills[i]
			*own[i].to = c.checked(p, l, own[i])
			p.marked[i] = marked(own[i].Candidate)
		}
	})
	c.advise(p, own)
	p.found.Root.Count = len(p.found.Skills)
	for _, n := range l.Notes {
		c.note(p, n, strings.TrimPrefix(strings.TrimPrefix(n.Path, l.Path), "/"))
	}
	c.missed(p, found)
}

func (c *checker) checked(p *target, l *loader.Listing, one judged) check.File {
	got := check.File{
		Name: one.Name, Path: p.path(one.rel + "/" + loader.File), Format: one.Brief().Format, State: one.State,
		Findings: []skill.Finding{}, Text: textOf(one.Candidate),
	}
	for _, f := range one.AllFindings() {
		if c.Named && loader.Elsewhere(f.Clause) {
			f.Severity = skill.Warning
		}
		if f.Code == "duplicate_name" || f.Code == "shadowed" {
			f.Message = strings.ReplaceAll(f.Message, l.Path+"/", filepath.Clean(p.shown)+string(filepath.Separator))
		}
		if len(one.whom) == 0 || portable.Concerns(f, one.whom) {
			got.Findings = append(got.Findings, f)
		}
	}
	got.Findings = append(got.Findings, c.foreign(one)...)
	skill.Sort(got.Findings)
	return got
}

// foreign is what other agents do not take of a skill: a note of what breaks the standard, where the skill is of its
// format and nothing worse is told; or a warning for each of the agents that it is written for.
func (c *checker) foreign(one judged) []skill.Finding {
	whom, severity := one.whom, skill.Warning
	if len(whom) == 0 {
		wrong := slices.ContainsFunc(one.AllFindings(), func(f skill.Finding) bool { return f.Severity != skill.Info })
		if wrong || one.Brief().Format != skill.AgentSkills {
			return nil
		}
		whom, severity = []*agents.Agent{&standard.Agent}, skill.Info
	}
	list := slices.Clone(c.kept.of(one.ofSkill("portable", false), func() []skill.Finding {
		return portable.Findings(one.Name, one.Folder(), whom)
	}))
	for i := range list {
		list[i].Severity = severity
	}
	return list
}

// first reports whether a place of the disk, by whatever name, is in no other target yet.
func (c *checker) first(p *target, place string) bool {
	if p.linked || p.only != nil {
		if target, err := filepath.EvalSymlinks(place); err == nil {
			place = target
		}
	}
	if c.seen[place] == nil {
		c.seen[place] = p
	}
	return c.seen[place] == p
}

// note takes a note of a root. What could not be read was not checked.
func (c *checker) note(p *target, n loader.Note, rel string) {
	place := p.place(rel)
	if !c.first(p, n.Code+" "+place) {
		return
	}
	n.Path = p.path(rel)
	info, err := os.Lstat(place)
	if n.Code == "unreadable" && err == nil && (path.Base(rel) == loader.File || info.Mode()&fs.ModeSymlink == 0) {
		c.fault(n.Path, n.Code, "%s", n.Message)
		return
	}
	p.found.Root.Notes = append(p.found.Root.Notes, n)
}

func (c *checker) missed(p *target, found map[string]bool) {
	if p.only == nil && len(found) == 0 {
		c.fault(p.shown, "no_skill", "there is no %s here or below", loader.File)
	}
	for _, base := range slices.Sorted(maps.Keys(p.only)) {
		a := p.only[base]
		if p.name != "" {
			base = p.name
		}
		if !found[base] {
			c.fault(a.path, "no_skill", "there is no %s that can be read", loader.File)
		}
	}
}
