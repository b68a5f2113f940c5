package skill

import (
	"strings"
	"unicode"
)

// absent warns of a file without frontmatter and names what is the likely cause
// (SK-3).
func (p *parser) absent(from int) {
	first := from + len(p.text[from:]) - len(strings.TrimLeft(p.text[from:], " \t\r\n"))
	if isFence(p.text, first) && first > from && p.late(from, first) {
		return
	}
	at, cause := p.causeOf(first)
	f := p.find(at, "no_frontmatter", "The skill has no frontmatter, so no description says when to use it: %s.", cause)
	if cause == missingOpening {
		p.fix(f, span{from, from}, fence+p.newline())
	}
}

const missingOpening = "its first lines are keys, and the line --- that opens them is missing"

// causeOf tells why there is no frontmatter, and at which place that shows.
func (p *parser) causeOf(first int) (at int, cause string) {
	line := strings.TrimRight(lineAt(p.text, first), " \t")
	at, opens := p.laterFence(first)
	switch {
	case line == "":
		return first, "the file is empty"
	case p.isLink(line):
		return first, "the text is only a path, as when a link is checked out as a file; put the file itself here"
	case isConflict(line):
		return first, "the file begins with the marker " + shorten(strings.Fields(line)[0]) + " of a merge that was not resolved"
	case isCodeFence(line) && (opens || isKeyLine(lineAt(p.text, nextLine(p.text, first)))):
		return first, "it stands in a code fence; the fence's lines must go"
	case p.opensWithKeys(first):
		return first, missingOpening
	case isKeyLine(line):
		return first, "its first lines are keys, and the lines --- around them are missing"
	case isFence(p.text, first):
		return first, "this --- is not on the first line, and no other closes it"
	case isDashes(line):
		return first, "the first line is " + shorten(strings.TrimSpace(line)) + ", and only a line of three hyphens, ---, opens one"
	case opens:
		return at, "this --- stands after text, and only one on the first line opens it"
	}
	return first, "it would begin with a line ---, then keys such as description, then a line ---"
}

// late warns of a frontmatter that blank lines keep from being one.
func (p *parser) late(from, at int) bool {
	if _, ok := closing(p.text, nextLine(p.text, at)); !ok {
		return false
	}
	f := p.find(at, "late_frontmatter", "This --- opens no frontmatter, because it is not the first line.")
	p.fix(f, span{from, at}, "")
	return true
}

// isLink reports whether the whole file is the path that a link points to.
func (p *parser) isLink(line string) bool {
	if strings.TrimSpace(p.Body) != line || len(line) > 1024 || strings.Contains(line, "://") {
		return false
	}
	path := strings.ReplaceAll(line, `\`, "/")
	upward := strings.HasPrefix(path, "../") || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "/")
	file := strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".MD")
	return upward || file && !strings.ContainsAny(path, ":*`[") || strings.Contains(path, "/") && !strings.ContainsFunc(path, unicode.IsSpace)
}

// laterFence finds a frontmatter that stands after other text. Rules between
// paragraphs are no such thing: the line below must be one of its keys.
func (p *parser) laterFence(from int) (int, bool) {
	for at, tries := from, 0; tries < 100; tries++ {
		open, ok := closing(p.text, at)
		if !ok {
			return from, false
		}
		at = nextLine(p.text, open)
		if _, closes := closing(p.text, at); closes && isKeyLine(lineAt(p.text, at)) {
			return open, true
		}
	}
	return from, false
}

// opensWithKeys reports whether keys stand at the top, up to a line ---.
func (p *parser) opensWithKeys(from int) bool {
	end, ok := closing(p.text, from)
	return ok && isKeyLine(lineAt(p.text, from)) && end-from <= MaxFrontmatter && goodMapping(p.text[from:end])
}

// isKeyLine reports whether a line is a key that a frontmatter begins with.
func isKeyLine(line string) bool {
	key, _, ok := cutKey(line)
	return ok && isCommonKey(key)
}

func isCodeFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// isConflict reports whether a line is a marker of a merge's conflict.
func isConflict(line string) bool {
	for _, mark := range []string{"<<<<<<<", ">>>>>>>", "|||||||", "======="} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// isDashes reports whether a line looks like --- and is not: more or fewer of
// it, another dash, blanks or unseen characters before it, or +++.
func isDashes(line string) bool {
	line = strings.TrimFunc(line, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
	return len(line) > 1 && strings.Trim(line, "-–—―−‐‑‒_=+") == ""
}
