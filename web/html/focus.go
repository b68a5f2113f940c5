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
	if id == ProblemsID {
		if el := find(ProblemListID); el.Truthy() {
			return el
		}
	}
	if el := document().Call("querySelector", ".used [id="+strconv.Quote(id)+"]"); el.Truthy() {
		return el
	}
	return app.Window().GetElementByID(id)
}

// move is one way of the focus to somewhere, of which the page has one at a time: a later one ends it.
type move struct {
	id, by string
	done   bool // it looks no more
}

// last is the move that was begun last. It belongs to the document, which has one focus, and to its one thread.
var last *move

// Focus moves the focus once the page shows what it should.
func Focus(id string) { begin(id, "focus") }

// FocusAll is [Focus] of a text box, and what is typed then replaces its text.
func FocusAll(id string) { begin(id, "select") }

// Hasten does what a key asks for whose own effect was prevented, and moves the focus at once where it is told to and what
// gets it is on the page: what is typed next comes before any timer.
func Hasten(do func()) {
	before := last
	do()
	if last == before {
		return
	}
	if el := find(last.id); el.Truthy() {
		el.Call("focus")
	}
}

// Sent reports whether the focus was last sent to an id, there or on its way, and is not the person's own since.
func Sent(id string) bool { return last != nil && last.id == id }

// yield ends the move where the person moves the focus by the pointer or by Tab: what is typed next is for there.
func yield(e app.Value) {
	if e.Get("type").String() == "pointerdown" || e.Get("key").String() == "Tab" {
		last = nil
	}
}

func begin(id, by string) {
	last = &move{id: id, by: by}
	last.soon(active(), 0, 30)
}

// soon looks for the element a few times, some milliseconds apart: what is new
// stands on the page a frame later. Who has moved the focus meanwhile keeps it.
func (m *move) soon(had app.Value, wait, times int) {
	Later(wait, func() {
		el, now := find(m.id), active()
		switch {
		case m != last:
			return
		case wait > 0 && !now.Equal(had) && !now.Equal(document().Get("body")):
		case el.Truthy():
			el.Call(m.by)
			el.Call("focus")
			Reveal(m.id)                          // what has the focus already is brought into sight, too
			if times > 0 && !active().Equal(el) { // it is not to be seen yet
				m.soon(active(), 16, times-1)
				return
			}
			m.hold(el, times)
		case times > 0:
			m.soon(had, 16, times-1)
			return
		}
		m.done = true
	})
}

// hold gives the focus to what has come in the place of the element that had it: one that
// moves within the page is another one a frame later, or several where the page has much to do.
func (m *move) hold(el app.Value, times int) {
	Later(40, func() {
		body := document().Get("body")
		switch now := active(); {
		case m != last || times <= 0:
		case now.Equal(el):
			m.hold(el, times-10)
		case now.Equal(body) && !el.Get("isConnected").Bool():
			m.soon(body, 0, times-10)
		}
	})
}

// Sideways lets a wheel move a row that has no bar to scroll by.
func Sideways(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	row := ctx.JSSrc()
	row.Set("scrollLeft", row.Get("scrollLeft").Float()+e.Get("deltaY").Float())
}

// RevealTab scrolls a row of tabs, and nothing else, so far that one of them is seen, and not below what ends the row.
func RevealTab(row, tab string) {
	in, el := app.Window().GetElementByID(row), app.Window().GetElementByID(tab)
	if !in.Truthy() || !el.Truthy() {
		return
	}
	const ends = 72 // Split and Close
	from := el.Get("offsetLeft").Int() - in.Get("offsetLeft").Int()
	least := from + el.Get("offsetWidth").Int() - in.Get("clientWidth").Int() + ends
	in.Set("scrollLeft", min(max(in.Get("scrollLeft").Int(), least), from))
}

// Reveal scrolls an element into view, no more than it must.
func Reveal(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}
