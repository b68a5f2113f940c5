package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// choice is one line of a list to choose from; those of one Group that follow
// each other stand together. Value is never empty.
type choice struct{ Group, Value, Label string }

// chooser is a labelled list to choose from.
func chooser(id, label, chosen string, list []choice, do func(value string)) app.UI {
	return elWith("div", "field",
		el("label").Attr("for", id).Text(label),
		el("select").ID(id).OnChange(func(ctx app.Context, _ app.Event) {
			do(ctx.JSSrc().Get("value").String())
		}, app.EventScope(id)).Body(choices(list, chosen)...),
	)
}

func choices(list []choice, chosen string) []app.UI {
	var all []app.UI
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Group == list[0].Group {
			n++
		}
		some := app.Range(list[:n]).Slice(choiceAt(list[:n], chosen))
		if list[0].Group != "" {
			all = append(all, el("optgroup").Attr("label", list[0].Group).Body(some))
		} else {
			all = append(all, some)
		}
		list = list[n:]
	}
	return all
}

func choiceAt(list []choice, chosen string) func(int) app.UI {
	return func(i int) app.UI {
		return el("option").Attr("value", list[i].Value).Attr("selected", list[i].Value == chosen).Text(list[i].Label)
	}
}

// searchBox is a labelled search field; do gets what was typed, in lower case.
func searchBox(id, label string, do func(query string)) app.UI {
	return elWith("div", "field",
		el("label").Attr("for", id).Text(label),
		void("input").Attr("type", "search").ID(id).Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
			do(strings.ToLower(strings.TrimSpace(ctx.JSSrc().Get("value").String())))
		}, app.EventScope(id)),
	)
}

// grid is a table that scrolls by itself. The first cell of a row is its
// heading.
func grid(label string, columns []string, rows [][]app.UI) app.UI {
	return el("div").Class("wide").TabIndex(0).Role("region").Aria("label", label).Body(
		elWith("table", "",
			elWith("thead", "", elWith("tr", "", app.Range(columns).Slice(func(i int) app.UI { return el("th").Attr("scope", "col").Text(columns[i]) }))),
			elWith("tbody", "", app.Range(rows).Slice(func(i int) app.UI {
				return elWith("tr", "", el("th").Attr("scope", "row").Body(rows[i][0]), cells(rows[i][1:]))
			})),
		),
	)
}

func cells(row []app.UI) app.UI {
	return app.Range(row).Slice(func(i int) app.UI { return elWith("td", "", row[i]) })
}

// keyed makes what it holds anew when its ID is another one, so that nothing
// typed for one thing is ever shown for the next.
type keyed struct {
	app.Compo
	ID string
	Of func() app.UI
}

// CompoID implements [app.DismountEnforcer].
func (k *keyed) CompoID() string { return k.ID }

// Render implements [app.Composer].
func (k *keyed) Render() app.UI { return k.Of() }

// ends gives text the line ends of what it replaces: a text box knows line
// feeds only.
func ends(old, text string) string {
	if lineEnds(old) == "CRLF" {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// lineEnds names a text's line ends.
func lineEnds(text string) string {
	feeds, returns, pairs := strings.Count(text, "\n"), strings.Count(text, "\r"), strings.Count(text, "\r\n")
	switch {
	case returns == 0:
		return "LF"
	case feeds == pairs && returns == pairs:
		return "CRLF"
	}
	return "mixed"
}

// scrollDown shows the foot of an element.
func scrollDown(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Set("scrollTop", el.Get("scrollHeight"))
	}
}

// toFoot is the button that goes to a list's foot, and gives the list the focus. It
// stands there always: at the foot the style hides it, but not while it has the focus,
// since Tab past a list scrolls to its foot, and what is taken away loses the focus.
func toFoot(text, list string, away bool, do func(), class string) app.UI {
	if !away {
		class += " idle"
	}
	return button(text, "", func(app.Context) { do(); scrollDown(list); focus(list) }, "to-foot", class)
}

// reveal scrolls an element into view, no more than it must.
func reveal(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}
