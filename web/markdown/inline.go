package markdown

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"lily/core/sight"
	"lily/web/html"
	"lily/web/markdown/read"
	"lily/web/words"
)

// phrase gathers nodes, with as few text nodes as can be.
type phrase struct {
	list []app.UI
	text strings.Builder
}

func (l *phrase) add(nodes ...app.UI) { l.list = append(l.done(), nodes...) }

func (l *phrase) done() []app.UI {
	if l.text.Len() > 0 {
		l.list = append(l.list, html.Say(l.text.String()))
		l.text.Reset()
	}
	return l.list
}

func (w *mdWriter) inline(parent ast.Node) []app.UI {
	var l phrase
	w.into(&l, parent)
	return l.done()
}

func (w *mdWriter) into(l *phrase, parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.span(l, n)
	}
}

func (w *mdWriter) span(l *phrase, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.words(l, n)
	case *ast.String:
		l.text.WriteString(read.Unescape(string(n.Value)))
	case *ast.CodeSpan:
		l.add(code(w.codeText(n)))
	case *ast.Emphasis:
		l.add(html.El([]string{"em", "strong"}[min(n.Level, 2)-1]).Body(w.inline(n)...))
	case *gfm.Strikethrough:
		l.add(html.With("del", "", w.inline(n)...))
	case *gfm.TaskCheckBox:
		l.add(taskBox(n.IsChecked), html.Say(" "))
	case *ast.RawHTML:
		w.tag(l, n)
	default:
		w.reference(l, n)
	}
}

// code is code within a line. A digest is seen by its beginning, and is there whole for who copies or listens.
func code(text string) app.UI {
	if len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
		return html.With("code", "", html.Say(text))
	}
	return html.With("span", "digest",
		html.Labelled("copy", "", html.With("button", "only small")).Attr("type", "button").Aria("label", "Copy digest").Title("Copy digest").
			OnClick(copyCode, app.EventScope("copy digest")),
		html.Text("code", "whole", text).Title("%s", sight.Show(text)),
	)
}

func (w *mdWriter) words(l *phrase, n *ast.Text) {
	value := string(n.Value(w.source))
	if !n.IsRaw() {
		value = read.Unescape(value)
	}
	l.text.WriteString(value)
	if n.HardLineBreak() {
		l.add(html.Void("br"))
	} else if n.SoftLineBreak() {
		l.text.WriteByte('\n')
	}
}

func (w *mdWriter) codeText(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(w.source))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// taskBox is the box of a task list. It cannot be ticked, so it is no input.
func taskBox(checked bool) app.UI {
	label := words.Either(checked, "done", "to do")
	return html.Text("span", "task", words.Either(checked, "☑", "☐")).Role("img").Aria("label", sight.Show(label))
}

// tag shows a raw HTML tag as text; a line break alone is meant as one.
func (w *mdWriter) tag(l *phrase, n *ast.RawHTML) {
	raw := string(n.Segments.Value(w.source))
	if bare := strings.ToLower(strings.ReplaceAll(raw, " ", "")); bare == "<br>" || bare == "<br/>" {
		l.add(html.Void("br"))
	} else {
		l.text.WriteString(raw)
	}
}

// reference shows what points elsewhere, and the children of what is unknown.
func (w *mdWriter) reference(l *phrase, n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		w.link(l, string(util.URLEscape(n.Destination, true)), w.plain(n), func(l *phrase) { w.into(l, n) })
	case *ast.AutoLink:
		url := string(util.URLEscape(n.URL(w.source), false))
		if n.AutoLinkType == ast.AutoLinkEmail && !hasPrefixFold(url, "mailto:") {
			url = "mailto:" + url
		}
		label := n.Label(w.source)
		w.link(l, url, string(label), func(l *phrase) { l.text.Write(label) })
	case *ast.Image:
		alt := strings.TrimSpace(w.plain(n))
		l.add(html.Text("span", "image", "image: "+alt+" ("+briefURL(string(util.URLEscape(n.Destination, true)))+")"))
	default:
		w.into(l, n)
	}
}

// link is a link where its address is allowed, and else its words. The address is said where there is no link, and
// where the text says another one.
func (w *mdWriter) link(l *phrase, url, text string, words func(*phrase)) {
	var label phrase
	words(&label)
	if body := label.done(); allowedURL(url) && len(body) > 0 {
		l.add(html.El("a").Attr("href", url).Attr("rel", "noopener noreferrer").Attr("target", "_blank").Body(body...))
		if to := elsewhere(text, url); to != "" {
			l.text.WriteString(" (" + to + ")")
		}
		return
	}
	words(l)
	if !strings.HasPrefix(url, "#") { // a place in the same text, which has none here
		l.text.WriteString(" (" + briefURL(url) + ")")
	}
}

// allowedURL reports whether an address may become a link: http, https or mailto, in plain printable characters, so
// that no browser can read another scheme out of it. No link ends as an address that lets a browser into Lily does
// (MD-4): what a stranger wrote never stands in for what the person's terminal printed.
func allowedURL(url string) bool {
	bad := func(c rune) bool { return c <= ' ' || c >= 0x7f || strings.ContainsRune("\"'`<>\\", c) }
	_, fragment, _ := strings.Cut(url, "#")
	if strings.ContainsFunc(url, bad) || hasPrefixFold(fragment, "code=") || hasPrefixFold(fragment, "token=") {
		return false
	}
	return slices.ContainsFunc([]string{"https://", "http://", "mailto:"}, func(prefix string) bool {
		return hasPrefixFold(url, prefix) && len(url) > len(prefix)
	})
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
func (w *mdWriter) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.WriteString(read.Unescape(string(t.Value(w.source))))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
