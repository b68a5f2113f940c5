package html

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func document() app.Value { return app.Window().Get("document") }

// active is what has the focus; the body where nothing has.
func active() app.Value { return document().Get("activeElement") }

// Shows reports whether something on the page matches a selector.
func Shows(selector string) bool { return document().Call("querySelector", selector).Truthy() }

// Later does something some milliseconds from now.
func Later(wait int, do func()) { app.Window().Call("setTimeout", once(do), wait) }

// once is a function for JavaScript that is called one time.
func once(do func()) app.Func {
	var f app.Func
	f = app.FuncOf(func(app.Value, []app.Value) any {
		f.Release()
		do()
		return nil
	})
	return f
}

// find is the element of an id: of two documents beside each other that have one, that of the
// document which is used.
func find(id string) app.Value {
	if id == restID {
		if el := find(TurnsID); el.Truthy() {
			return el
		}
		id = PanelID
	}
	if el := document().Call("querySelector", ".used [id="+strconv.Quote(id)+"]"); el.Truthy() {
		return el
	}
	return app.Window().GetElementByID(id)
}

// Focus moves the focus once the page shows what it should.
func Focus(id string) { focusSoon(id, "focus", active(), 0, 30) }

// FocusAll is [Focus] of a text box, and what is typed then replaces its text.
func FocusAll(id string) { focusSoon(id, "select", active(), 0, 30) }

// focusSoon looks for an element a few times, some milliseconds apart: what is new
// stands on the page a frame later. Who has moved the focus meanwhile keeps it.
func focusSoon(id, by string, had app.Value, wait, times int) {
	Later(wait, func() {
		el, now := find(id), active()
		switch {
		case wait > 0 && !now.Equal(had) && !now.Equal(document().Get("body")):
		case el.Truthy():
			el.Call(by)
			el.Call("focus")
			Reveal(id)                            // what has the focus already is brought into sight, too
			if times > 0 && !active().Equal(el) { // it is not to be seen yet
				focusSoon(id, by, active(), 16, times-1)
				return
			}
			holdFocus(el, id, by, times)
		case times > 0:
			focusSoon(id, by, had, 16, times-1)
		}
	})
}

// holdFocus gives the focus to what has come in the place of the element that had it: one that
// moves within the page is another one a frame later, or several where the page has much to do.
func holdFocus(el app.Value, id, by string, times int) {
	Later(40, func() {
		body := document().Get("body")
		switch now := active(); {
		case times <= 0:
		case now.Equal(el):
			holdFocus(el, id, by, times-10)
		case now.Equal(body) && !el.Get("isConnected").Bool():
			focusSoon(id, by, body, 0, times-10)
		}
	})
}

// Reveal scrolls an element into view, no more than it must.
func Reveal(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}
