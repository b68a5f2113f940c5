package mend

import (
	"fmt"
	"strings"

	"lily/core/frontmatter"
)

// flowCause is for a value in brackets or braces that do not match.
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
		return remedy{cause: at, why: fmt.Sprintf("The value of %s holds %s, one half of a pair of escapes; alone it is no character", label, name)}, true
	}
	return remedy{}, false
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
