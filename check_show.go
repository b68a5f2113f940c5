package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
)

// json prints all that was found, notes too.
func (r *report) json(t terminal) error {
	r.aside(t)
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// text prints a line for each finding, and at the end the sums. Notes, of which there
// may be thousands, are counted in one line.
func (r *report) text(t terminal, notes bool) error {
	r.aside(t)
	if len(r.Roots) == 0 && r.Policy == nil {
		return nil
	}
	out := bufio.NewWriter(t.out)
	all := r.Skills
	if r.Policy != nil {
		all = append([]checked{*r.Policy}, all...)
	}
	for _, c := range all {
		for _, f := range c.Findings {
			if notes || f.Severity != skill.Info {
				line(out, c.Path, f)
			}
		}
	}
	for _, root := range r.Roots {
		for _, n := range root.Notes {
			if notes || n.Severity != skill.Info {
				line(out, n.Path, skill.Finding{Severity: n.Severity, Code: n.Code, Message: n.Message, Clause: n.Clause})
			}
		}
	}
	r.sums(out, notes)
	return out.Flush()
}

// line is one finding, with its place where it has one in a file.
func line(out io.Writer, path string, f skill.Finding) {
	at := path
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", path, f.Line, f.Column)
	}
	said := fmt.Sprintf("%s: %s: %s (%s, %s)", at, f.Severity, f.Message, f.Code, f.Clause)
	if f.Fix != nil {
		said += " Fix: " + f.Fix.Text
	}
	fmt.Fprintln(out, answer.Line(said))
}

func (r *report) sums(out io.Writer, notes bool) {
	fmt.Fprintf(out, "%s: %s, %s, %s.\n", answer.Number(len(r.Skills), "skill"),
		answer.Number(r.Errors, "error"), answer.Number(r.Warnings, "warning"), answer.Number(r.Notes, "note"))
	if r.Notes > 0 && !notes {
		fmt.Fprintf(out, "Notes: %s; --notes lists them.\n", r.kinds())
	}
	if r.Unseen > 0 {
		fmt.Fprintln(out, loader.Unseen(r.Unseen))
	}
}

// kinds counts the notes by code, the commonest first.
func (r *report) kinds() string {
	codes := slices.SortedFunc(maps.Keys(r.codes), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.codes[b], r.codes[a]), cmp.Compare(a, b))
	})
	for i, code := range codes {
		codes[i] = fmt.Sprintf("%d %s", r.codes[code], code)
	}
	return strings.Join(codes, ", ")
}

// aside says on standard error what was not checked, and where a scan left something
// out (LD-2).
func (r *report) aside(t terminal) {
	for _, u := range r.Unchecked {
		fmt.Fprintf(t.err, "lily: %s: %s\n", answer.Line(u.Path), answer.Line(u.Message))
	}
	for _, root := range r.Roots {
		if root.Unseen > 0 {
			fmt.Fprintf(t.err, "lily: %s: %s\n", answer.Line(root.Path), loader.Unseen(root.Unseen))
		}
	}
}
