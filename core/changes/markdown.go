package changes

import (
	"fmt"
	"io"
	"strings"
)

// The bounds of a comment on a pull request: GitHub takes 65,536 characters.
const (
	mostMarkdown = 60_000 // bytes
	mostRows     = 100    // of the table
)

// Markdown writes the review for a pull request: a short table, and below it the details, folded. No foreign text has
// markup of its own there, mentions nobody and links nowhere.
func (r Review) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "**Skills**, %s → %s: %s\n", code(r.Was), code(r.Is), r.Gist())
	if len(r.Skills) > 0 {
		b.WriteString("\n| Skill | Change | State | Findings | Programs | Tokens when used |\n| --- | --- | --- | --- | --- | --- |\n")
	}
	for _, s := range r.Skills[:min(len(r.Skills), mostRows)] {
		b.WriteString(s.row())
	}
	if more := len(r.Skills) - mostRows; more > 0 {
		fmt.Fprintf(&b, "\nThe table has %d of them; %d more differ.\n", mostRows, more)
	}
	for i, s := range r.Skills {
		details := s.details()
		if b.Len()+len(details) > mostMarkdown {
			fmt.Fprintf(&b, "\nThe details of %d skills are left out here, since a comment has no room for them.\n", len(r.Skills)-i)
			break
		}
		b.WriteString(details)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Skill) row() string {
	change := string(s.Op)
	if s.Renamed != "" {
		change = "was " + code(s.Renamed)
	}
	state := s.State.Is
	if s.State.Differs() {
		state = s.State.Was + " → " + s.State.Is
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n", code(s.Name), change, state,
		tally(len(s.Findings.New), len(s.Findings.Gone)), coded(s.Programs), moved(s.Tokens.Used))
}

func tally(come, gone int) string {
	if come+gone == 0 {
		return ""
	}
	return fmt.Sprintf("+%d −%d", come, gone)
}

func coded(s Set) string {
	var all []string
	for _, p := range s.New {
		all = append(all, "+"+code(p))
	}
	for _, p := range s.Gone {
		all = append(all, "−"+code(p))
	}
	return strings.Join(all, ", ")
}

func moved(c Count) string {
	if c.Was == c.Is {
		return fmt.Sprint(c.Is)
	}
	return fmt.Sprintf("%d → %d", c.Was, c.Is)
}

// details is all of a skill, folded. Every foreign text stands in a fence that it cannot close.
func (s Skill) details() string {
	var b strings.Builder
	for _, p := range s.Parts() {
		b.WriteString("@@ " + p.Title + " @@\n")
		signed(&b, "", p.Lines)
	}
	var all strings.Builder
	all.WriteString(fenced(b.String()))
	for _, f := range s.Files {
		b.Reset()
		signed(&b, "", f.shown())
		all.WriteString(fmt.Sprintf("\n%s %s\n%s", code(f.Path), f.Op, fenced(b.String())))
	}
	return fmt.Sprintf("\n<details><summary>%s: %s</summary>\n%s\n</details>\n", code(s.Name), escaped(s.Gist()), all.String())
}

func fenced(text string) string {
	if text == "" {
		return ""
	}
	fence := "````"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return "\n" + fence + "diff\n" + text + fence + "\n"
}

// code is foreign text in which nothing is markup, a mention, an address or a number of an issue.
func code(s string) string { return "<code>" + escaped(s) + "</code>" }

// escaped writes as numbers all that means something to Markdown or HTML.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range line(s) {
		if r < 0x80 && strings.ContainsRune("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
