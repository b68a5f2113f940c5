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

// isControl reports whether YAML refuses a character as one of control.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 || r == 0xFFFE || r == 0xFFFF
}

func begins(label, first string) remedy {
	return remedy{why: fmt.Sprintf("The value of %s begins with %s, which means something else in YAML; want quotes around it", label, first)}
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
func quoteCause(label, raw string) remedy {
	end := quoteEnd(raw)
	if end < 0 {
		return remedy{why: fmt.Sprintf("The quote that opens the value of %s is never closed", label)}
	}
	if at, name, ok := badEscape(raw[:end]); ok && raw[0] == '"' {
		if frontmatter.IsHalf(name) {
			return remedy{cause: at, why: fmt.Sprintf("The value of %s holds %s, one half of a pair of escapes; alone it is no character", label, name)}
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

// causeOfBlock says what is wrong with an entry for which no fix is known.
func (m *mender) causeOfBlock(b block) (remedy, bool) {
	raw := m.Slice(b.value)
	if tabs := m.tabbed(b); len(tabs) > 0 {
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
