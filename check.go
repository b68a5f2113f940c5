package main

import (
	"errors"
	"fmt"
	"maps"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/world"
)

var errFindings = errors.New("there are findings of severity error, or something could not be checked")

// check judges skills as a session would: through the same loader, beside the skills
// that come with Lily, under the default rules unless a flag names others.
func check(args []string, t terminal) error {
	f, p := flags("check", t), places{}
	asJSON := f.Bool("json", false, "print JSON")
	notes := f.Bool("notes", false, "list notes too")
	f.StringVar(&p.profile, "profile", "", "FILE with the environment profile")
	f.StringVar(&p.policy, "policy", "", "FILE with the tool policy")
	f.StringVar(&p.scan, "scan", string(world.Deep), "children or tree")
	if err := parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 && p.policy == "" {
		return wrong(t, "check wants a path: a SKILL.md, a skill, or a folder of skills")
	}
	named := p.profile+p.policy != ""
	rules, err := p.rules()
	if err != nil {
		return err
	}
	w, err := p.world()
	if err != nil {
		return err
	}
	c := checker{world: w, rules: named, plots: plots{scan: world.Scan(p.scan)}}
	c.all(f.Args())
	r := c.report()
	if err := r.rule(rules, &c); err != nil {
		return err
	}
	if *asJSON {
		err = r.json(t)
	} else {
		err = r.text(t, *notes)
	}
	if err == nil && (r.Errors > 0 || len(r.Unchecked) > 0) {
		err = errFindings
	}
	return err
}

// report is what a check says.
type report struct {
	Policy    *checked       `json:"policy,omitempty"`
	Skills    []checked      `json:"skills"`
	Roots     []looked       `json:"roots"`
	Unchecked []unchecked    `json:"unchecked"`
	Errors    int            `json:"errors"`
	Warnings  int            `json:"warnings"`
	Notes     int            `json:"notes"`
	Unseen    int            `json:"not_looked_at"`
	codes     map[string]int // of the notes
}

// checked is one skill with its verdict and what was found.
type checked struct {
	Name     string          `json:"name"`
	Path     string          `json:"path"` // of the file, as it was asked for
	Format   skill.Format    `json:"format"`
	State    loader.State    `json:"state"`
	Findings []skill.Finding `json:"findings"`
}

// looked is one root: a folder that was asked for, or the one that skills lie in.
type looked struct {
	Path   string        `json:"path"`
	Scan   world.Scan    `json:"scan"`
	Count  int           `json:"candidates"`
	Unseen int           `json:"not_looked_at"`
	Notes  []loader.Note `json:"notes"`
}

// unchecked is a path that nothing can be said of.
type unchecked struct {
	Path    string `json:"path"`
	Code    string `json:"code"` // not_found, unreadable, not_a_skill, no_skill
	Message string `json:"message"`
}

func (r *report) count(sev skill.Severity, code string) {
	switch sev {
	case skill.Error:
		r.Errors++
	case skill.Warning:
		r.Warnings++
	default:
		r.Notes++
		r.codes[code]++
	}
}

// report sums up what the plots gave, in the order in which they were asked for.
func (c *checker) report() *report {
	r := &report{Skills: []checked{}, Roots: []looked{}, Unchecked: append([]unchecked{}, c.faults...), codes: map[string]int{}}
	c.namesakes()
	for _, p := range c.list {
		r.Skills = append(r.Skills, p.skills...)
		r.Unseen += p.root.Unseen
		for _, s := range p.skills {
			for _, f := range s.Findings {
				r.count(f.Severity, f.Code)
			}
		}
		for _, n := range p.root.Notes {
			r.count(n.Severity, n.Code)
		}
		if p.root.Path != "" && (p.only == nil || len(p.skills)+len(p.root.Notes) > 0) {
			r.Roots = append(r.Roots, p.root)
		}
	}
	return r
}

// rules reads the policy that is to be checked, nil for none. One that is broken is not
// what the skills are judged by.
func (p *places) rules() (*ruled, error) {
	if p.policy == "" {
		return nil, nil
	}
	r, err := readPolicy(p.policy)
	if err == nil && len(r.Findings) > 0 {
		p.policy = ""
	}
	return r, err
}

// rule adds what is wrong with the policy.
func (r *report) rule(p *ruled, c *checker) error {
	if p == nil {
		return nil
	}
	if len(p.Findings) == 0 {
		if err := p.names(c); err != nil {
			return err
		}
	}
	for _, f := range p.Findings {
		r.count(f.Severity, f.Code)
	}
	r.Policy = &p.checked
	return nil
}

// namesakes tells of skills of one name in several roots, of which a session with both
// takes one (LD-3). Those of one root the loader tells of (LD-5).
func (c *checker) namesakes() {
	first := map[string]*checked{}
	for _, p := range c.list {
		own := map[string]*checked{}
		for i := range p.skills {
			s := &p.skills[i]
			if twin := first[s.Name]; twin != nil && s.State != loader.Shadowed {
				s.Findings = append(s.Findings, skill.Finding{
					Code: "same_name", Severity: skill.Warning, File: loader.File, Line: 1, Column: 1, Clause: "LD-3",
					Message: fmt.Sprintf("%s has the same name; a session that finds both takes only one.", answer.Line(twin.Path)),
				})
			} else if own[s.Name] == nil {
				own[s.Name] = s
			}
		}
		maps.Copy(first, own)
	}
}
