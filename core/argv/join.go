package argv

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
)

// joined fills a word of several parts. No value, not even an empty one, may make it begin with a - or name an option.
func (f *filler) joined(w word) (words []string, missing bool, err error) {
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
			continue
		case !ok:
			return nil, true, nil
		case !own && !f.literal && names(b.text):
			return nil, false, &ValueError{p.name, "its place in the command is the name of an option, which no value can be"}
		}
		if !own && len(b.text) == 0 {
			front = &p
		}
		if !own && glue == nil {
			glue, bare = &p, len(b.text)
		}
		b.value(text, p.inQuery)
	}
	if glue != nil && front == nil && len(b.text) == bare && isShort(string(b.text)) && !f.literal {
		return nil, false, &ValueError{glue.name, fmt.Sprintf("got an empty text, with which %s would take the next word for its own", b.text)}
	}
	if front != nil {
		err = f.check(*front, string(b.text))
	}
	return []string{string(b.text)}, false, err
}

// text is what a placeholder becomes inside a word, whether that is the template's own, and whether there is any.
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

// markQuery finds the placeholders in the query of a URL. A word that begins with a placeholder may be a URL.
func markQuery(w word) {
	text := w.literal()
	if len(w) > 0 && w[0].name != "" {
		w.mark(text, 0)
	}
	if n := strings.Index(text, "://"); n >= 0 {
		w.mark(text, n+len("://"))
	}
}

// mark puts in the query the placeholders after the first ? and before the first # from an offset of the text on.
func (w word) mark(text string, from int) {
	begin, end := strings.IndexByte(text[from:], '?'), strings.IndexByte(text[from:]+"#", '#')
	at := -from
	for i, p := range w {
		if at += len(p.text); at >= 0 {
			w[i].inQuery = p.name != "" && begin >= 0 && begin < at && at <= end
		}
	}
}

// builder puts one word together. While skip is set, it is in a pair of a URL's query that a missing value takes away.
type builder struct {
	text []byte
	skip bool
	mark string // the ? or & that stood before the pair
}

func (b *builder) literal(text string) {
	if b.skip {
		n := strings.IndexAny(text, "&#")
		if n < 0 {
			return
		}
		if b.skip = false; text[n] == '&' {
			b.text = append(b.text, b.mark...)
			n++
		}
		text = text[n:]
	}
	b.text = append(b.text, text...)
}

// value adds a value, of which a query keeps RFC 3986's unreserved characters and gets each other byte as %XX.
func (b *builder) value(text string, inQuery bool) {
	if inQuery {
		text = strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
	}
	if !b.skip {
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
