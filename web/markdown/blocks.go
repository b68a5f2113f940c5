package markdown

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/words"
)

// Blocks shows a structured answer.
func Blocks(a answer.Answer) []app.UI {
	var list []app.UI
	for i, b := range a {
		if b.Title != "" {
			list = append(list, html.Text("h3", "", b.Title))
		}
		list = append(list, block(&a[i]))
	}
	return list
}

func block(b *answer.Block) app.UI {
	switch b.Kind {
	case answer.Markdown:
		return &Prose{Source: b.Text}
	case answer.Verbatim:
		return html.Foreign("pre", "", b.Text).TabIndex(0)
	case answer.Table:
		return &table{Block: b}
	case answer.Definitions:
		return html.With("dl", "", app.Range(b.Rows).Slice(func(i int) app.UI { return pairOf(b.Rows[i]) }))
	case answer.List:
		return html.With("ul", "bullets", app.Range(b.Rows).Slice(func(i int) app.UI {
			return html.Foreign("li", "", strings.Join(b.Rows[i], " "))
		}))
	}
	return html.Foreign("p", "", b.Text)
}

func pairOf(row []string) app.UI {
	const long = 24 // bytes of a term that stands above its text
	class := words.Either(len(row[0]) > long, "pair tall", "pair")
	return html.With("div", class, html.Foreign("dt", "", row[0]), html.Foreign("dd", "", row[1]))
}

// table shows the first rows of a table, and the rest when the person asks for more: a
// page with ten thousand would answer to nothing else for seconds.
type table struct {
	app.Compo
	Block *answer.Block // by reference, as it never changes

	shown int
}

const tableRows = 200 // that are shown at first

// Render implements [app.Composer].
func (t *table) Render() app.UI {
	b, n := t.Block, max(t.shown, tableRows)
	rows := b.Rows[:min(n, len(b.Rows))]
	return html.With("div", "",
		html.Table(b.Columns, app.Range(rows).Slice(func(i int) app.UI {
			row := rows[i]
			return html.With("tr", "", app.Range(row).Slice(func(i int) app.UI { return html.Foreign("td", "", row[i]) }))
		})).Role("group").Aria("label", "Table"),
		app.If(len(rows) < len(b.Rows), func() app.UI {
			return html.ButtonFor(fmt.Sprint(n), fmt.Sprintf("Show %d more of %d rows", min(2*tableRows, len(b.Rows)-len(rows)), len(b.Rows)), "", func() { t.shown = n + 2*tableRows })
		}),
	)
}
