// Package html makes what every part of the page is made of: elements, tables, lists to
// choose from, dialogs, boxes that are never written over unheard, focus and scrolling.
//
// It promises one look and one behaviour for each of them, and knows nothing of what is
// shown. It touches the browser through go-app alone. It decides nothing: what a click
// does is given to it.
//
//	html.With("p", "row-of-acts", html.Button("Save", "", save))
package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/words"
)

// El makes an element by its tag. go-app has a type for every tag, each with a hundred methods
// that the linker keeps; one type for all of them makes the page's download smaller by a tenth
// of our own code (make size).
//
//go:noinline
func El(tag string) app.HTMLElem { return app.Elem(tag) }

// Void makes an element that has no content, such as input or br.
//
//go:noinline
func Void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }

// With makes an element with a class, empty for none, and what is in it.
//
//go:noinline
func With(tag, class string, body ...app.UI) app.HTMLElem {
	e := app.Elem(tag)
	if class != "" {
		e.Class(class)
	}
	return e.Body(body...)
}

// When is what stands in a place while something is so. The place is there always, since
// go-app compares what is on the page by its place.
func When(is bool, of func() app.UI) app.UI { return With("div", "", app.If(is, of)) }

// Text makes an element with a class, empty for none, and a text.
//
//go:noinline
func Text(tag, class, text string) app.HTMLElem { return With(tag, class, Say(text)) }

// Say is a text, of the page's own or of others, in which nothing is hidden. Every text of the page goes this way.
//
//go:noinline
func Say(text string) app.UI { return app.Text(sight.Show(text)) }

// Name is what others named something, within a sentence of ours: no letter of it turns what stands beside it.
func Name(text string) app.HTMLElem { return Text("bdi", "", text) }

// Foreign is [Text] for what others wrote: its first letter says in which direction it is read.
func Foreign(tag, class, text string) app.HTMLElem { return Text(tag, class, text).Attr("dir", "auto") }

// Choice is one line of a list to choose from; those of one Group that follow each other stand
// together. Value is never empty.
type Choice struct{ Group, Value, Label string }

// Choose is a labelled list to choose from.
func Choose(id, label, chosen string, list []Choice, do func(value string)) app.UI {
	return With("div", "field",
		El("label").Attr("for", id).Body(Say(label)),
		El("select").ID(id).OnChange(func(ctx app.Context, _ app.Event) {
			do(ctx.JSSrc().Get("value").String())
		}, app.EventScope(id)).Body(Options(list, chosen)...),
	)
}

// Options are the lines of a list to choose from.
func Options(list []Choice, chosen string) []app.UI {
	var all []app.UI
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Group == list[0].Group {
			n++
		}
		group := list[:n]
		options := app.UI(app.Range(group).Slice(func(i int) app.UI {
			value := group[i].Value
			return Text("option", "", group[i].Label).Attr("value", value).Attr("selected", value == chosen)
		}))
		if group[0].Group != "" {
			options = With("optgroup", "", options).Attr("label", sight.Show(group[0].Group))
		}
		all, list = append(all, options), list[n:]
	}
	return all
}

// Search is a labelled search field; do gets what was typed, in lower case.
func Search(id, label string, do func(query string)) app.UI { return SearchFrom(id, label, "", do) }

// SearchFrom is [Search] that begins with a text: the same as long as the field is there, since a person types on.
func SearchFrom(id, label, first string, do func(query string)) app.UI {
	return With("div", "field",
		El("label").Attr("for", id).Body(Say(label)),
		Void("input").Attr("type", "search").ID(id).Attr("value", first).Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
			do(strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String())))
		}, app.EventScope(id)),
	)
}

// Grid is a table that scrolls by itself. The first cell of a row is its heading.
func Grid(label string, columns []string, rows [][]app.UI) app.UI {
	return Table(columns, app.Range(rows).Slice(func(i int) app.UI {
		cells := rows[i][1:]
		rest := app.Range(cells).Slice(func(i int) app.UI { return With("td", "", cells[i]) })
		return With("tr", "", With("th", "", rows[i][0]).Attr("scope", "row"), rest)
	})).Role("region").Aria("label", sight.Show(label))
}

// Table scrolls by itself, by keys too, so that a wide one widens nothing else.
func Table(columns []string, rows app.UI) app.HTMLElem {
	head := app.Range(columns).Slice(func(i int) app.UI { return Text("th", "", columns[i]).Attr("scope", "col") })
	return With("div", "wide",
		With("table", "", With("thead", "", With("tr", "", head)), With("tbody", "", rows)),
	).TabIndex(0)
}

// Keyed makes what it holds anew for another ID: nothing typed for one thing is shown for the next.
type Keyed struct {
	app.Compo
	ID string
	Of func() app.UI
}

// CompoID implements [app.DismountEnforcer].
func (k *Keyed) CompoID() string { return k.ID }

// Render implements [app.Composer].
func (k *Keyed) Render() app.UI { return k.Of() }

// ScrollDown shows the foot of an element.
func ScrollDown(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Set("scrollTop", el.Get("scrollHeight"))
	}
}

// ScrollTo shows an element from so many pixels down. What comes late makes it longer, so that it
// is tried for some frames.
func ScrollTo(id string, top int) { scrollSoon(id, top, 20) }

func scrollSoon(id string, top, times int) {
	Later(16, func() {
		el := app.Window().GetElementByID(id)
		if el.Truthy() {
			el.Set("scrollTop", top)
		}
		if times > 0 && (!el.Truthy() || el.Get("scrollTop").Int() < top) {
			scrollSoon(id, top, times-1)
		}
	})
}

// ToFoot is the button that goes to a list's foot, and gives the list the focus. It
// stands there always: at the foot the style hides it, but not while it has the focus,
// since Tab past a list scrolls to its foot, and what is taken away loses the focus.
func ToFoot(text, list string, away bool, do func(), class string) app.UI {
	if !away {
		class += " idle"
	}
	return Button(text, "", func() { do(); ScrollDown(list); Focus(list) }, "to-foot", class)
}

// Button is a plain button; label is what is read out where it says more than the text, which
// it must begin with. do must not depend on what is shown: go-app keeps a handler as long as
// its place and scope stay. See [ButtonFor].
func Button(text, label string, do func(), classes ...string) app.HTMLElem {
	return ButtonFor("", text, label, do, classes...)
}

// ButtonFor is a button whose do is about one thing, named by key.
func ButtonFor(key, text, label string, do func(), classes ...string) app.HTMLElem {
	b := El("button").Attr("type", "button").Class(classes...).Body(Say(text))
	if label != "" && label != text {
		b.Title("%s", sight.Show(label))
	}
	return b.OnClick(func(app.Context, app.Event) { do() }, app.EventScope(key, text, label))
}

// Unless disables a button where it must not be pressed, with the reason.
func Unless(why string, b app.HTMLElem) app.HTMLElem {
	if why != "" {
		b.Title("%s", sight.Show(words.Title(why)+"."))
	}
	return b.Attr("disabled", why != "")
}

// Chunk is how many rows of a group are shown before the person asks for more.
const Chunk = 100
