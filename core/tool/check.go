package tool

import (
	"fmt"
	"slices"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/world"
)

var checkSkills = Tool{
	Name:    "check_skills",
	Summary: "Check the workspace's skills as they are now: state, reasons and findings.",
	Params: []skill.Param{
		optional("name", "string", "Only this skill, with all of its findings."),
		optional("from", "integer", "Begin at this entry of a long report."),
	},
	Run: func(w World, args command.Args) (Output, error) {
		in := w.Input
		in.Roots = slices.Clone(in.Roots)
		for i := range in.Roots {
			in.Roots[i].Required = false // a root that is missing is not the one that is checked (CM-10)
		}
		s, err := loader.Load(in, nil)
		if err != nil {
			return Output{}, err
		}
		name := text(args, "name")
		from, given := args["from"].(int64)
		if given && from < 1 {
			return Output{}, fmt.Errorf("got from=%d, want 1 or more", from)
		}
		r := reportOn(w, s, name)
		if name != "" && r.skills == 0 {
			return Output{}, fmt.Errorf("the workspace has no skill %q", name)
		}
		if given && int(from) > len(r.entries) {
			return Output{}, fmt.Errorf("got from=%d, want at most %d, the last entry", from, len(r.entries))
		}
		return Output{Text: r.page(max(int(from), 1))}, nil
	},
}

// reportOn lists the workspace's skills, those with errors first, or one of them in full.
func reportOn(w World, s *loader.Snapshot, name string) *report {
	r := &report{world: w, name: name, leftOut: s.LeftOut(), findings: map[skill.Severity]int{}}
	var ranks [4][]string
	for _, l := range s.Roots {
		if l.Source == world.Workspace && name == "" {
			ranks[1] = r.root(l)
		}
	}
	for _, c := range s.Candidates {
		switch {
		case c.Source != world.Workspace || name != "" && c.Name != name:
		case name != "":
			r.count(c)
			r.entries = append(r.entries, r.full(c)...)
		default:
			rank := r.count(c)
			ranks[rank] = append(ranks[rank], r.brief(c))
		}
	}
	for _, list := range ranks {
		r.entries = append(r.entries, list...)
	}
	return r
}

// count sums up what is said of a candidate, and ranks it: with an error, excluded otherwise, with a warning, the rest.
func (r *report) count(c *loader.Candidate) (rank int) {
	r.skills++
	has := map[skill.Severity]bool{}
	for _, f := range c.AllFindings() {
		r.findings[f.Severity]++
		has[f.Severity] = true
	}
	switch {
	case has[skill.Error]:
		return 0
	case c.State != loader.Available:
		return 1
	case has[skill.Warning]:
		return 2
	}
	return 3
}

// root counts the notes of a root, and gives its warnings as entries.
func (r *report) root(l *loader.Listing) (entries []string) {
	for _, n := range l.Notes {
		r.findings[n.Severity]++
		if n.Severity != skill.Info {
			entries = append(entries, fmt.Sprintf("\n- `%s` %s: %s (%s, %s)\n", n.Path, n.Severity, clip(n.Message), n.Code, n.Clause))
		}
	}
	return entries
}
