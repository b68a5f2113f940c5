package html

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
)

// Menu is a button that opens a list of what can be done, as the ARIA pattern for menus has it:
// arrows walk, Esc and Tab close, and the button has the focus again.
type Menu struct {
	app.Compo
	ID, Label string
	Text      string // on the button
	Items     []Item
	Rev       int

	open bool
}

// Item is one thing to do.
type Item struct {
	Text, Keys string // Keys may be empty
	Do         func()
}

// Render implements [app.Composer].
func (m *Menu) Render() app.UI {
	return With("div", "menu-of",
		Labelled("menu", m.Text, El("button")).Attr("type", "button").ID(m.ID).Aria("haspopup", "menu").Aria("expanded", m.open).Title("%s", sight.Show(m.Label)).
			OnClick(func(app.Context, app.Event) { m.turn(!m.open) }).OnKeyDown(m.down),
		When(m.open, func() app.UI {
			return With("ul", "menu pull-down", app.Range(m.Items).Slice(m.item)).Role("menu").ID(m.ID+"-list").Aria("labelledby", m.ID).
				OnKeyDown(m.key).On("focusout", m.left)
		}),
	)
}

func (m *Menu) item(i int) app.UI {
	it := m.Items[i]
	b := With("button", "option", Text("span", "title", it.Text), Maybe("kbd", "", Keys(it.Keys))).Attr("type", "button").ID(m.itemID(i)).
		Role("menuitem").TabIndex(-1).OnClick(func(app.Context, app.Event) { m.turn(false); it.Do() }, app.EventScope(it.Text))
	return With("li", "", b).Role("none")
}

func (m *Menu) itemID(i int) string { return m.ID + "-" + string(rune('a'+i)) }

func (m *Menu) turn(open bool) {
	if m.open = open; open {
		Focus(m.itemID(0))
	} else {
		Focus(m.ID)
	}
}

func (m *Menu) down(_ app.Context, e app.Event) {
	if e.Get("key").String() == "ArrowDown" {
		e.PreventDefault()
		m.turn(true)
	}
}

func (m *Menu) key(_ app.Context, e app.Event) {
	at, key := 0, e.Get("key").String()
	for i := range m.Items {
		if active().Get("id").String() == m.itemID(i) {
			at = i
		}
	}
	to, moved := Walk(key, at, len(m.Items))
	switch key {
	case "Home":
		to, moved = 0, true
	case "End":
		to, moved = len(m.Items)-1, true
	case "Escape", "Tab":
		e.PreventDefault()
		m.turn(false)
	}
	if moved {
		e.PreventDefault()
		Focus(m.itemID(to))
	}
}

// left closes the menu where the focus goes elsewhere, as after a click beside it.
func (m *Menu) left(ctx app.Context, e app.Event) {
	to := e.Get("relatedTarget")
	if list := app.Window().GetElementByID(m.ID + "-list"); list.Truthy() && (!to.Truthy() || !list.Call("contains", to).Bool()) {
		m.open = false
		return
	}
	ctx.PreventUpdate()
}
