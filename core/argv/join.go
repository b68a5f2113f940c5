package argv

import (
	"bytes"
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

// markQuery finds the placeholders in the query of a URL: after its ?, before
// its #. A word that begins with a placeholder may be a URL.
func markQuery(w word) {
	if len(w) == 0 {
		return
	}
	text, at := w.literal(), 0
	scheme := strings.Index(text, "://")
	whole, after := querySpan(text, 0), span{}
	if scheme >= 0 {
		after = querySpan(text, scheme+3)
	}
	for i, p := range w {
		at += len(p.text)
		switch isURL := scheme >= 0 && at >= scheme+3; {
		case p.name == "":
		case isURL:
			w[i].inQuery = after.holds(at)
		default:
			w[i].inQuery = w[0].name != "" && whole.holds(at)
		}
	}
}

// span is a stretch of a text: from its first ? to the first # of all.
type span struct{ from, to int }

func (s span) holds(at int) bool { return s.from < at && at <= s.to }

func querySpan(text string, from int) span {
	begin, end := strings.IndexByte(text[from:], '?'), strings.IndexByte(text[from:], '#')
	s := span{from + begin, len(text)}
	if end >= 0 {
		s.to = from + end
	}
	if begin < 0 {
		s.from = len(text)
	}
	return s
}

// builder puts one word together. While skip is set, it is in a pair of a
// URL's query that a missing value takes along.
type builder struct {
	text []byte
	skip bool
	mark string // the ? or & that stood before the pair
}

func (b *builder) literal(text string) {
	if !b.skip {
		b.text = append(b.text, text...)
		return
	}
	n := strings.IndexAny(text, "&#")
	if n < 0 {
		return
	}
	b.skip = false
	if text[n] == '&' {
		b.text = append(b.text, b.mark...)
		n++
	}
	b.text = append(b.text, text[n:]...)
}

func (b *builder) value(text string, inQuery bool) {
	switch {
	case b.skip:
	case inQuery:
		b.text = append(b.text, encode(text)...)
	default:
		b.text = append(b.text, text...)
	}
}

// dropPair takes back the pair under way, up to the ? or & before it.
func (b *builder) dropPair() {
	n := bytes.LastIndexAny(b.text, "?&")
	if b.skip || n < 0 {
		return
	}
	b.skip, b.mark = true, string(b.text[n:n+1])
	b.text = b.text[:n]
}

// encode keeps RFC 3986's unreserved characters and writes each other byte as
// %XX.
func encode(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}
