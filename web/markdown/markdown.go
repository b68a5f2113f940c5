// Package markdown shows texts that someone else wrote, whole or while they arrive, and
// the blocks of an answer.
//
// It promises that nothing of a text becomes markup: it builds nodes, links only to plain
// addresses, and shows what is too large or too deep as it was written. A text that grows
// costs what is new of it. It loads no image and runs nothing.
//
//	&markdown.Prose{Source: "# Title\n\nSome *text*."}
package markdown

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"

	"lily/web/html"
	"lily/web/markdown/read"
)

// outline are the levels of the headings that a place in a text stands below, a bit
// for each. A text may begin with any level and leave some out; a page may not, since
// people who cannot see it go by them.
type outline uint8

// through is the outline behind a text that stands in o.
func (o outline) through(text string) outline {
	if !strings.ContainsAny(text, "#=-") {
		return o // no mark of a heading
	}
	_, after := markdown(text, o)
	return after
}

// markdown shows a text that someone else wrote. It builds nodes and never HTML: no tag,
// attribute or image of the text reaches the page, and a link only as [allowedURL] says.
// above are the headings that the text stands below; after are those that what follows it
// stands below. What is too large or too deep for the page, or fails the parser, is shown
// as it was written.
func markdown(source string, above outline) (list []app.UI, after outline) {
	defer func() {
		if recover() != nil {
			list, after = asWritten(source), above
		}
	}()
	return render(source, above)
}

func render(source string, above outline) ([]app.UI, outline) {
	w := &mdWriter{source: []byte(source), outline: above}
	doc, ok := read.Document(w.source)
	if !ok {
		return asWritten(source), above
	}
	return w.blocks(doc), w.outline
}

func asWritten(source string) []app.UI {
	return []app.UI{html.Text("pre", "written", source).TabIndex(0)}
}

// mdWriter turns one document's nodes into the page's.
type mdWriter struct {
	source  []byte
	outline outline
}

func (w *mdWriter) blocks(parent ast.Node) []app.UI {
	var list []app.UI
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		list = append(list, w.block(n)...)
	}
	return list
}

func (w *mdWriter) block(n ast.Node) []app.UI {
	switch n := n.(type) {
	case *ast.Heading:
		return w.heading(n)
	case *ast.Paragraph:
		return []app.UI{html.With("p", "", w.inline(n)...)}
	case *ast.TextBlock:
		return w.inline(n)
	case *ast.Blockquote:
		return []app.UI{html.With("blockquote", "", w.blocks(n)...)}
	case *ast.List:
		return []app.UI{w.list(n)}
	case *ast.ListItem:
		return []app.UI{html.With("li", "", w.blocks(n)...)}
	case *ast.ThematicBreak:
		return []app.UI{html.Void("hr")}
	case *gfm.Table:
		return []app.UI{w.table(n)}
	}
	return w.verbatim(n)
}

func (w *mdWriter) heading(n *ast.Heading) []app.UI {
	body := w.inline(n)
	if len(body) == 0 {
		return nil // a heading without a name is nothing to jump to
	}
	w.outline = w.outline&(1<<n.Level-1) | 1<<n.Level
	level := min(2+bits.OnesCount8(uint8(w.outline)), 6) // an h3 at the top, and one more for each below it
	return []app.UI{html.With(fmt.Sprintf("h%d", level), "", body...)}
}

func (w *mdWriter) list(n *ast.List) app.UI {
	if !n.IsOrdered() {
		return html.With("ul", "", w.blocks(n)...)
	}
	list := html.With("ol", "", w.blocks(n)...)
	if n.Start != 1 {
		list.Attr("start", n.Start)
	}
	return list
}

// table scrolls by itself, by keys too, so that a wide one widens nothing else.
func (w *mdWriter) table(n *gfm.Table) app.UI {
	var head, body []app.UI
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		if _, ok := row.(*gfm.TableHeader); ok {
			head = append(head, w.row(row, true))
		} else {
			body = append(body, w.row(row, false))
		}
	}
	parts := []app.UI{html.With("thead", "", head...)}
	if len(body) > 0 {
		parts = append(parts, html.With("tbody", "", body...))
	}
	return html.With("div", "scroll", html.With("table", "", parts...)).TabIndex(0).Role("group").Aria("label", "Table")
}

func (w *mdWriter) row(n ast.Node, head bool) app.UI {
	var cells []app.UI
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		class := ""
		if side := c.(*gfm.TableCell).Alignment; side == gfm.AlignRight || side == gfm.AlignCenter {
			class = side.String()
		}
		if body := w.inline(c); head && len(body) > 0 { // a header says something
			cells = append(cells, html.With("th", class, body...).Attr("scope", "col"))
		} else {
			cells = append(cells, html.With("td", class, body...))
		}
	}
	return html.With("tr", "", cells...)
}

// verbatim shows code, and raw HTML as code; definitions of links show nothing.
func (w *mdWriter) verbatim(n ast.Node) []app.UI {
	switch n := n.(type) {
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return []app.UI{codeBlock(string(n.Lines().Value(w.source)))}
	case *ast.HTMLBlock:
		closing := ""
		if n.HasClosure() {
			closing = string(n.ClosureLine.Value(w.source))
		}
		return []app.UI{codeBlock(string(n.Lines().Value(w.source)) + closing)}
	}
	return nil
}

func codeBlock(text string) app.UI {
	text = strings.TrimSuffix(text, "\n")
	if len(text) > 2*slabSize {
		return codeOf(Slabs(text)...)
	}
	return codeOf(html.Say(text))
}

// codeOf is a block of code with a button that copies it.
func codeOf(text ...app.UI) app.UI {
	return html.With("div", "code",
		html.Text("button", "copy", "Copy").Attr("type", "button").Aria("label", "Copy code").
			OnClick(copyCode, app.EventScope("copy code")),
		html.With("pre", "", html.With("code", "", text...)).TabIndex(0),
	)
}

// copyCode copies what stands beside the button at the moment: a handler that
// held the text would be kept, stale, when a stream makes the block longer.
// https://developer.mozilla.org/docs/Web/API/Clipboard/writeText
func copyCode(ctx app.Context, _ app.Event) {
	block := ctx.JSSrc().Get("nextElementSibling")
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() || !block.Truthy() {
		return // no clipboard outside of a secure context
	}
	// A refusal needs a handler, or the page's watch takes it for a fault.
	clipboard.Call("writeText", block.Get("textContent")).Call("catch", app.Window().Get("Boolean"))
}
