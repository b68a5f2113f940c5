package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lily/web/html"
)

// reference shows what points elsewhere, and the children of what is unknown.
func (w mdWriter) reference(l *phrase, n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		w.link(l, string(util.URLEscape(n.Destination, true)), func(l *phrase) { w.into(l, n) })
	case *ast.AutoLink:
		url := string(util.URLEscape(n.URL(w.source), false))
		if n.AutoLinkType == ast.AutoLinkEmail && !hasPrefixFold(url, "mailto:") {
			url = "mailto:" + url
		}
		w.link(l, url, func(l *phrase) { l.text.Write(n.Label(w.source)) })
	case *ast.Image:
		alt := strings.TrimSpace(w.plain(n))
		l.add(html.Text("span", "image", "image: "+alt+" ("+briefURL(string(util.URLEscape(n.Destination, true)))+")"))
	default:
		w.into(l, n)
	}
}

// link is a link where its address is allowed, else its words and the address.
func (w mdWriter) link(l *phrase, url string, words func(*phrase)) {
	var label phrase
	words(&label)
	if body := label.done(); allowedURL(url) && len(body) > 0 {
		l.add(html.El("a").Attr("href", url).Attr("rel", "noopener noreferrer").Attr("target", "_blank").Body(body...))
		return
	}
	words(l)
	l.text.WriteString(" (" + briefURL(url) + ")")
}

// allowedURL reports whether an address may become a link: http, https, mailto, or
// a fragment, in plain printable characters, so that no browser can read
// another scheme out of it.
func allowedURL(url string) bool {
	for i := range len(url) {
		if c := url[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"'`<>\\", c) >= 0 {
			return false
		}
	}
	for _, prefix := range []string{"https://", "http://", "mailto:", "#"} {
		if hasPrefixFold(url, prefix) && len(url) > len(prefix) {
			return true
		}
	}
	return false
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// briefURL cuts an address that is shown as text, such as one that holds a file.
func briefURL(url string) string {
	const most = 200
	if len(url) > most {
		return strings.ToValidUTF8(url[:most], "") + "…"
	}
	return url
}

// plain is the text of a node without its form.
func (w mdWriter) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.WriteString(unescape(string(t.Value(w.source))))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
