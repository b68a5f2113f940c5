package markdown

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"

	"lily/web/html"
)

// table scrolls by itself, by keys too, so that a wide one widens nothing else.
func (w mdWriter) table(n *gfm.Table) app.UI {
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
	return html.El("div").Class("scroll").TabIndex(0).Attr("role", "group").Aria("label", "Table").Body(html.With("table", "", parts...))
}

func (w mdWriter) row(n ast.Node, head bool) app.UI {
	var cells []app.UI
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if cell, ok := c.(*gfm.TableCell); ok {
			cells = append(cells, w.cell(cell, head))
		}
	}
	return html.With("tr", "", cells...)
}

// cell of the head is a header only if it says something.
func (w mdWriter) cell(n *gfm.TableCell, head bool) app.UI {
	class := ""
	if n.Alignment == gfm.AlignRight || n.Alignment == gfm.AlignCenter {
		class = n.Alignment.String()
	}
	body := w.inline(n)
	if head && len(body) > 0 {
		return html.El("th").Attr("scope", "col").Class(class).Body(body...)
	}
	return html.El("td").Class(class).Body(body...)
}
