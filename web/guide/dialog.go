package guide

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/help"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/markdown"
	"lily/web/words"
)

const (
	textID  = "help-text"
	longest = 12 << 10 // a page of more bytes is shown as its entries
	most    = 40       // results of a search
)

// Dialog shows the guide.
func (g *Guide) Dialog() app.UI {
	return html.Dialog{ID: "guide", Title: "Help", Shut: g.shut, Content: g.content}.While(g.open)
}

func (g *Guide) content() []app.UI {
	search := func(query string) {
		g.query = query
		g.loop.Changed()
	}
	label := cmp.Or(words.Either(g.query != "", "Results for "+g.query, ""), g.topic(), "Contents")
	atStart := words.Either(len(g.trail) > 0, "", "this is where you began")
	atContents := words.Either(g.topic() != "" || g.query != "", "", "these are the contents")
	return []app.UI{html.With("div", "guide",
		html.Find("find-help", "Search the manual", search).Attr("autofocus", true),
		html.With("p", "row-of-acts",
			html.Unless(atStart, html.Button("Back", "Back to what was shown before", g.back, "small")),
			html.Unless(atContents, html.Button("Contents", "Contents of the manual", func() { g.follow("") }, "small")),
		),
		html.With("div", "guide-text", g.body()...).ID(textID).TabIndex(-1).Role("region").Aria("label", sight.Show(label)),
	)}
}

func (g *Guide) body() []app.UI {
	switch {
	case g.wrong != "":
		return []app.UI{
			html.Failure(g.wrong, "manual_lost"),
			html.Button("Try again", "Try again to read the manual", func() { g.fetch(); g.loop.Changed() }),
		}
	case g.book == nil:
		return []app.UI{html.Text("p", "hint", "Reading the manual…").Role("status")}
	case g.query != "":
		return g.results()
	case g.topic() == "":
		return []app.UI{html.With("ul", "rows", app.Range(g.book).Slice(func(i int) app.UI {
			return g.row(g.book[i].Name, g.book[i].Title, strings.ReplaceAll(g.book[i].Summary, "`", ""))
		})), html.With("p", "hint", app.A().Href("/notice.txt").Target("_blank").Text("How this page was built, and the licences of its parts"))}
	}
	return g.entries()
}

func (g *Guide) results() []app.UI {
	found := g.book.Search(g.query)
	shown := found[:min(most, len(found))]
	count := words.Either(len(found) == 1, "1 entry.", fmt.Sprintf("%d entries.", len(found)))
	return []app.UI{html.Text("p", "hint", count).Role("status"), html.With("ul", "rows", app.Range(shown).Slice(func(i int) app.UI {
		return g.row(shown[i].Name, shown[i].Name, "in "+g.title(shown[i].Page))
	}))}
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
	var below []string
	if e.Level == 1 && len(e.Text) > longest {
		for _, p := range g.book {
			if p.Name == e.Page {
				e.Text = p.Intro.Text
				for _, in := range p.Entries {
					below = append(below, in.Name)
				}
			}
		}
	}
	text, also := unlinked(html.Keys(e.Text))
	if e.Level > 1 && e.Page != e.Name {
		also = append(also, e.Page)
	}
	prose := &html.Keyed{ID: e.Page + "/" + e.Name, Of: func() app.UI { return &markdown.Prose{Source: text} }}
	return []app.UI{prose, g.buttons("In this page", below), g.buttons("See also", also)}
}

func (g *Guide) buttons(label string, topics []string) app.UI {
	return html.When(len(topics) > 0, func() app.UI {
		return html.With("div", "also",
			html.Text("p", "hint", label+":"),
			html.With("p", "row-of-acts", app.Range(topics).Slice(func(i int) app.UI {
				return html.ButtonFor(topics[i], topics[i], "", func() { g.follow(topics[i]) }, "small")
			})),
		).Role("group").Aria("label", sight.Show(label))
	})
}

func (g *Guide) row(topic, title, about string) app.UI {
	return html.With("li", "", html.Row(topic, false, func() { g.follow(topic) },
		html.Text("span", "skill-name", title), html.Text("span", "about", " "+about)))
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

// unlinked is a text of the manual without its links to other places of the manual, and
// the topics that they lead to: the page shows these as buttons below the text.
func unlinked(text string) (plain string, topics []string) {
	var b strings.Builder
	for {
		mid := strings.Index(text, "](")
		if mid < 0 {
			break
		}
		open, end := strings.LastIndexByte(text[:mid], '['), strings.IndexByte(text[mid:], ')')
		if open < 0 || end < 0 {
			break
		}
		to := text[mid+2 : mid+end]
		topic := topicOf(to)
		if topic == "" {
			b.WriteString(text[:mid+end+1])
		} else {
			b.WriteString(text[:open] + text[open+1:mid])
			if !slices.Contains(topics, topic) {
				topics = append(topics, topic)
			}
		}
		text = text[mid+end+1:]
	}
	return b.String() + text, topics
}

// topicOf is the topic of a link within the manual; empty for any other.
func topicOf(to string) string {
	page, anchor, _ := strings.Cut(to, "#")
	switch {
	case strings.Contains(page, "/") || page != "" && path.Ext(page) != ".md":
		return ""
	case anchor != "":
		return anchor
	}
	return strings.TrimSuffix(page, ".md")
}
