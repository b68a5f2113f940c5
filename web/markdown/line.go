package markdown

import "strings"

// rule reports a thematic break, which may look like a list.
func rule(text string) bool {
	bare := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, text)
	return len(bare) > 2 && strings.ContainsAny(bare[:1], "-*_") && strings.Trim(bare, bare[:1]) == ""
}

// columns counts the columns of blanks and tabs.
func columns(blanks string) int {
	n := 0
	for _, c := range blanks {
		if n++; c == '\t' {
			n = (n + 3) / 4 * 4
		}
	}
	return n
}

// item is how far behind its mark the text of a list item begins, and 0 for
// what is none.
func item(text string) int {
	n := blockMark(text + " ")
	if n == 0 || text[0] == '>' || rule(text) {
		return 0
	}
	rest := strings.TrimLeft(text[min(n-1, len(text)):], " \t")
	if rest == "" {
		return n
	}
	if pad := columns(text[:len(text)-len(rest)]) - (n - 1); pad <= 4 {
		return n - 1 + pad
	}
	return n
}

// interrupts reports whether an item may stand right below a paragraph, which
// otherwise goes on.
func interrupts(text string, n int) bool {
	return len(text) > n && (strings.ContainsAny(text[:1], "-+*") || strings.HasPrefix(text, "1.") || strings.HasPrefix(text, "1)"))
}

// opens reads the beginning of a fence.
func opens(text string) (mark byte, size int) {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return 0, 0
	}
	mark = text[0]
	size = len(text) - len(strings.TrimLeft(text, string(mark)))
	if size < 3 || mark == '`' && strings.Contains(text[size:], "`") {
		return 0, 0
	}
	return mark, size
}

// rawEnds are raw HTML that goes on over blank lines, and what ends it.
var rawEnds = []struct{ begin, end string }{
	{"<!--", "-->"},
	{"<?", "?>"},
	{"<![cdata[", "]]>"},
	{"<!", ">"},
	{"<pre", "</pre>"},
	{"<script", "</script>"},
	{"<style", "</style>"},
	{"<textarea", "</textarea>"},
}

// raw reports whether a line may begin raw HTML, and what must come before that
// can end.
func raw(text string) (html bool, until string) {
	text = strings.ToLower(text)
	for _, e := range rawEnds {
		rest, ok := strings.CutPrefix(text, e.begin)
		switch {
		case !ok || e.end[0] == '<' && rest != "" && !strings.Contains(" \t>", rest[:1]):
		case strings.Contains(rest, e.end):
			return true, ""
		default:
			return true, e.end
		}
	}
	name := strings.TrimLeft(strings.TrimPrefix(text[1:], "/"), "abcdefghijklmnopqrstuvwxyz0123456789-")
	return name == "" || strings.Contains(" \t/>", name[:1]), ""
}
