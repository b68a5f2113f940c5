package ui

import (
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// shortcut is one entry of the one table of keys. Mod is Ctrl, or Cmd on macOS.
type shortcut struct {
	Keys string // as it is shown
	Key  string // KeyboardEvent.key
	Code string // KeyboardEvent.code, where Option or another alphabet changes the key
	Mod  bool
	Does string
	do   func(*Store)
}

var shortcuts = []shortcut{
	{"Mod+K", "k", "KeyK", true, "Open the palette", func(s *Store) { s.Palette, s.Keys = true, false }},
	{"Mod+/", "/", "Slash", true, "Show these shortcuts", func(s *Store) { s.Keys, s.Palette = true, false }},
	{"Esc", "Escape", "Escape", false, "Close what is open, else stop the request", escape},
	{"Alt+1", "1", "Digit1", false, "Go to the skills", func(s *Store) { s.Place = "skills"; focus("find-skill") }},
	{"Alt+2", "2", "Digit2", false, "Go to the message box", func(s *Store) { s.Place = "chat"; focus(boxID) }},
	{"Alt+3", "3", "Digit3", false, "Go to the inspector", func(s *Store) { s.Place = "inspector"; focus("tab-" + s.Tab) }},
	{"Alt+4", "4", "Digit4", false, "Go to the approval", goToApproval},
	{"Alt+5", "5", "Digit5", false, "List the sessions", (*Store).listSessions},
	{"Alt+,", ",", "Comma", false, "Step back to the event before", func(s *Store) { s.step(-1) }},
	{"Alt+.", ".", "Period", false, "Step on to the next event", func(s *Store) { s.step(+1) }},
	{"Alt+0", "0", "Digit0", false, "Go back to now", (*Store).now},
}

// pressed finds the shortcut of a key. Option writes other signs, and another alphabet
// other letters, so that a key that is none of the table's is looked for by its place
// on the keyboard.
func pressed(e app.Value) (shortcut, bool) {
	for _, name := range []string{"key", "code"} {
		for _, k := range shortcuts {
			if k.matches(e, name) {
				return k, true
			}
		}
	}
	return shortcut{}, false
}

func (k shortcut) matches(e app.Value, name string) bool {
	mod := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	alt := strings.HasPrefix(k.Keys, "Alt+")
	if mod != k.Mod || e.Get("altKey").Bool() != alt {
		return false
	}
	got := e.Get(name).String()
	shift := e.Get("shiftKey").Bool()
	if name == "key" {
		return got == k.Key || !shift && strings.EqualFold(got, k.Key) // Caps Lock
	}
	return got == k.Code && !shift && (alt || !ascii(e.Get("key").String()))
}

// ascii reports whether a key is a sign that every layout means by itself: then it was
// meant, wherever on the keyboard it stands.
func ascii(key string) bool { return len(key) == 1 && key[0] < utf8.RuneSelf }

// escape closes the uppermost thing that is open; a dialog closes itself.
func escape(s *Store) {
	switch {
	case s.Reading.Total > 0:
		s.Ports.CancelRead()
	case s.here().editing > 0:
		leaveEdit(s)
	case s.busy():
		s.stop()
	}
}

// listen answers the shortcuts wherever the focus is.
func listen(ctx app.Context, s *Store) {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		k, ok := pressed(e)
		if !ok || e.Get("defaultPrevented").Bool() { // a menu has taken it
			return nil
		}
		if k.Key != "Escape" {
			e.Call("preventDefault")
		} else if dialog("dialog[open]") {
			return nil
		}
		onceShut(func() { s.Post(func() { k.do(s); s.changed() }) }, 60)
		return nil
	})
	app.Window().Call("addEventListener", "keydown", f)
}

// onceShut does what a key asks for when no dialog is on its way out: the close
// event comes after the key, and would take what that opened for what was shut.
func onceShut(do func(), times int) {
	if !dialog("dialog:not([open])") || times == 0 {
		do()
		return
	}
	later(16, func() { onceShut(do, times-1) })
}

func dialog(selector string) bool {
	return app.Window().Get("document").Call("querySelector", selector).Truthy()
}

// later does something some milliseconds from now.
func later(wait int, do func()) { app.Window().Call("setTimeout", once(do), wait) }

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

// focus moves the focus once the page shows what it should.
func focus(id string) { focusSoon(id, "focus", active(), 0, 30) }

// focusAll is [focus] of a text box, and what is typed then replaces its text.
func focusAll(id string) { focusSoon(id, "select", active(), 0, 30) }

// active is what has the focus; the body where nothing has.
func active() app.Value { return app.Window().Get("document").Get("activeElement") }

// focusSoon looks for an element a few times, some milliseconds apart: what is new
// stands on the page a frame later. Who has moved the focus meanwhile keeps it.
func focusSoon(id, by string, had app.Value, wait, times int) {
	later(wait, func() {
		el, now := app.Window().GetElementByID(id), active()
		switch {
		case wait > 0 && !now.Equal(had) && !now.Equal(app.Window().Get("document").Get("body")):
		case el.Truthy():
			el.Call(by)
			el.Call("focus")
			reveal(id) // what has the focus already is brought into sight, too
		case times > 0:
			focusSoon(id, by, had, 16, times-1)
		}
	})
}

// unlost gives the conversation the focus where nothing has it any more.
func unlost() {
	later(0, func() {
		if doc := app.Window().Get("document"); doc.Get("activeElement").Equal(doc.Get("body")) {
			focus(turnsID)
		}
	})
}

// keysDialog lists the shortcuts.
type keysDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *keysDialog) Render() app.UI {
	s := d.Store
	return elWith("div", "", app.If(s.Keys, func() app.UI {
		return &modal{ID: "keys", Title: "Keyboard shortcuts", Shut: func() { s.Keys = false; s.changed() }, Content: shortcutList}
	}))
}

func shortcutList() []app.UI {
	return []app.UI{elWith("dl", "", app.Range(shortcuts).Slice(func(i int) app.UI {
		return elWith("div", "pair", elWith("dt", "", elText("kbd", "", shortcuts[i].Keys)), elText("dd", "", shortcuts[i].Does))
	}))}
}

// modal is a dialog with a title and a way out, on the browser's own <dialog>:
// it holds the focus while it is open, and gives it back.
type modal struct {
	app.Compo
	ID, Title string
	Rev       int
	Shut      func()
	Content   func() []app.UI
}

// OnMount opens the dialog; a page under test has no such method.
func (m *modal) OnMount(ctx app.Context) {
	if app.IsClient {
		ctx.JSSrc().Call("showModal")
	}
}

// OnDismount looks where the focus is: what had it before may be gone, too.
func (m *modal) OnDismount() {
	if app.IsClient {
		unlost()
	}
}

// Render implements [app.Composer].
func (m *modal) Render() app.UI {
	return el("dialog").ID(m.ID).Class("dialog").Aria("labelledby", m.ID+"-title").On("close", func(app.Context, app.Event) { m.Shut() }).Body(
		elWith("div", "head",
			el("h2").ID(m.ID+"-title").Text(m.Title),
			el("button").Attr("type", "button").Text("Close").OnClick(func(app.Context, app.Event) { shut(m.ID) }),
		),
		elWith("div", "body", m.Content()...),
	)
}

// shut closes a dialog as Esc does; its close event does the rest.
func shut(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("close")
	}
}
