package check

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
)

// Text writes a line for each finding, and at the end the sums. Notes, of which there may
// be thousands, are counted in one line, unless they are wanted. The last line says where the
// manual explains the codes (SK-8).
func (r *Report) Text(to io.Writer, notes bool) error {
	if len(r.Roots) == 0 && r.Policy == nil {
		return nil
	}
	out, told := bufio.NewWriter(to), map[string]bool{}
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
	r.sums(out, notes)
	if len(told) > 0 {
		fmt.Fprintf(out, "lily help CODE explains a code: %s.\n", strings.Join(slices.Sorted(maps.Keys(told)), ", "))
	}
	return out.Flush()
}

// lines are the findings of a file, each with its place where it has one. The codes that
// they tell are marked.
func lines(out io.Writer, path string, findings []skill.Finding, notes bool, told map[string]bool) {
	for _, f := range findings {
		if !notes && f.Severity == skill.Info {
			continue
		}
		told[f.Code] = true
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
}

func (r *Report) sums(out io.Writer, notes bool) {
	fmt.Fprintf(out, "%s: %s, %s, %s.\n", answer.Number(len(r.Skills), "skill"),
		answer.Number(r.Errors, "error"), answer.Number(r.Warnings, "warning"), answer.Number(r.Notes, "note"))
	if r.Notes > 0 && !notes {
		fmt.Fprintf(out, "Notes: %s; --notes lists them.\n", r.kinds())
	}
	if r.LeftOut > 0 {
		fmt.Fprintln(out, loader.LeftOut(r.LeftOut))
	}
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

// Aside writes what was not checked, and where a scan left something out (LD-2): lines for
// people beside the report.
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
