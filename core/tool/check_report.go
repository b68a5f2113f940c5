package tool

import (
	"fmt"
	"strconv"
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
	name     string // of the one skill; empty for all
	skills   int
	unseen   string // what the scan left out
	findings map[skill.Severity]int
	entries  []string
}

// page returns the head and as many entries as fit, from one on; the first has number 1.
func (r *report) page(from int) string {
	if r.skills+len(r.entries) == 0 {
		return "# Skill check\n\nThe workspace has no skills. Put a folder with a SKILL.md into /workspace/skills."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Skill check\n\n%s: %s, %s, %s. %s", answer.Number(r.skills, "skill"),
		answer.Number(r.findings[skill.Error], "error"), answer.Number(r.findings[skill.Warning], "warning"),
		answer.Number(r.findings[skill.Info], "note"), r.unseen)
	head := strings.TrimRight(b.String(), " ") + "\n"
	b.Reset()
	last := from - 1
	for last < len(r.entries) && (b.Len() == 0 || b.Len()+len(r.entries[last]) <= pageBytes) {
		b.WriteString(r.entries[last])
		last++
	}
	if from > 1 || last < len(r.entries) {
		fmt.Fprintf(&b, "\nEntries %d to %d of %d.%s\n", from, last, len(r.entries), r.next(last))
	}
	return strings.TrimRight(head+b.String(), "\n")
}

// next says how to see what follows an entry.
func (r *report) next(last int) string {
	if last == len(r.entries) {
		return ""
	}
	call := "/check"
	if r.name != "" {
		call += " " + word(r.name)
	}
	return fmt.Sprintf(" `%s from=%d` goes on; `/check NAME` lists all that was found in one skill.", call, last+1)
}

// word is a name as an argument that is one word.
func word(name string) string {
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return strconv.Quote(name)
	}
	return name
}

// brief is a skill in the list of all: the first errors and warnings, and how many are left.
func brief(c *loader.Candidate) string {
	var grave []skill.Finding
	for _, f := range c.Findings {
		if f.Severity != skill.Info {
			grave = append(grave, f)
		}
	}
	shown := grave[:min(len(grave), maxShown)]
	entry := head(c, len(shown))
	for _, f := range shown {
		entry += finding(c, f)
	}
	if rest := len(c.Findings) - len(shown); rest > 0 {
		what := answer.Number(rest, "note")
		if len(grave) > len(shown) {
			what = answer.Number(rest, "more finding")
		}
		entry += fmt.Sprintf("\n%s: `/check %s`\n", what, word(c.Name))
	}
	return entry
}

// full is a skill alone: its head, and an entry for each finding.
func full(c *loader.Candidate) []string {
	entries := []string{head(c, len(c.Findings))}
	for _, f := range c.Findings {
		entries = append(entries, finding(c, f))
	}
	return entries
}

func head(c *loader.Candidate, findings int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\nState: %s.\n", c.Name, c.State)
	for i, why := range c.Reasons {
		if i == maxShown {
			fmt.Fprintf(&b, "- And %s.\n", answer.Number(len(c.Reasons)-i, "more reason"))
			break
		}
		fmt.Fprintf(&b, "- %s (%s, %s)\n", clip(why.Message), why.Code, why.Clause)
	}
	if findings > 0 {
		b.WriteString("\nFindings:\n")
	}
	return b.String()
}

func finding(c *loader.Candidate, f skill.Finding) string {
	line := fmt.Sprintf("- `%s/%s:%d:%d` %s: %s (%s, %s)\n", c.Path, f.File, f.Line, f.Column, f.Severity, clip(f.Message), f.Code, f.Clause)
	if f.Fix != nil {
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
