package mend

import (
	"fmt"
	"strings"

	"lily/core/frontmatter"
)

// causeOf says what YAML reads in a value that was meant otherwise, and where in
// the value that stands. It says nothing where it cannot tell.
func causeOf(label, raw string) remedy {
	switch first := raw[:1]; {
	case first == `"` || first == `'`:
		return quoteCause(label, raw)
	case first == "{" || first == "[":
		if e, ok := flowCause(label, raw); ok {
			return e
		}
		if _, end, _ := flowOf(raw); end == len(raw) {
			return remedy{}
		}
		return begins(label, first)
	case strings.HasPrefix(raw, "- "):
		return remedy{why: fmt.Sprintf("The list of %s begins on the key's own line; want its first item on the line below", label)}
	case strings.Contains("@`%*&]}!|>#,?", first):
		return begins(label, first)
	}
	if at := strings.IndexFunc(raw, isControl); at >= 0 {
		return remedy{cause: at, why: fmt.Sprintf("The value of %s holds the character %U, which YAML does not allow", label, []rune(raw[at:])[0])}
	}
	if at := colonIn(raw); at >= 0 {
		return remedy{cause: at, why: fmt.Sprintf("The value of %s holds a colon that YAML reads as the end of a key; want quotes around it", label)}
	}
	return remedy{why: fmt.Sprintf("The value of %s is no text in YAML as it stands; want quotes around it", label)}
}

func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF
}

func begins(label, first string) remedy {
	return remedy{why: fmt.Sprintf("The value of %s begins with %s, which means something else in YAML; want quotes around it", label, first)}
}

// colonIn finds the first colon that YAML reads as the end of a key, before any comment.
func colonIn(raw string) int {
	for i := range len(raw) {
		switch {
		case i > 0 && raw[i] == '#' && strings.IndexByte(" \t\n", raw[i-1]) >= 0:
			return -1
		case endsKey(raw, i):
			return i
		}
	}
	return -1
}

// endsKey reports whether YAML reads a byte as the colon after a key.
func endsKey(raw string, at int) bool {
	return raw[at] == ':' && (at+1 == len(raw) || strings.IndexByte(" \t\r\n", raw[at+1]) >= 0)
}

func quoteCause(label, raw string) remedy {
	end := quoteEnd(raw)
	if end < 0 {
		return remedy{why: fmt.Sprintf("The quote that opens the value of %s is never closed", label)}
	}
	if at, name, ok := badEscape(raw[:end]); ok && raw[0] == '"' {
		if frontmatter.IsHalf(name) {
			return halved(label, at, name)
		}
		return remedy{cause: at, why: fmt.Sprintf("The value of %s holds the escape %s, which YAML does not know; want single quotes, or a second backslash", label, name)}
	}
	rest := raw[end:]
	return remedy{
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

func flowCause(label, raw string) (remedy, bool) {
	open, at, ok := flowOf(raw)
	switch {
	case !ok:
		return remedy{cause: at, why: fmt.Sprintf("The %c in the value of %s closes nothing that is open", raw[at], label)}, true
	case len(open) > 0:
		from := open[len(open)-1]
		return remedy{cause: from, why: fmt.Sprintf("The %c in the value of %s is never closed; want a %c", raw[from], label, closer(raw[from]))}, true
	}
	if at, name, ok := badEscape(raw[:at]); ok && frontmatter.IsHalf(name) {
		return halved(label, at, name), true
	}
	return remedy{}, false
}

func halved(label string, at int, name string) remedy {
	return remedy{cause: at, why: fmt.Sprintf("The value of %s holds %s, one half of a pair of escapes; alone it is no character", label, name)}
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

// badEscape finds the first escape of a double-quoted text that YAML does not know.
func badEscape(raw string) (at int, name string, ok bool) {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[raw[i+1]]
		name, half := cutText(raw[i:], 2+digits), frontmatter.IsHalf(raw[i:])
		short := digits > 0 && (len(name) < 2+digits || strings.Trim(name[2:], "0123456789abcdefABCDEF") != "")
		switch {
		case short, !knownEscape(raw[i+1]), half && !frontmatter.IsPair(raw[i:]):
			return i, name, true
		case half:
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
	for i, r := range s {
		if n == 0 || r == '\n' {
			return s[:i]
		}
		n--
	}
	return s
}

// causeOfBlock says what is wrong with an entry for which no fix is known.
func (m *mender) causeOfBlock(b block) (remedy, bool) {
	raw := m.Slice(b.value)
	if tabs, _ := m.tabbed(b); len(tabs) > 0 {
		return tabs[0], true
	}
	below := b.value.From >= frontmatter.NextLine(m.Text, b.From)
	if raw == "" || below && raw[0] != '{' && raw[0] != '[' && raw[0] != '"' {
		return remedy{}, false
	}
	e := causeOf(b.label(), raw)
	e.cause += b.value.From
	return e, e.why != "" && strings.IndexByte("|>", raw[0]) < 0
}
