package mend

import (
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// Absent warns of a file without frontmatter and names what is the likely cause (SK-3).
func Absent(d *frontmatter.Doc) {
	m, from := &mender{Doc: d}, d.Tail.From
	first := from + len(m.Text[from:]) - len(strings.TrimLeft(m.Text[from:], " \t\r\n"))
	if frontmatter.IsFence(m.Text, first) && first > from {
		if _, ok := frontmatter.Closing(m.Text, frontmatter.NextLine(m.Text, first)); ok {
			f := m.Find(first, "late_frontmatter", "This --- opens no frontmatter, because it is not the first line.")
			m.Fix(f, frontmatter.Span{From: from, To: first}, "")
			return
		}
	}
	at, cause := m.causeOf(first)
	f := m.Find(at, "no_frontmatter", "The skill has no frontmatter, so no description says when to use it: %s.", cause)
	if cause == missingOpening {
		m.Fix(f, frontmatter.Span{From: from, To: from}, frontmatter.Fence+m.Newline())
	}
}

const missingOpening = "its first lines are keys, and the line --- that opens them is missing"

// causeOf tells why there is no frontmatter, and at which place that shows.
func (m *mender) causeOf(first int) (at int, cause string) {
	line := strings.TrimRight(frontmatter.LineAt(m.Text, first), " \t")
	at, opens := m.laterFence(first)
	switch {
	case line == "":
		return first, "the file is empty"
	case m.isLink(line):
		return first, "the text is only a path, as when a link is checked out as a file; put the file itself here"
	case isConflict(line):
		return first, "the file begins with the marker " + answer.Short(strings.Fields(line)[0]) + " of a merge that was not resolved"
	case isCodeFence(line) && (opens || isKeyLine(frontmatter.LineAt(m.Text, frontmatter.NextLine(m.Text, first)))):
		return first, "it stands in a code fence; the fence's lines must go"
	case m.opensWithKeys(first):
		return first, missingOpening
	case isKeyLine(line):
		return first, "its first lines are keys, and the lines --- around them are missing"
	case frontmatter.IsFence(m.Text, first):
		return first, "this --- is not on the first line, and no other closes it"
	case isDashes(line):
		return first, "the first line is " + answer.Short(strings.TrimSpace(line)) + ", and only a line of three hyphens, ---, opens one"
	case opens:
		return at, "this --- stands after text, and only one on the first line opens it"
	}
	return first, "it would begin with a line ---, then keys such as description, then a line ---"
}

// isLink reports whether the whole file is the path that a link points to.
func (m *mender) isLink(line string) bool {
	if strings.TrimSpace(m.Slice(m.Tail)) != line || len(line) > 1024 || strings.Contains(line, "://") {
		return false
	}
	path := strings.ReplaceAll(line, `\`, "/")
	upward := strings.HasPrefix(path, "../") || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "/")
	file := strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".MD")
	return upward || file && !strings.ContainsAny(path, ":*`[") || strings.Contains(path, "/") && !strings.ContainsFunc(path, unicode.IsSpace)
}

// laterFence finds a frontmatter that stands after other text. Rules between
// paragraphs are no such thing: the line below must be one of its keys.
func (m *mender) laterFence(from int) (int, bool) {
	for at, tries := from, 0; tries < 100; tries++ {
		open, ok := frontmatter.Closing(m.Text, at)
		if !ok {
			return from, false
		}
		at = frontmatter.NextLine(m.Text, open)
		if _, closes := frontmatter.Closing(m.Text, at); closes && isKeyLine(frontmatter.LineAt(m.Text, at)) {
			return open, true
		}
	}
	return from, false
}

// opensWithKeys reports whether keys stand at the top, up to a line ---.
func (m *mender) opensWithKeys(from int) bool {
	end, ok := frontmatter.Closing(m.Text, from)
	return ok && isKeyLine(frontmatter.LineAt(m.Text, from)) && end-from <= frontmatter.MaxHead && m.goodMapping(m.Text[from:end])
}

// isKeyLine reports whether a line is a key that a frontmatter begins with.
func isKeyLine(line string) bool {
	key, _, ok := frontmatter.CutKey(line)
	return ok && frontmatter.IsCommon(key)
}

func isCodeFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// isConflict reports whether a line is a marker of a merge's conflict.
func isConflict(line string) bool {
	mark, rest := line[:min(len(line), 7)], line[min(len(line), 7):]
	return len(mark) == 7 && strings.IndexByte("<>|=", mark[0]) >= 0 && strings.Count(mark, mark[:1]) == 7 && (rest == "" || rest[0] == ' ')
}

// isDashes reports whether a line looks like --- and is not: more or fewer of
// it, another dash, blanks or unseen characters before it, or +++.
func isDashes(line string) bool {
	line = strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
	return len(line) > 1 && strings.Trim(line, "-–—―−‐‑‒_=+") == ""
}

func (m *mender) goodMapping(text string) bool {
	root, err := m.Parse(text)
	return err == nil && isMapping(root)
}

func isMapping(root *yaml.Node) bool { return root != nil && root.Kind == yaml.MappingNode }
