package html

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
	"lily/web/words"
)

// Find is a search field that names itself; do gets what was typed.
func Find(id, label string, do func(query string)) app.HTMLElemSelfClosing {
	return Void("input").Attr("type", "search").ID(id).Class("find").Attr("placeholder", sight.Show(label)).Aria("label", sight.Show(label)).
		Attr("autocomplete", "off").Spellcheck(false).OnInput(func(ctx app.Context, _ app.Event) {
		do(strings.TrimSpace(ctx.JSSrc().Get("value").String()))
	})
}

// Row is a line of a list to press. Key names what it is of; now says that this is shown.
func Row(key string, now bool, do func(), body ...app.UI) app.HTMLElem {
	b := Pressed(With("button", "row", body...).Attr("type", "button"), key, do)
	if now {
		b.Aria("current", "true")
	}
	return b
}

// Pressed does what a press on the thing of a key is for. A list may have moved between the press and the release,
// and go-app keeps its elements: a release on what came into the place of what was pressed does nothing.
func Pressed(el app.HTMLElem, key string, do func()) app.HTMLElem {
	return el.OnMouseDown(func(ctx app.Context, e app.Event) {
		ctx.PreventUpdate()
		ctx.JSSrc().Set("pressed", key)
		if ctx.JSSrc().Get("tagName").String() == "LI" {
			e.PreventDefault() // an option leaves the focus in its box
		}
	}, app.EventScope(key)).OnClick(func(ctx app.Context, e app.Event) {
		if landed(e.Get("detail").Int(), ctx.JSSrc().Get("pressed").String(), key) {
			do()
		} else {
			ctx.PreventUpdate()
		}
	}, app.EventScope(key))
}

// landed reports whether a click is on what was pressed. One that no pointer made has no count of clicks.
func landed(count int, pressed, key string) bool { return count == 0 || pressed == key }

// Option is one of a list that the keys walk while the focus stays in a box: the active one
// is told by its id.
func Option(id string, active bool, title, about string) app.HTMLElem {
	return With("li", "option", Foreign("span", "title", title), Foreign("span", "about", about)).
		ID(id).Role("option").Aria("selected", active)
}

// Walk is where an arrow key leads to in a list of n that has no end.
func Walk(key string, at, n int) (to int, moved bool) {
	step, moved := map[string]int{"ArrowDown": 1, "ArrowUp": n - 1}[key]
	return (at + step) % n, moved
}

// More is the button that shows more of a list of which some is left.
func More(left bool, what string, do func()) app.UI {
	return When(left, func() app.UI { return Button("Show more", "Show more "+what, do) })
}

// Left says how many of a list are not shown.
func Left(n int, then string) app.UI {
	return Maybe("p", "hint", words.Either(n > 0, "And "+strconv.Itoa(n)+" more"+then+".", ""))
}

// Maybe is [Text] where there is some.
func Maybe(tag, class, text string) app.UI {
	return When(text != "", func() app.UI { return Text(tag, class, text) })
}

// Fold is a fold whose content is made once it is open.
func Fold(class string, open *bool, summary app.HTMLElem, content func() app.UI) app.HTMLElem {
	return With("details", class, summary.OnClick(func(_ app.Context, e app.Event) {
		e.PreventDefault()
		*open = !*open
	}), When(*open, content)).Attr("open", *open)
}

// While is the dialog for as long as it is open.
func (m Dialog) While(open bool) app.UI {
	return When(open, func() app.UI { return &m })
}

// Meter shows how far something has come.
func Meter(label string, done, total int) app.UI {
	return El("progress").Aria("label", sight.Show(label)).Attr("max", float64(total)).Attr("value", float64(done))
}
