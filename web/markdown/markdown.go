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
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"lily/web/html"
)

// markdown shows a text that someone else wrote. It builds nodes and never
// HTML: no tag, attribute or image of the text reaches the page, and a link
// only as [allowedURL] says. above are the headings that the text stands below; after
// are those that what follows it stands below. What is too large or too deep for the
// page, or fails the parser, is shown as it was written.
func markdown(source string, above outline) (list []app.UI, after outline) {
	defer func() {
		if recover() != nil {
			list, after = asWritten(source), above
		}
	}()
	if costly(source) {
		return asWritten(source), above
	}
	return render(source, above)
}

func render(source string, above outline) ([]app.UI, outline) {
	w := &mdWriter{source: []byte(source), outline: above}
	doc := markdownParser().Parse(text.NewReader(w.source))
	if sprawls(doc) {
		return asWritten(source), above
	}
	return w.blocks(doc), w.outline
}

func asWritten(source string) []app.UI {
	return []app.UI{html.El("pre").Class("written").TabIndex(0).Body(app.Text(source))}
}

// markdownParser is made once: it holds nothing of what it parses.
var markdownParser = sync.OnceValue(func() parser.Parser {
	inline := []util.PrioritizedValue{
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
	}
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(inline, parser.DefaultInlineParsers()...)...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
})

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
	w.outline = w.outline.enter(n.Level)
	return []app.UI{html.El(fmt.Sprintf("h%d", w.outline.level())).Body(body...)}
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

// verbatim shows code, and raw HTML as code.
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
	return nil // definitions of links, which show nothing
}
