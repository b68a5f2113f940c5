// Package prose shows texts with a form on a terminal: Markdown that someone else wrote, and the blocks of an answer.
//
// It promises rows within the width that it is given, that every word of a text is in them, that a link says where it
// leads, and that what cannot be read as Markdown is shown as it was written. With a pen of words it says what is
// elsewhere drawn. It writes nothing.
//
//	prose.Style{Pen: pen, Columns: 80}.Markdown("# Title\n\nSome *text*.")
package prose

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"lily/web/markdown/read"
	"lily/web/terminal/row"
)

// Style is how a text is shown.
type Style struct {
	Pen     row.Pen
	Columns int
}

// Markdown is a text as rows, without blank ones around it.
func (s Style) Markdown(source string) []row.Row {
	doc, ok := read.Document([]byte(source))
	if !ok {
		return s.written(row.Plain, source)
	}
	w := &writer{Style: s, source: []byte(source)}
	w.blocks(doc)
	return w.rows
}

// written is a text as it is, wrapped.
func (s Style) written(style row.Style, text string) []row.Row {
	return row.Wrap(row.Row{s.Pen.Text(style, strings.Trim(text, "\n"))}, s.Columns, nil)
}

// writer gathers the rows of a document.
type writer struct {
	Style
	source []byte
	rows   []row.Row
	first  row.Row // that the next row begins with, instead of the indent
	indent row.Row
}

// add wraps a text below the indent.
func (w *writer) add(text row.Row) {
	begin := w.indent
	if w.first != nil {
		begin, w.first = w.first, nil
	}
	columns := max(w.Columns-w.indent.Width(), 10)
	for i, r := range row.Wrap(text, columns, nil) {
		if i > 0 {
			begin = w.indent
		}
		w.rows = append(w.rows, append(append(row.Row{}, begin...), r...))
	}
}

func (w *writer) blank() {
	if len(w.rows) > 0 && w.first == nil {
		w.rows = append(w.rows, append(row.Row{}, w.indent...))
	}
}

func (w *writer) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.(type) {
		case *ast.LinkReferenceDefinition:
			continue
		case *ast.ThematicBreak:
			if w.Pen.Words {
				continue
			}
		}
		if before := n.PreviousSibling(); before != nil && before.Kind() != ast.KindTextBlock { // of a tight list
			w.blank()
		}
		w.block(n)
	}
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.Paragraph, *ast.TextBlock:
		w.add(w.inline(n, row.Plain))
	case *ast.Blockquote:
		w.within(w.Pen.Of(row.Faint, "%s ", w.Pen.Either("│", "|")), "Quote:", n)
	case *ast.List:
		w.list(n)
	case *ast.ThematicBreak:
		w.add(w.Pen.Of(row.Faint, "%s", strings.Repeat(w.Pen.Either("─", "-"), min(20, w.Columns/2))))
	case *gfm.Table:
		w.table(n)
	default:
		w.verbatim(n)
	}
}

func (w *writer) heading(n *ast.Heading) {
	text := w.inline(n, row.Bold)
	if w.Pen.Words {
		text = append(w.Pen.Of(row.Plain, "Heading %d: ", n.Level), text...)
	} else if n.Level == 1 {
		text = text.Styled(row.Underline)
	}
	w.add(text)
}

// within shows blocks below one more indent, or behind a word that says so.
func (w *writer) within(indent row.Row, said string, n ast.Node) {
	was := w.indent
	if w.Pen.Words {
		w.add(w.Pen.Of(row.Plain, "%s", said))
	} else if w.first != nil {
		w.first = append(append(row.Row{}, w.first...), indent...)
	} else {
		w.first = append(append(row.Row{}, was...), indent...)
	}
	if !w.Pen.Words {
		w.indent = append(append(row.Row{}, was...), indent...)
	}
	w.blocks(n)
	w.indent, w.first = was, nil
}

func (w *writer) list(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if item.PreviousSibling() != nil && !n.IsTight {
			w.blank()
		}
		mark := w.Pen.Either("•", "-") + " "
		if n.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		w.item(item, mark)
	}
}

func (w *writer) item(n ast.Node, mark string) {
	was := w.indent
	begin := was
	if w.first != nil {
		begin = w.first
	}
	w.first = append(append(row.Row{}, begin...), w.Pen.Text(row.Cyan, mark))
	w.indent = append(append(row.Row{}, was...), w.Pen.Text(row.Plain, strings.Repeat(" ", len([]rune(mark)))))
	if n.FirstChild() == nil {
		w.add(nil)
	}
	w.blocks(n)
	w.indent, w.first = was, nil
}

// verbatim shows code, and raw HTML as code; definitions of links show nothing.
func (w *writer) verbatim(n ast.Node) {
	text, language := "", ""
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		text, language = string(n.Lines().Value(w.source)), string(n.Language(w.source))
	case *ast.CodeBlock:
		text = string(n.Lines().Value(w.source))
	case *ast.HTMLBlock:
		text = string(n.Lines().Value(w.source))
		if n.HasClosure() {
			text += string(n.ClosureLine.Value(w.source))
		}
	default:
		return
	}
	text = strings.TrimSuffix(text, "\n")
	if w.Pen.Words {
		w.add(w.Pen.Of(row.Plain, "%s", strings.TrimSpace("Code "+language)+":"))
		w.add(w.Pen.Of(row.Plain, "%s", text))
		w.add(w.Pen.Of(row.Plain, "End of code."))
		return
	}
	was := w.indent
	w.indent = append(append(row.Row{}, was...), w.Pen.Text(row.Plain, "    "))
	w.first = append(append(row.Row{}, w.first...), w.indent[len(was)])
	if len(w.first) == 1 {
		w.first = w.indent
	}
	w.add(w.Pen.Of(row.Cyan, "%s", text))
	w.indent = was
}

func (w *writer) inline(parent ast.Node, style row.Style) (r row.Row) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r = append(r, w.span(n, style)...)
	}
	return r
}

func (w *writer) span(n ast.Node, style row.Style) row.Row {
	switch n := n.(type) {
	case *ast.Text:
		return w.text(n, style)
	case *ast.String:
		return row.Row{w.Pen.Text(style, read.Unescape(string(n.Value)))}
	case *ast.CodeSpan:
		return row.Row{w.Pen.Text(style|row.Cyan, w.Pen.Mark(w.code(n)))}
	case *ast.Emphasis:
		return w.inline(n, style|[]row.Style{row.Italic, row.Bold}[min(n.Level, 2)-1])
	case *gfm.Strikethrough:
		return w.inline(n, style|row.Struck)
	case *gfm.TaskCheckBox:
		return row.Row{w.Pen.Text(style, map[bool]string{true: "[x] ", false: "[ ] "}[n.IsChecked])}
	case *ast.RawHTML:
		return row.Row{w.Pen.Text(style, string(n.Segments.Value(w.source)))}
	}
	return w.reference(n, style)
}

func (w *writer) text(n *ast.Text, style row.Style) row.Row {
	value := string(n.Value(w.source))
	if !n.IsRaw() {
		value = read.Unescape(value)
	}
	if n.HardLineBreak() {
		value += "\n"
	} else if n.SoftLineBreak() {
		value += " "
	}
	return row.Row{w.Pen.Text(style, value)}
}

func (w *writer) code(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Value(w.source))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// reference shows what points elsewhere, always with the address: on a terminal nothing else tells it.
func (w *writer) reference(n ast.Node, style row.Style) row.Row {
	switch n := n.(type) {
	case *ast.Link:
		return w.link(w.inline(n, style|row.Underline), string(util.URLEscape(n.Destination, true)))
	case *ast.AutoLink:
		return row.Row{w.Pen.Text(style|row.Underline, string(n.Label(w.source)))}
	case *ast.Image:
		label := append(row.Row{w.Pen.Text(style, "image: ")}, w.inline(n, style)...)
		return w.link(label, string(util.URLEscape(n.Destination, true)))
	}
	return w.inline(n, style)
}

func (w *writer) link(label row.Row, url string) row.Row {
	if label.String() == url || strings.HasPrefix(url, "#") {
		return label
	}
	const most = 200
	if len(url) > most {
		url = url[:most] + "…"
	}
	return append(label, w.Pen.Text(row.Faint, " ("+url+")"))
}
