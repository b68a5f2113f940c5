package rules

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lily/core/answer"
	"lily/core/frontmatter"
	"lily/core/skill"
)

// comment is one that is written to Lily: # lily: off CODE — REASON.
type comment struct {
	at           int // the offset of its #
	verb         string
	code, reason string
}

// Silence takes the findings of a SKILL.md that its frontmatter silences out of a list, and tells what is wrong with the
// comments that do (SK-12). Of the codes that are sure it is known that they are not found where they are not in the list;
// all others may depend on what is beside a skill, or on how it is checked. In the YAML of a frontmatter that cannot be read, a comment is a line that begins with #.
func (c Codes) Silence(text string, found []skill.Finding, sure map[string]bool) []skill.Finding {
	d := frontmatter.Read(text)
	for _, one := range comments(d) {
		code, severity, why := c.judge(one, found, sure)
		if why == "" {
			found = slices.DeleteFunc(slices.Clone(found), func(f skill.Finding) bool {
				return f.Code == one.code && f.Severity != skill.Error
			})
			continue
		}
		line, column := d.Place(one.at)
		found = append(found, skill.Finding{
			Code: code, Severity: severity, File: "SKILL.md", Line: line, Column: column, Clause: "SK-12", Message: why,
		})
	}
	skill.Sort(found)
	return found
}

// judge says what is wrong with a comment; nothing where it silences something.
func (c Codes) judge(one comment, found []skill.Finding, sure map[string]bool) (code string, severity skill.Severity, why string) {
	severity = skill.Warning
	_, known := c[one.code]
	of := func(f skill.Finding) bool { return f.Code == one.code }
	wrong := func(f skill.Finding) bool { return f.Severity == skill.Error } // what follows an error may not be looked for
	grave := func(f skill.Finding) bool { return of(f) && wrong(f) }
	switch {
	case one.verb != "off" || one.code == "":
		return "silence_unclear", severity, "This comment to Lily is not understood; want # lily: off CODE — REASON."
	case !known:
		why = fmt.Sprintf("There is no finding %q to silence", answer.Short(one.code))
		if n := c.Near(one.code); n != "" {
			why += "; did you mean " + n + "?"
		} else {
			why += "."
		}
		return "silence_unknown", severity, why
	case one.reason == "":
		return "silence_no_reason", severity, "The comment silences " + one.code + " and does not say why; want the reason after the code."
	case c.Held(one.code) || slices.ContainsFunc(found, grave):
		return "silence_refused", severity, one.code + " keeps a skill from being loaded; no comment silences it."
	case !slices.ContainsFunc(found, of) && sure[one.code] && !slices.ContainsFunc(found, wrong):
		return "silence_idle", severity, "The comment silences " + one.code + ", which is not found in this file; the comment can go."
	}
	return "", "", ""
}

const to = "lily:"

// Marked reports whether a text may hold a comment to Lily, without reading it.
func Marked(text []byte) bool {
	for {
		_, rest, more := bytes.Cut(text, []byte("#"))
		if !more {
			return false
		}
		if text = bytes.TrimLeft(rest, " \t"); addressed(string(text[:min(len(text), len(to))])) {
			return true
		}
	}
}

func addressed(text string) bool {
	return len(text) >= len(to) && strings.EqualFold(text[:len(to)], to)
}

// comments finds those in the frontmatter. Part of a value is none: it would be another value if it were other text.
func comments(d *frontmatter.Doc) (list []comment) {
	for at, line := range frontmatter.Lines(d.Text, d.Head.From, d.Head.To) {
		for i := strings.IndexByte(line, '#'); i >= 0; {
			rest := strings.TrimLeft(line[i+1:], " \t")
			if addressed(rest) && begins(d, at, i, line) {
				list = append(list, read(at+i, rest[len(to):]))
				break
			}
			next := strings.IndexByte(line[i+1:], '#')
			if next < 0 {
				break
			}
			i += 1 + next
		}
	}
	return list
}

// begins reports whether the # at a place of a line begins a comment.
func begins(d *frontmatter.Doc, at, i int, line string) bool {
	if d.Outcome != frontmatter.Whole {
		return i == 0
	}
	if i > 0 && !strings.ContainsRune(" \t", rune(line[i-1])) {
		return false
	}
	other := frontmatter.Read(d.Text[:at+i] + "#" + strings.Repeat("-", len(line)-i-1) + d.Text[at+len(line):])
	return other.Outcome == frontmatter.Whole && slices.EqualFunc(d.Keys, other.Keys, func(a, b frontmatter.Entry) bool {
		return a.Key == b.Key && frontmatter.Same(a.Value, b.Value)
	})
}

// read takes a comment apart: the verb, the code, and after any dashes the reason, which holds a letter.
func read(at int, text string) comment {
	one := comment{at: at}
	one.verb, text, _ = strings.Cut(strings.TrimSpace(text), " ")
	one.code, text, _ = strings.Cut(strings.TrimSpace(text), " ")
	one.code = strings.TrimSuffix(one.code, ":")
	if reason := strings.TrimLeft(text, " \t—–-:"); strings.ContainsFunc(reason, unicode.IsLetter) {
		one.reason = reason
	}
	return one
}
