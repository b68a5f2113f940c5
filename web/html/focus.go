package html

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Shows reports whether something on the page matches a selector.
func Shows(selector string) bool {
	return app.Window().Get("document").Call("querySelector", selector).Truthy()
}

// Later does something some milliseconds from now.
func Later(wait int, do func()) { app.Window().Call("setTimeout", once(do), wait) }

// frame does something before the next frame is drawn.
func frame(do func()) { app.Window().Call("requestAnimationFrame", once(do)) }

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

// Focus moves the focus once the page shows what it should.
func Focus(id string) { focusSoon(id, "focus", active(), 0, 30) }

// FocusAll is [Focus] of a text box, and what is typed then replaces its text.
func FocusAll(id string) { focusSoon(id, "select", active(), 0, 30) }

// active is what has the focus; the body where nothing has.
func active() app.Value { return app.Window().Get("document").Get("activeElement") }

// focusSoon looks for an element a few times, some milliseconds apart: what is new
// stands on the page a frame later. Who has moved the focus meanwhile keeps it.
func focusSoon(id, by string, had app.Value, wait, times int) {
	Later(wait, func() {
		el, now := app.Window().GetElementByID(id), active()
		switch {
		case wait > 0 && !now.Equal(had) && !now.Equal(app.Window().Get("document").Get("body")):
		case el.Truthy():
			el.Call(by)
			el.Call("focus")
			Reveal(id) // what has the focus already is brought into sight, too
		case times > 0:
			focusSoon(id, by, had, 16, times-1)
		}
	})
}
