package argv

import (
	"fmt"
	"strings"
)

// joined fills a word of several parts. A value at its front, even an empty
// one, must not make it begin with a -, and none may name an option.
func (f *filler) joined(w word) ([]string, fate, error) {
	b := builder{}
	var front, glue *part // the values at its front, and after an option of one letter
	bare := 0             // its bytes without the latter
	for _, p := range w {
		if p.name == "" {
			b.literal(p.text)
			continue
		}
		text, own, ok := f.text(p)
		switch {
		case !ok && p.inQuery:
			b.dropPair()
		case !ok:
			return nil, leftOut, nil
		default:
			if len(b.text) == 0 && !own {
				front = &p
			}
			if !own && !f.literal && names(b.text) {
				return nil, kept, f.named(p)
			}
			if glue == nil && !own {
				glue, bare = &p, len(b.text)
			}
			b.value(text, p.inQuery)
		}
	}
	if glue != nil && front == nil && len(b.text) == bare && isShort(string(b.text)) && !f.literal {
		return nil, kept, f.empty(*glue, b.text)
	}
	if front != nil {
		if err := f.check(*front, string(b.text)); err != nil {
			return nil, kept, err
		}
	}
	return []string{string(b.text)}, kept, nil
}

// named refuses a value that would name an option.
func (f *filler) named(p part) error {
	return &ValueError{p.name, "its place in the command is the name of an option, which no value can be"}
}

// empty refuses a value that gives an option nothing.
func (f *filler) empty(p part, option []byte) error {
	return &ValueError{p.name, fmt.Sprintf("got an empty text, with which %s would take the next word for its own", option)}
}

// text is what a placeholder becomes inside a word, whether that is the
// template's own text, and whether there is any.
func (f *filler) text(p part) (text string, own, ok bool) {
	v := f.values[p.name]
	switch {
	case p.isFlag(v) && !v.yes:
		return "", true, true
	case p.isFlag(v), v.missing() && p.hasMod:
		return p.mod, true, true
	}
	return strings.Join(v.items, " "), false, !v.missing()
}

// isShort reports whether a word is options of one letter each: -eu.
func isShort(w string) bool { return len(w) > 1 && (w[0] == '-' || w[0] == '+') && w[1] != '-' }
