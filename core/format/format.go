// Package format writes what a check has found: for people, for other programs, and for the hosts that show it beside the
// change that is reviewed.
//
// It promises that the same report gives the same bytes, and that no foreign text drives a terminal, ends a line that is a
// command to a host, or breaks the form that it stands in. It judges nothing.
//
//	err := format.Formats["sarif"](out, report, format.Options{Least: skill.Warning})
package format

import (
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/skill"
)

// Entry is what the manual says of a code.
type Entry struct {
	Text     string // Markdown
	Severity skill.Severity
}

// Options say what is written, and how.
type Options struct {
	Least   skill.Severity // findings of at least this severity are written
	Strict  bool           // a warning fails too
	Colour  bool           // for a terminal that shows it
	Version string         // of the program
	Help    func(code string) Entry
	Fixed   string // a sentence on what was fixed, if anything was
}

// Writer writes a report.
type Writer func(to io.Writer, r *check.Report, o Options) error

// Formats are the writers by name, but for JSON, which is the report itself.
var Formats = map[string]Writer{"text": Text, "sarif": SARIF, "github": GitHub, "junit": JUnit}

// Names are those of all formats.
func Names() []string { return append([]string{"json"}, slices.Sorted(maps.Keys(Formats))...) }

// found is a finding in its file.
type found struct {
	skill.Finding
	path string
	text string // of the file, where it is known
}

// at is the finding with where its file is, which need not be the one that is named. Of the texts that are known already
// none is asked for again.
func at(f check.File, one skill.Finding, known map[string]string) found {
	in := found{Finding: one, path: check.Place(f.Path, one)}
	if text, asked := known[one.File]; asked {
		in.text = text
	} else if f.Text != nil {
		in.text = f.Text(one.File)
		known[one.File] = in.text
	}
	return in
}

// all are the findings that are written, in the order of the report.
func (o Options) all(r *check.Report) (list []found) {
	for _, f := range r.Files() {
		list = append(list, o.of(f)...)
	}
	for _, root := range r.Roots {
		for _, n := range root.Notes {
			if f := check.OfNote(n); o.shows(f) {
				list = append(list, found{Finding: f, path: n.Path})
			}
		}
	}
	return list
}

func (o Options) of(f check.File) (list []found) {
	known := map[string]string{}
	for _, one := range f.Findings {
		if o.shows(one) {
			list = append(list, at(f, one, known))
		}
	}
	return list
}

func (o Options) shows(f skill.Finding) bool { return rank(f.Severity) >= rank(o.Least) }

func (o Options) fails(f skill.Finding) bool {
	return f.Severity == skill.Error || o.Strict && f.Severity == skill.Warning
}

func rank(s skill.Severity) int { return slices.Index(severities, s) }

var severities = []skill.Severity{skill.Info, skill.Warning, skill.Error}

// sums are the counts of a report in a sentence.
func sums(r *check.Report) string {
	return answer.Number(len(r.Skills), "skill") + ": " + answer.Number(r.Errors, "error") + ", " +
		answer.Number(r.Warnings, "warning") + ", " + answer.Number(r.Notes, "note") + "."
}

// slashed is a path as it stands in an address.
func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }
