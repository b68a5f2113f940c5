package skill

import (
	"fmt"
	"strings"
)

// causeOf says what YAML reads in a value that was meant otherwise, and where in
// the value that stands. It says nothing where it cannot tell.
func causeOf(label, raw string) edit {
	switch first := raw[:1]; {
	case first == `"` || first == `'`:
		return quoteCause(label, raw)
	case first == "{" || first == "[":
		if e, ok := flowCause(label, raw); ok {
			return e
		}
		if _, end, _ := flowOf(raw); end == len(raw) {
			return edit{}
		}
		return begins(label, first)
	case strings.HasPrefix(raw, "- "):
		return edit{why: fmt.Sprintf("The list of %s begins on the key's own line; want its first item on the line below", label)}
	case strings.Contains("@`%*&]}!|>#,?", first):
		return begins(label, first)
	}
	if at := strings.IndexFunc(raw, isControl); at >= 0 {
		return edit{cause: at, why: fmt.Sprintf("The value of %s holds the character %U, which YAML does not allow", label, []rune(raw[at:])[0])}
	}
	if at := colonIn(raw); at >= 0 {
		return edit{cause: at, why: fmt.Sprintf("The value of %s holds a colon that YAML reads as the end of a key; want quotes around it", label)}
	}
	return edit{why: fmt.Sprintf("The value of %s is no text in YAML as it stands; want quotes around it", label)}
}

// isControl reports whether YAML refuses a character as one of control.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF
}

func begins(label, first string) edit {
	return edit{why: fmt.Sprintf("The value of %s begins with %s, which means something else in YAML; want quotes around it", label, first)}
}

// colonIn finds the first colon that YAML reads as the end of a key.
func colonIn(raw string) int {
	if n := commentIn(raw); n >= 0 {
		raw = raw[:n]
	}
	for i := range len(raw) {
		if raw[i] == ':' && (i+1 == len(raw) || strings.IndexByte(" \t\r\n", raw[i+1]) >= 0) {
			return i
		}
	}
	return -1
}

// commentIn finds where a comment begins in a value.
func commentIn(raw string) int {
	for i := 1; i < len(raw); i++ {
		if raw[i] == '#' && strings.IndexByte(" \t\n", raw[i-1]) >= 0 {
			return i
		}
	}
	return -1
}

// quoteCause is for a value that begins with a quote.
func quoteCause(label, raw string) edit {
	end := quoteEnd(raw)
	if end < 0 {
		return edit{why: fmt.Sprintf("The quote that opens the value of %s is never closed", label)}
	}
	if at, name, ok := badEscape(raw[:end]); ok && raw[0] == '"' {
		if half(name) {
			return edit{cause: at, why: fmt.Sprintf("The value of %s holds %s, one half of a pair of escapes; alone it is no character", label, name)}
		}
		return edit{cause: at, why: fmt.Sprintf("The value of %s holds the escape %s, which YAML does not know; want single quotes, or a second backslash", label, name)}
	}
	rest := raw[end:]
	return edit{
		cause: end + len(rest) - len(strings.TrimLeft(rest, " \t\r\n")),
		why:   fmt.Sprintf("The quotes of %s do not match: its value goes on after the second one", label),
	}
}

// quoteEnd is the offset after the quote that closes a quoted value, or -1.
func quoteEnd(raw string) int {
	for i := 1; i < len(raw); i++ {
		switch {
		case raw[0] == '"' && raw[i] == '\\':
			i++
		case raw[0] == '\'' && strings.HasPrefix(raw[i:], "''"):
			i++
		case raw[i] == raw[0]:
			return i + 1
		}
	}
	return -1
}

// badEscape finds the first escape of a double-quoted text that YAML does not
// know.
func badEscape(raw string) (at int, name string, ok bool) {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		n := 0
		switch c := raw[i+1]; c {
		case 'x':
			n = 2
		case 'u':
			n = 4
		case 'U':
			n = 8
		default:
			if !knownEscape(c) {
				return i, cutText(raw[i:], 2), true
			}
		}
		name := cutText(raw[i:], 2+n)
		if n > 0 && (len(name) < 2+n || strings.Trim(name[2:], "0123456789abcdefABCDEF") != "") {
			return i, name, true
		}
		if half(name) && !half2(raw[i:]) {
			return i, name, true
		}
		if half(name) {
			i += 6
		}
		i++
	}
	return 0, "", false
}

// knownEscape reports whether YAML knows a backslash before a character.
func knownEscape(c byte) bool { return strings.IndexByte("0abtnvfre \"/\\N_LPxuU\t\n\r", c) >= 0 }

// cutText is the first n characters of one line.
func cutText(s string, n int) string {
	s, _, _ = strings.Cut(s, "\n")
	if cut, ok := cutRunes(s, n); ok {
		return cut
	}
	return s
}

// flowCause is for a value in brackets or braces that do not match.
func flowCause(label, raw string) (edit, bool) {
	open, at, ok := flowOf(raw)
	switch {
	case !ok:
		return edit{cause: at, why: fmt.Sprintf("The %c in the value of %s closes nothing that is open", raw[at], label)}, true
	case len(open) > 0:
		from := open[len(open)-1]
		return edit{cause: from, why: fmt.Sprintf("The %c in the value of %s is never closed; want a %c", raw[from], label, closer(raw[from]))}, true
	}
	if at, name, ok := badEscape(raw[:at]); ok && half(name) {
		return edit{cause: at, why: fmt.Sprintf("The value of %s holds %s, one half of a pair of escapes; alone it is no character", label, name)}, true
	}
	return edit{}, false
}

// flowOf reads brackets and braces up to where the first is closed, which it
// answers, or else those that stay open. It fails at one that closes another.
func flowOf(raw string) (open []int, at int, ok bool) {
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"' || c == '\'' && i > 0 && strings.IndexByte("[{,: ", raw[i-1]) >= 0:
			n := quoteEnd(raw[i:])
			if n < 0 {
				return open, i, len(open) > 0
			}
			i += n - 1
		case c == '{' || c == '[':
			open = append(open, i)
		case c == '}' || c == ']':
			if closer(raw[open[len(open)-1]]) != c {
				return open, i, false
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return nil, i + 1, true
			}
		}
	}
	return open, len(raw), true
}

func closer(c byte) byte {
	if c == '{' {
		return '}'
	}
	return ']'
}

// causeOfBlock says what is wrong with an entry for which no fix is known.
func (p *parser) causeOfBlock(b block) (edit, bool) {
	raw := p.slice(b.value)
	if tabs := p.tabbed(b); len(tabs) > 0 {
		return tabs[0], true
	}
	below := b.value.from >= nextLine(p.text, b.from)
	if raw == "" || below && raw[0] != '{' && raw[0] != '[' && raw[0] != '"' {
		return edit{}, false
	}
	e := causeOf(b.label(), raw)
	e.cause += b.value.from
	return e, e.why != "" && strings.IndexByte("|>", raw[0]) < 0
}
