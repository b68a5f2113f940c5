package main

import (
	"context"
	"flag"
	"io/fs"
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
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/disk"
)

func checkCommand() subcommand {
	return subcommand{
		name: "check", args: "PATH...", summary: "list what is wrong with skills, and with a policy", most: -1,
		more: `A path is a SKILL.md, a skill, or a folder of skills. It is judged as a session judges it,
beside the skills that come with Lily, under the default rules unless a flag names others.`,
		examples: []string{"lily check skills", "lily check --json skills/one skills/two", "lily check --policy policy.yaml"},
		declare: func(f *flag.FlagSet) action {
			c := &checkFlags{}
			f.BoolVar(&c.json, "json", false, "print JSON, with notes")
			f.BoolVar(&c.notes, "notes", false, "list notes too, which are counted otherwise")
			f.Var(&c.whom, "for", "warn of what the agents `NAMES` do not take, and tell of no other agent")
			c.declareRules(f, world.Deep)
			return c.run
		},
	}
}

type checkFlags struct {
	places
	json, notes bool
	whom        names
}

func (c *checkFlags) run(_ context.Context, t terminal, paths []string) error {
	if len(paths) == 0 && c.policy == "" {
		return wrong("check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	list, err := agentsNamed(c.whom)
	if err != nil {
		return err
	}
	k := checker{whom: list, rules: c.profile+c.policy != "", targets: targets{scan: world.Scan(c.scan)}}
	rules, text, err := c.ruleset()
	if err != nil {
		return err
	}
	if k.world, err = c.world(); err != nil {
		return err
	}
	k.all(paths)
	if rules != nil && len(rules.Findings) == 0 {
		if rules.Findings, err = k.unknown(rules.Path, text); err != nil {
			return err
		}
	}
	r := check.New(k.parts(), rules, k.faults)
	r.Aside(t.err)
	if c.json {
		err = printJSON(t, r, "  ")
	} else {
		err = r.Text(t.out, c.notes)
	}
	if err == nil && (r.Errors > 0 || len(r.Unchecked) > 0) {
		err = errFindings
	}
	return err
}

// ruleset reads the policy that is to be checked, if any. A broken one is not what the skills are judged by.
func (p *places) ruleset() (*check.File, []byte, error) {
	if p.policy == "" {
		return nil, nil, nil
	}
	text, err := disk.File(p.policy, mostText)
	if err != nil {
		return nil, nil, err
	}
	f := check.Policy(filepath.Base(p.policy), p.policy, text)
	if len(f.Findings) > 0 {
		p.policy = ""
	}
	return f, text, nil
}

// unknown lists the rules that name no tool, no command and no skill, bundled or checked (PO-4).
func (c *checker) unknown(path string, text []byte) ([]skill.Finding, error) {
	snaps := c.snaps
	if len(snaps) == 0 {
		s, err := snapshotOf(c.world, nil)
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

type checker struct {
	targets
	world world.World
	whom  []*agents.Agent // that the skills are written for; none for everybody
	rules bool            // a profile or a policy was named, so that what they lack is more than a note
	last  *loader.Snapshot
	snaps []*loader.Snapshot
	seen  map[string]*target // where a file was judged first, or a note was taken
}

// all judges whole folders first: what is also asked for by itself is judged where its neighbours are.
func (c *checker) all(paths []string) {
	for _, path := range paths {
		c.add(path)
	}
	c.seen = map[string]*target{}
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

func (c *checker) parts() (list []*check.Part) {
	for _, p := range c.list {
		p.found.Alone = p.only != nil
		list = append(list, &p.found)
	}
	return list
}

// judge loads a target as the workspace's root, which is judged as in a session.
func (c *checker) judge(p *target) error {
	sub, skips, err := p.read(c.scan)
	if err != nil {
		return err
	}
	w, at := c.world, len(c.world.Roots)-1
	w.Roots = append(w.Roots[:at:at], w.Roots[at])
	root := &w.Roots[at]
	root.Skips, root.Scan = skips, c.scan
	if p.only != nil {
		root.Scan = world.Children
	}
	w = w.With(root.Path, sub)
	s, err := snapshotOf(w, c.last)
	if err != nil {
		return err
	}
	c.last, c.snaps = s, append(c.snaps, s)
	c.take(p, s, s.Roots[at])
	return nil
}

// take takes over what a snapshot says of its last root.
func (c *checker) take(p *target, s *loader.Snapshot, l *loader.Listing) {
	p.found.Root = check.Root{Path: p.shown, Scan: l.Scan, LeftOut: l.LeftOut, Notes: []loader.Note{}}
	found := map[string]bool{}
	for _, one := range s.Candidates {
		if rel, own := strings.CutPrefix(one.Path, l.Path+"/"); own {
			found[rel] = true
			if c.first(p, p.place(rel+"/"+loader.File)) {
				p.found.Skills = append(p.found.Skills, c.checked(p, l, one, rel))
			}
		}
	}
	p.found.Root.Count = len(p.found.Skills)
	for _, n := range l.Notes {
		c.note(p, n, strings.TrimPrefix(strings.TrimPrefix(n.Path, l.Path), "/"))
	}
	c.missed(p, found)
}

func (c *checker) checked(p *target, l *loader.Listing, one *loader.Candidate, rel string) check.File {
	got := check.File{
		Name: one.Name, Path: p.path(rel + "/" + loader.File), Format: one.Brief().Format, State: one.State,
		Findings: []skill.Finding{},
	}
	for _, f := range one.AllFindings() {
		if c.rules && loader.Elsewhere(f.Clause) {
			f.Severity = skill.Warning
		}
		if f.Code == "duplicate_name" || f.Code == "shadowed" {
			f.Message = strings.ReplaceAll(f.Message, l.Path+"/", filepath.Clean(p.shown)+string(filepath.Separator))
		}
		if len(c.whom) == 0 || portable.Concerns(f, c.whom) {
			got.Findings = append(got.Findings, f)
		}
	}
	got.Findings = append(got.Findings, c.foreign(one)...)
	skill.Sort(got.Findings)
	return got
}

// foreign is what other agents do not take of a skill: a note of what breaks the standard, where the skill is of its
// format and nothing worse is told; or a warning for each of the agents that it is written for.
func (c *checker) foreign(one *loader.Candidate) []skill.Finding {
	wrong := slices.ContainsFunc(one.AllFindings(), func(f skill.Finding) bool { return f.Severity != skill.Info })
	switch {
	case len(c.whom) == 0 && (wrong || one.Brief().Format != skill.AgentSkills):
		return nil
	case len(c.whom) == 0:
		return portable.Findings(one.Name, one.Folder(), []*agents.Agent{&standard.Agent})
	}
	list := portable.Findings(one.Name, one.Folder(), c.whom)
	for i := range list {
		list[i].Severity = skill.Warning
	}
	return list
}

// first reports whether a place of the disk, by whatever name, is in no other target yet.
func (c *checker) first(p *target, place string) bool {
	if target, err := filepath.EvalSymlinks(place); err == nil {
		place = target
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
	for base, a := range p.only {
		if p.name != "" {
			base = p.name
		}
		if !found[base] {
			c.fault(a.path, "no_skill", "there is no %s that can be read", loader.File)
		}
	}
}
