package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/skill"
)

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
	var grave []skill.Finding
	for _, f := range c.Findings {
		if f.Severity != skill.Info {
			grave = append(grave, f)
		}
	}
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
	entry := fmt.Sprintf("\n## %s\n\nState: %s.\n", c.Name, c.State)
	for _, why := range c.Reasons[:min(len(c.Reasons), maxShown)] {
		entry += reason(why)
	}
	return entry
}

func reason(why skill.Reason) string {
	return fmt.Sprintf("- %s (%s, %s)\n", clip(why.Message), why.Code, why.Clause)
}

func (r *report) finding(c *loader.Candidate, f skill.Finding, first bool) string {
	line := ""
	if first {
		line = "\nFindings:\n"
	}
	line += fmt.Sprintf("- `%s/%s:%d:%d` %s: %s (%s, %s)\n", c.Path, f.File, f.Line, f.Column, f.Severity, clip(f.Message), f.Code, f.Clause)
	if f.Fix != nil && !r.world.closed(strings.TrimPrefix(c.Path, "/")+"/"+loader.File) {
		line += fmt.Sprintf("  Fix: `%s`\n", clip(strings.TrimRight(f.Fix.Text, "\n")))
	}
	return line
}

// clip cuts a text that is too long to be read in a list.
func clip(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxQuoted {
			return fmt.Sprintf("%s… (%d bytes in all)", text[:i], len(text))
		}
	}
	return text
}
