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

// New sums up what was found, in the order of the parts. The policy may be nil.
func New(parts []*Part, policy *File, faults []Fault) *Report {
	r := &Report{Policy: policy, Skills: []File{}, Roots: []Root{}, codes: map[string]int{}}
	r.Unchecked = append([]Fault{}, faults...)
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

// Text writes a line for each finding, the sums, and where the manual explains the codes (SK-8).
// Notes, of which there may be thousands, are counted in one line, unless they are wanted.
func (r *Report) Text(to io.Writer, notes bool) error {
	if len(r.Roots) == 0 && r.Policy == nil {
		return nil
	}
	out, told := &strings.Builder{}, map[string]bool{}
	if r.Policy != nil {
		lines(out, r.Policy.Path, r.Policy.Findings, notes, told)
	}
	for _, s := range r.Skills {
		lines(out, s.Path, s.Findings, notes, told)
	}
	for _, root := range r.Roots {
		for i, f := range ofNotes(root.Notes) {
			lines(out, root.Notes[i].Path, []skill.Finding{f}, notes, told)
		}
	}
	fmt.Fprintf(out, "%s: %s, %s, %s.\n", answer.Number(len(r.Skills), "skill"),
		answer.Number(r.Errors, "error"), answer.Number(r.Warnings, "warning"), answer.Number(r.Notes, "note"))
	if r.Notes > 0 && !notes {
		fmt.Fprintf(out, "Notes: %s; --notes lists them.\n", r.kinds())
	}
	if r.LeftOut > 0 {
		fmt.Fprintln(out, loader.LeftOut(r.LeftOut))
	}
	if len(told) > 0 {
		fmt.Fprintf(out, "lily help CODE explains a code: %s.\n", strings.Join(slices.Sorted(maps.Keys(told)), ", "))
	}
	_, err := io.WriteString(to, out.String())
	return err
}

// lines are the findings of a file, each with its place. The codes that they tell are marked.
func lines(out io.Writer, path string, findings []skill.Finding, notes bool, told map[string]bool) {
	for _, f := range findings {
		if !notes && f.Severity == skill.Info {
			continue
		}
		told[f.Code] = true
		at := Place(path, f)
		if f.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", at, f.Line, f.Column)
		}
		said := fmt.Sprintf("%s: %s: %s (%s, %s)", at, f.Severity, f.Message, f.Code, f.Clause)
		if f.Fix != nil {
			said += " Fix: " + f.Fix.Text
		}
		fmt.Fprintln(out, answer.Line(said))
	}
}

// Place is the path of the file that a finding is about, where path is that of the SKILL.md, or of the policy.
func Place(path string, f skill.Finding) string {
	if f.File == "" || f.File == loader.File || f.File == path {
		return path
	}
	return filepath.Join(filepath.Dir(path), filepath.FromSlash(f.File))
}

// kinds counts the notes by code, the commonest first.
func (r *Report) kinds() string {
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
