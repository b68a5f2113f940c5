// Package check is the report of lily check: what was found in skills and in a policy,
// summed up, and as lines of text.
//
// It promises that each finding is counted once, errors, warnings and notes apart, and
// that a line of text is one line for a terminal. It judges nothing: what a skill is told
// is the loader's (SK-8), and where the files come from is the caller's.
//
//	r := check.New([]*check.Part{{Root: root, Skills: skills}}, nil, nil)
//	err := r.Text(out, false)
package check

import (
	"fmt"
	"maps"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/world"
)

// Report is what a check says.
type Report struct {
	Policy    *File          `json:"policy,omitempty"`
	Skills    []File         `json:"skills"`
	Roots     []Root         `json:"roots"`
	Unchecked []Fault        `json:"unchecked"`
	Errors    int            `json:"errors"`
	Warnings  int            `json:"warnings"`
	Notes     int            `json:"notes"`
	LeftOut   int            `json:"not_looked_at"`
	codes     map[string]int // of the notes
}

// File is a skill, or the policy, with its verdict and what was found.
type File struct {
	Name     string          `json:"name"`
	Path     string          `json:"path"` // as it was asked for
	Format   skill.Format    `json:"format"`
	State    loader.State    `json:"state"`
	Findings []skill.Finding `json:"findings"`
}

// Root is a folder that was asked for, or the one that skills lie in.
type Root struct {
	Path    string        `json:"path"`
	Scan    world.Scan    `json:"scan"`
	Count   int           `json:"candidates"`
	LeftOut int           `json:"not_looked_at"`
	Notes   []loader.Note `json:"notes"`
}

// Fault is a path that nothing can be said of.
type Fault struct {
	Path    string `json:"path"`
	Code    string `json:"code"` // not_found, unreadable, not_a_skill, no_skill
	Message string `json:"message"`
}

// Part is one root with its skills. Where these were asked for one by one, a root without
// any is not worth a word.
type Part struct {
	Root   Root // has no path where nothing could be read
	Skills []File
	Alone  bool // were asked for one by one
}

// New sums up what was found, in the order of the parts. The policy may be nil. Skills of one
// name in several parts are told of it.
func New(parts []*Part, policy *File, faults []Fault) *Report {
	r := &Report{
		Policy: policy, Skills: []File{}, Roots: []Root{}, Unchecked: append([]Fault{}, faults...), codes: map[string]int{},
	}
	namesakes(parts)
	if policy != nil {
		r.count(policy.Findings)
	}
	for _, p := range parts {
		r.Skills = append(r.Skills, p.Skills...)
		r.LeftOut += p.Root.LeftOut
		for _, s := range p.Skills {
			r.count(s.Findings)
		}
		r.count(ofNotes(p.Root.Notes))
		if p.Root.Path != "" && (!p.Alone || len(p.Skills)+len(p.Root.Notes) > 0) {
			r.Roots = append(r.Roots, p.Root)
		}
	}
	return r
}

func (r *Report) count(findings []skill.Finding) {
	for _, f := range findings {
		switch f.Severity {
		case skill.Error:
			r.Errors++
		case skill.Warning:
			r.Warnings++
		default:
			r.Notes++
			r.codes[f.Code]++
		}
	}
}

// ofNotes are notes of a root as findings, which have no place in a file.
func ofNotes(notes []loader.Note) (list []skill.Finding) {
	for _, n := range notes {
		list = append(list, skill.Finding{Severity: n.Severity, Code: n.Code, Message: n.Message, Clause: n.Clause})
	}
	return list
}

// namesakes tells of skills of one name in several parts, of which a session with both
// takes one (LD-3). Those of one part the loader tells of (LD-5).
func namesakes(parts []*Part) {
	first := map[string]*File{}
	for _, p := range parts {
		own := map[string]*File{}
		for i := range p.Skills {
			s := &p.Skills[i]
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
