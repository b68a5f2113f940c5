package ui

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
)

// failure shows an error's first line as a sentence and the rest as a list.
func failure(message, code string) app.UI {
	lines := strings.Split(message, "\n")
	var details []string
	usage := ""
	for _, l := range lines[1:] {
		if u, ok := strings.CutPrefix(l, "Usage: "); ok {
			usage = u
			continue
		}
		details = append(details, strings.TrimPrefix(l, "- "))
	}
	return el("div").Class("failure").Role("alert").Body(
		elText("p", "", answer.Clean(lines[0])),
		app.If(len(details) > 0, func() app.UI {
			return elWith("ul", "", app.Range(details).Slice(func(i int) app.UI { return elText("li", "", answer.Clean(details[i])) }))
		}),
		app.If(usage != "", func() app.UI { return elWith("p", "", app.Text("Usage: "), elText("code", "", answer.Clean(usage))) }),
		elWith("p", "code-word", app.Text("Code: "), elText("code", "", code)),
	)
}

// blocks shows a structured answer.
func blocks(a answer.Answer) []app.UI {
	var list []app.UI
	for i := range a {
		list = append(list, block(&a[i])...)
	}
	return list
}

func block(b *answer.Block) []app.UI {
	var list []app.UI
	if b.Title != "" {
		list = append(list, elText("h3", "", b.Title))
	}
	switch b.Kind {
	case answer.Markdown:
		return append(list, &prose{Source: b.Text})
	case answer.Verbatim:
		return append(list, foreign("pre", "", b.Text).TabIndex(0))
	case answer.Table:
		return append(list, &table{Block: b})
	case answer.Definitions:
		return append(list, elWith("dl", "", app.Range(b.Rows).Slice(func(i int) app.UI { return pairOf(b.Rows[i]) })))
	case answer.List:
		return append(list, elWith("ul", "bullets", app.Range(b.Rows).Slice(func(i int) app.UI {
			return foreign("li", "", strings.Join(b.Rows[i], " "))
		})))
	}
	return append(list, foreign("p", "", b.Text))
}

// longTerm is from how many bytes on a term stands above its text.
const longTerm = 24

func pairOf(row []string) app.UI {
	class := "pair"
	if len(row[0]) > longTerm {
		class = "pair tall"
	}
	return elWith("div", class, foreign("dt", "", row[0]), foreign("dd", "", row[1]))
}

// table shows the first rows of a table, and the rest when the person asks for more: a
// page with ten thousand would answer to nothing else for seconds.
type table struct {
	app.Compo
	Block *answer.Block // by reference, as it never changes

	shown int
}

// tableRows is how many rows are shown at first.
const tableRows = 200

// Render implements [app.Composer].
func (t *table) Render() app.UI {
	b, n := t.Block, max(t.shown, tableRows)
	rows := b.Rows[:min(n, len(b.Rows))]
	return elWith("div", "",
		el("div").Class("wide").TabIndex(0).Role("group").Aria("label", "Table").Body(
			elWith("table", "",
				elWith("thead", "", elWith("tr", "", app.Range(b.Columns).Slice(func(i int) app.UI { return el("th").Attr("scope", "col").Text(b.Columns[i]) }))),
				elWith("tbody", "", app.Range(rows).Slice(func(i int) app.UI {
					return elWith("tr", "", app.Range(rows[i]).Slice(func(j int) app.UI { return foreign("td", "", rows[i][j]) }))
				})),
			),
		),
		app.If(len(rows) < len(b.Rows), func() app.UI {
			return buttonFor(fmt.Sprint(n), fmt.Sprintf("Show %d more of %d rows", min(2*tableRows, len(b.Rows)-len(rows)), len(b.Rows)), "", func(app.Context) { t.shown = n + 2*tableRows })
		}),
	)
}
