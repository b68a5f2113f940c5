package guide

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/help"
	"lily/web/html"
	"lily/web/markdown"
)

const (
	dialogID = "guide"
	searchID = "find-help"
	textID   = "help-text"
	longest  = 12 << 10 // a page of more bytes is shown as its entries
	most     = 40       // results of a search
)

// Dialog shows the guide.
type Dialog struct {
	app.Compo
	Guide *Guide
	Rev   int
}

// Render implements [app.Composer].
func (d *Dialog) Render() app.UI {
	g := d.Guide
	return html.With("div", "", app.If(g.open, func() app.UI {
		return &html.Dialog{ID: dialogID, Title: "Help", Rev: d.Rev, Shut: g.shut, Content: d.content}
	}))
}

func (d *Dialog) content() []app.UI {
	g := d.Guide
	return []app.UI{html.With("div", "guide",
		html.Void("input").Attr("type", "search").ID(searchID).Class("find").Attr("placeholder", "Search the manual").Aria("label", "Search the manual").
			Attr("autocomplete", "off").Attr("autofocus", true).Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
			g.query = strings.TrimSpace(ctx.JSSrc().Get("value").String())
			g.loop.Changed()
		}),
		html.With("p", "row-of-acts",
			html.Unless(unless(len(g.trail) > 0, "this is where you began"), html.Button("Back", "Back to what was shown before", func(app.Context) { g.back() }, "small")),
			html.Unless(unless(g.topic() != "" || g.query != "", "these are the contents"), html.Button("Contents", "Contents of the manual", func(app.Context) { g.follow("") }, "small")),
		),
		html.El("div").ID(textID).Class("guide-text").TabIndex(-1).Role("region").Aria("label", g.label()).Body(d.body()...),
	)}
}

func unless(can bool, why string) string {
	if can {
		return ""
	}
	return why
}

// label names what is shown.
func (g *Guide) label() string {
	switch {
	case g.query != "":
		return "Results for " + g.query
	case g.topic() != "":
		return g.topic()
	}
	return "Contents"
}

func (d *Dialog) body() []app.UI {
	g := d.Guide
	switch {
	case g.wrong != "":
		return []app.UI{
			html.Failure(g.wrong, "manual_lost"),
			html.Button("Try again", "Try again to read the manual", func(app.Context) { g.fetch(); g.loop.Changed() }),
		}
	case g.book == nil:
		return []app.UI{html.El("p").Class("hint").Role("status").Text("Reading the manual…")}
	case g.query != "":
		return g.results()
	case g.topic() == "":
		return []app.UI{html.With("ul", "rows", app.Range(g.book).Slice(func(i int) app.UI {
			return g.row(g.book[i].Name, g.book[i].Title, g.book[i].Summary)
		}))}
	}
	return g.entries()
}

// results lists what a search finds.
func (g *Guide) results() []app.UI {
	found := g.book.Search(g.query)
	shown := found[:min(most, len(found))]
	list := []app.UI{html.El("p").Class("hint").Role("status").Text(answer.Number(len(found), "entry") + ".")}
	if len(found) != 1 {
		list[0] = html.El("p").Class("hint").Role("status").Textf("%d entries.", len(found))
	}
	return append(list, html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
		return g.row(shown[i].Name, shown[i].Name, "in "+g.title(shown[i].Page))
	})))
}

func (g *Guide) title(page string) string {
	for _, p := range g.book {
		if p.Name == page {
			return p.Title
		}
	}
	return page
}

// entries are what the manual says of the topic that is shown.
func (g *Guide) entries() []app.UI {
	found := g.book.Find(g.topic())
	if len(found) == 0 {
		return []app.UI{html.Text("p", "hint", "The manual has no entry of "+g.topic()+".")}
	}
	var list []app.UI
	for _, e := range found {
		list = append(list, g.entry(e)...)
	}
	return list
}

func (g *Guide) entry(e help.Entry) []app.UI {
	below := []string{}
	if e.Level == 1 && len(e.Text) > longest {
		for _, p := range g.book {
			if p.Name == e.Page {
				e.Text, below = p.Intro.Text, names(p.Entries)
			}
		}
	}
	text, also := unlinked(e.Text)
	list := []app.UI{&html.Keyed{ID: e.Page + "/" + e.Name, Of: func() app.UI { return &markdown.Prose{Source: text} }}}
	if e.Level > 1 && e.Page != e.Name {
		also = append(also, e.Page)
	}
	return append(list, g.buttons("In this page", below), g.buttons("See also", also))
}

func names(entries []help.Entry) (list []string) {
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}

// buttons lead to topics.
func (g *Guide) buttons(label string, topics []string) app.UI {
	return html.With("div", "", app.If(len(topics) > 0, func() app.UI {
		return html.El("div").Class("also").Role("group").Aria("label", label).Body(
			html.Text("p", "hint", label+":"),
			html.With("p", "row-of-acts", app.Range(topics).Slice(func(i int) app.UI {
				return html.ButtonFor(topics[i], topics[i], "", func(app.Context) { g.follow(topics[i]) }, "small")
			})),
		)
	}))
}

// row is one topic to choose, with a line on it.
func (g *Guide) row(topic, title, about string) app.UI {
	return html.With("li", "", html.El("button").Attr("type", "button").Class("row").
		OnClick(func(app.Context, app.Event) { g.follow(topic) }, app.EventScope(topic)).
		Body(html.Text("span", "skill-name", title), html.Text("span", "about", " "+about)))
}

// Listen opens the guide wherever a topic is pressed (see [html.Topic]).
func (g *Guide) Listen() {
	app.Window().Call("addEventListener", "click", app.FuncOf(func(_ app.Value, args []app.Value) any {
		from := args[0].Get("target").Call("closest", "[data-topic]")
		if from.Truthy() {
			topic := from.Get("dataset").Get("topic").String()
			g.loop.Post(func() { g.Open(topic) })
		}
		return nil
	}))
}
