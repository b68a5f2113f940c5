// Package check is the report of lily check: what was found in skills, in a policy and in the
// files of projects, summed up.
//
// It promises that each finding is counted once, errors, warnings and notes apart. It judges
// nothing: what a skill is told is the loader's (SK-8), and where the files come from is the
// caller's. How a report is written is core/format's.
//
//	r := check.New([]*check.Part{{Root: root, Skills: skills}}, nil, nil)
package check

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/conf"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/world"
)

// Report is what a check says.
type Report struct {
	Policy    *File          `json:"policy,omitempty"`
	Projects  []File         `json:"projects,omitempty"`
	Skills    []File         `json:"skills"`
	Roots     []Root         `json:"roots"`
	Unchecked []Fault        `json:"unchecked"`
	Errors    int            `json:"errors"`
	Warnings  int            `json:"warnings"`
	Notes     int            `json:"notes"`
	LeftOut   int            `json:"not_looked_at"`
	Ignored   int            `json:"ignored,omitempty"`
	codes     map[string]int // of the notes
}

// File is a skill, the policy or the file of a project, with its verdict and what was found.
type File struct {
	Name     string          `json:"name"`
	Path     string          `json:"path"` // as it was asked for
	Format   skill.Format    `json:"format"`
	State    loader.State    `json:"state"`
	Findings []skill.Finding `json:"findings"`
	// Text is that of a file of it, by its path in the skill's folder; nil where nobody has it.
	Text func(file string) string `json:"-"`
}

// Root is a folder that was asked for, or the one that skills lie in.
type Root struct {
	Path    string        `json:"path"`
	Scan    world.Scan    `json:"scan"`
	Count   int           `json:"candidates"`
	LeftOut int           `json:"not_looked_at"`
	Ignored int           `json:"ignored,omitempty"` // folders and files that lists name, such as .gitignore
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

// New sums up what was found, in the order of the parts. The policy may be nil.
func New(parts []*Part, policy *File, faults []Fault) *Report {
	r := &Report{Policy: policy, Skills: []File{}, Roots: []Root{}, codes: map[string]int{}}
	r.Unchecked = append([]Fault{}, faults...)
	if policy != nil {
		r.count(policy.Findings)
	}
	for _, p := range parts {
		r.Skills = append(r.Skills, p.Skills...)
		r.LeftOut += p.Root.LeftOut
		r.Ignored += p.Root.Ignored
		for _, s := range p.Skills {
			r.count(s.Findings)
		}
		for _, n := range p.Root.Notes {
			r.count([]skill.Finding{OfNote(n)})
		}
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

// With takes the files of projects into the report.
func (r *Report) With(projects []File) {
	r.Projects = projects
	for _, p := range projects {
		r.count(p.Findings)
	}
}

// Least is the report without findings below a severity. The sums stay those of all.
func (r *Report) Least(severity skill.Severity) *Report {
	low := func(f skill.Finding) bool {
		return severity != skill.Info && (f.Severity == skill.Info || severity == skill.Error && f.Severity != skill.Error)
	}
	left := *r
	left.Skills, left.Roots = slices.Clone(r.Skills), slices.Clone(r.Roots)
	for i, s := range left.Skills {
		left.Skills[i].Findings = slices.DeleteFunc(slices.Clone(s.Findings), low)
	}
	for i, root := range left.Roots {
		left.Roots[i].Notes = slices.DeleteFunc(slices.Clone(root.Notes), func(n loader.Note) bool { return low(OfNote(n)) })
	}
	return &left
}

// Files are all of the report's: the policy, those of projects, and the skills.
func (r *Report) Files() (list []File) {
	if r.Policy != nil {
		list = append(list, *r.Policy)
	}
	return append(append(list, r.Projects...), r.Skills...)
}

// OfNote is a note of a root as a finding, which has no place in a file.
func OfNote(n loader.Note) skill.Finding {
	return skill.Finding{Severity: n.Severity, Code: n.Code, Message: n.Message, Clause: n.Clause}
}

// Namesakes tells of skills of one name in several parts, of which a session with both
// takes one (LD-3). Those of one part the loader tells of (LD-5).
func Namesakes(parts []*Part) {
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

// Policy is a file with a policy, which is no skill, and the faults of the file (PO-1).
func Policy(name, path string, text []byte) *File {
	file := &File{Name: name, Path: path, Format: "policy", Findings: []skill.Finding{}}
	_, err := policy.Parse(path, text)
	if err == nil {
		return file
	}
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	for _, one := range all {
		f := skill.Finding{
			Code: "policy_invalid", Severity: skill.Error, Clause: "PO-1",
			File: path, Line: 1, Column: 1, Message: one.Error() + ".",
		}
		if placed, ok := errors.AsType[*conf.Error](one); ok {
			f.Line, f.Column, f.Message = placed.Line, placed.Column, placed.Message+"."
		}
		file.Findings = append(file.Findings, f)
	}
	return file
}

// Place is the path of the file that a finding is about, where path is that of the SKILL.md, or of the policy.
func Place(path string, f skill.Finding) string {
	if f.File == "" || f.File == loader.File || f.File == path {
		return path
	}
	return filepath.Join(filepath.Dir(path), filepath.FromSlash(f.File))
}

// Kinds counts the notes by code, the commonest first.
func (r *Report) Kinds() string {
	codes := slices.SortedFunc(maps.Keys(r.codes), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.codes[b], r.codes[a]), cmp.Compare(a, b))
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", r.codes[code], code)
	}
	return strings.Join(codes, ", ")
}

// Aside writes what was not checked, and where a scan left something out (LD-2).
func (r *Report) Aside(out io.Writer) {
	for _, u := range r.Unchecked {
		fmt.Fprintf(out, "lily: %s: %s\n", answer.Line(u.Path), answer.Line(u.Message))
	}
	for _, root := range r.Roots {
		if root.LeftOut > 0 {
			fmt.Fprintf(out, "lily: %s: %s\n", answer.Line(root.Path), loader.LeftOut(root.LeftOut))
		}
	}
}
