package argv

import "strings"

// builder puts one word together. While skip is set, it is in a pair of a
// URL's query that a missing value takes along.
type builder struct {
	strings.Builder
	skip bool
	mark string // the ? or & that stood before the pair
}

func (b *builder) literal(text string) {
	if !b.skip {
		b.WriteString(text)
		return
	}
	n := strings.IndexAny(text, "&#")
	if n < 0 {
		return
	}
	b.skip = false
	if text[n] == '&' {
		b.WriteString(b.mark)
		n++
	}
	b.WriteString(text[n:])
}

func (b *builder) value(text string, inQuery bool) {
	switch {
	case b.skip:
	case inQuery:
		b.WriteString(encode(text))
	default:
		b.WriteString(text)
	}
}

// dropPair takes back the pair under way, up to the ? or & before it.
func (b *builder) dropPair() {
	text := b.String()
	n := strings.LastIndexAny(text, "?&")
	if b.skip || n < 0 {
		return
	}
	b.skip, b.mark = true, text[n:n+1]
	b.Reset()
	b.WriteString(text[:n])
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
