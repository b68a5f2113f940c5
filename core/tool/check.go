package tool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lily/core/answer"
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

// The bounds of a report, which keep every page of it within [MaxOutput].
const (
	pageBytes = 32 << 10 // after which a page takes no further entry
	maxShown  = 10       // reasons, or findings in the list of all skills, of one skill
	maxQuoted = 500      // code points of a sentence, or of a fix
)

// report is a Markdown report on some candidates, in entries that fit on pages.
type report struct {
	world    World
	name     string // of the one skill; empty for all
	skills   int
	leftOut  string // what the scan left out
	findings map[skill.Severity]int
	entries  []string
}

// page returns the head and as many entries as fit, from one on; the first has number 1.
func (r *report) page(from int) string {
	if r.skills+len(r.entries) == 0 {
		return "# Skill check\n\nThe workspace has no skills. Put a folder with a SKILL.md into /workspace/skills."
	}
	head := fmt.Sprintf("# Skill check\n\n%s: %s, %s, %s. %s", answer.Number(r.skills, "skill"),
		answer.Number(r.findings[skill.Error], "error"), answer.Number(r.findings[skill.Warning], "warning"),
		answer.Number(r.findings[skill.Info], "note"), r.leftOut)
	var b strings.Builder
	last := from - 1
	for last < len(r.entries) && (b.Len() == 0 || b.Len()+len(r.entries[last]) <= pageBytes) {
		b.WriteString(r.entries[last])
		last++
	}
	if from > 1 || last < len(r.entries) {
		fmt.Fprintf(&b, "\nEntries %d to %d of %d.", from, last, len(r.entries))
	}
	if last < len(r.entries) {
		fmt.Fprintf(&b, " `%s` goes on; `/check NAME` lists all that was found in one skill.", call(r.name, last+1))
	}
	return strings.TrimRight(strings.TrimRight(head, " ")+"\n"+b.String(), "\n")
}

// call is the command for a part of a report. A name that would not be read as one word stands in an object (CM-5).
func call(name string, from int) string {
	if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"\\={", r) }) {
		object, _ := json.Marshal(struct { // a text and a number always encode
			Name string `json:"name"`
			From int    `json:"from,omitempty"`
		}{name, from})
		return "/check " + string(object)
	}
	line := "/check"
	if name != "" {
		line += " " + name
	}
	if from > 0 {
		line += fmt.Sprint(" from=", from)
	}
	return line
}

// brief is a skill in the list of all: the first errors and warnings, and how many are left.
func (r *report) brief(c *loader.Candidate) string {
	grave := slices.DeleteFunc(slices.Clone(c.Findings), func(f skill.Finding) bool { return f.Severity == skill.Info })
	shown := grave[:min(len(grave), maxShown)]
	var entry strings.Builder
	entry.WriteString(head(c))
	if n := len(c.Reasons); n > maxShown {
		fmt.Fprintf(&entry, "- And %s.\n", answer.Number(n-maxShown, "more reason"))
	}
	for i, f := range shown {
		entry.WriteString(r.finding(c, f, i == 0))
	}
	if rest := len(c.Findings) - len(shown); rest > 0 {
		what := answer.Number(rest, "note")
		if len(grave) > len(shown) {
			what = answer.Number(rest, "more finding")
		}
		fmt.Fprintf(&entry, "\n%s: `%s`\n", what, call(c.Name, 0))
	}
	return entry.String()
}

// full is a skill alone: its head, and an entry for each further reason and each finding.
func (r *report) full(c *loader.Candidate) []string {
	entries := []string{head(c)}
	for _, why := range c.Reasons[min(len(c.Reasons), maxShown):] {
		entries = append(entries, reason(why))
	}
	for i, f := range c.Findings {
		entries = append(entries, r.finding(c, f, i == 0))
	}
	return entries
}

func head(c *loader.Candidate) string {
	parts := []string{fmt.Sprintf("\n## %s\n\nState: %s.\n", inLine(c.Name), c.State)}
	for _, why := range c.Reasons[:min(len(c.Reasons), maxShown)] {
		parts = append(parts, reason(why))
	}
	return strings.Join(parts, "")
}

func reason(why skill.Reason) string {
	return fmt.Sprintf("- %s (%s, %s)\n", clip(why.Message), why.Code, why.Clause)
}

func (r *report) finding(c *loader.Candidate, f skill.Finding, first bool) string {
	line := ""
	if first {
		line = "\nFindings:\n"
	}
	line += fmt.Sprintf("- `%s/%s:%d:%d` %s: %s (%s, %s)\n", inLine(c.Path), inLine(f.File), f.Line, f.Column, f.Severity, clip(f.Message), f.Code, f.Clause)
	if f.Fix != nil && !r.world.closed(strings.TrimPrefix(c.Path, "/")+"/"+loader.File) {
		line += fmt.Sprintf("  Fix: `%s`\n", clip(strings.TrimRight(f.Fix.Text, "\n")))
	}
	return line
}

func clip(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxQuoted {
			return fmt.Sprintf("%s… (%d bytes in all)", text[:i], len(text))
		}
	}
	return text
}
