package html

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/words"
)

// Choice is one line of a list to choose from; those of one Group that follow
// each other stand together. Value is never empty.
type Choice struct{ Group, Value, Label string }

// Choose is a labelled list to choose from.
func Choose(id, label, chosen string, list []Choice, do func(value string)) app.UI {
	return With("div", "field",
		El("label").Attr("for", id).Text(label),
		El("select").ID(id).OnChange(func(ctx app.Context, _ app.Event) {
			do(ctx.JSSrc().Get("value").String())
		}, app.EventScope(id)).Body(choices(list, chosen)...),
	)
}

func choices(list []Choice, chosen string) []app.UI {
	var all []app.UI
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Group == list[0].Group {
			n++
		}
		some := app.Range(list[:n]).Slice(choiceAt(list[:n], chosen))
		if list[0].Group != "" {
			all = append(all, El("optgroup").Attr("label", list[0].Group).Body(some))
		} else {
			all = append(all, some)
		}
		list = list[n:]
	}
	return all
}

func choiceAt(list []Choice, chosen string) func(int) app.UI {
	return func(i int) app.UI {
		return El("option").Attr("value", list[i].Value).Attr("selected", list[i].Value == chosen).Text(list[i].Label)
	}
}

// Search is a labelled search field; do gets what was typed, in lower case.
func Search(id, label string, do func(query string)) app.UI {
	return With("div", "field",
		El("label").Attr("for", id).Text(label),
		Void("input").Attr("type", "search").ID(id).Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
			do(strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String())))
		}, app.EventScope(id)),
	)
}

// Grid is a table that scrolls by itself. The first cell of a row is its
// heading.
func Grid(label string, columns []string, rows [][]app.UI) app.UI {
	return El("div").Class("wide").TabIndex(0).Role("region").Aria("label", label).Body(
		With("table", "",
			With("thead", "", With("tr", "", app.Range(columns).Slice(func(i int) app.UI { return El("th").Attr("scope", "col").Text(columns[i]) }))),
			With("tbody", "", app.Range(rows).Slice(func(i int) app.UI {
				return With("tr", "", El("th").Attr("scope", "row").Body(rows[i][0]), cells(rows[i][1:]))
			})),
		),
	)
}

func cells(row []app.UI) app.UI {
	return app.Range(row).Slice(func(i int) app.UI { return With("td", "", row[i]) })
}

// Keyed makes what it holds anew when its ID is another one, so that nothing
// typed for one thing is ever shown for the next.
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

// ToFoot is the button that goes to a list's foot, and gives the list the focus. It
// stands there always: at the foot the style hides it, but not while it has the focus,
// since Tab past a list scrolls to its foot, and what is taken away loses the focus.
func ToFoot(text, list string, away bool, do func(), class string) app.UI {
	if !away {
		class += " idle"
	}
	return Button(text, "", func(app.Context) { do(); ScrollDown(list); Focus(list) }, "to-foot", class)
}

// Reveal scrolls an element into view, no more than it must.
func Reveal(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}

// Failure shows an error's first line as a sentence and the rest as a list.
func Failure(message, code string) app.UI {
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
	return El("div").Class("failure").Role("alert").Body(
		Text("p", "", answer.Clean(lines[0])),
		app.If(len(details) > 0, func() app.UI {
			return With("ul", "", app.Range(details).Slice(func(i int) app.UI { return Text("li", "", answer.Clean(details[i])) }))
		}),
		app.If(usage != "", func() app.UI { return With("p", "", app.Text("Usage: "), Text("code", "", answer.Clean(usage))) }),
		With("p", "code-word", app.Text("Code: "), Topic(code)),
	)
}

// Button is a plain button; label is what is read out where it says more than
// the text, which it must begin with. do must not depend on what is shown: go-app
// keeps a handler as long as its place and scope stay. See [ButtonFor].
func Button(text, label string, do func(app.Context), classes ...string) app.HTMLElem {
	return ButtonFor("", text, label, do, classes...)
}

// ButtonFor is a button whose do is about one thing, named by key.
func ButtonFor(key, text, label string, do func(app.Context), classes ...string) app.HTMLElem {
	b := El("button").Attr("type", "button").Class(classes...).Text(text)
	if label != "" && label != text {
		b.Title("%s", label)
	}
	return b.OnClick(func(ctx app.Context, _ app.Event) { do(ctx) }, app.EventScope(key, text, label))
}

// Pairs shows the rows that say something.
func Pairs(rows [][2]string) app.UI {
	var said [][2]string
	for _, r := range rows {
		if r[1] != "" {
			said = append(said, r)
		}
	}
	return With("dl", "", app.Range(said).Slice(func(i int) app.UI {
		return With("div", "pair", Text("dt", "", said[i][0]), Foreign("dd", "", said[i][1]))
	}))
}

// Unless disables a button where it must not be pressed, with the reason.
func Unless(why string, b app.HTMLElem) app.HTMLElem {
	if why != "" {
		b.Title("%s", words.Title(why)+".")
	}
	return b.Attr("disabled", why != "")
}

// Chunk is how many rows of a group are shown before the person asks for more.
const Chunk = 100

// Topic is a code or another name that the manual explains: a press on it opens its entry
// (see web/guide).
func Topic(name string) app.UI {
	return El("button").Attr("type", "button").Class("topic").Attr("data-topic", name).Title("What %s means", name).Text(name)
}
