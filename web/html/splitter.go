package html

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
)

// Splitter is the border of an element, which a pointer or the arrow keys move. The size is a
// custom property of the page, set through the CSSOM, which a strict policy allows.
type Splitter struct {
	Of, Label string // the id of the element, which the property has, too
	Rows      bool   // it is the upper border, and moves up and down; else that at the end of a line
	Min, Max  int    // in CSS pixels
	Now       int    // 0 for as the style sheet has it
	Set       func(pixels int)
}

// Render makes the element.
func (s Splitter) Render() app.UI {
	class, across, keys := "splitter", "vertical", map[string]int{"ArrowLeft": -16, "ArrowRight": 16}
	if s.Rows {
		class, across, keys = "splitter splits-rows", "horizontal", map[string]int{"ArrowUp": 16, "ArrowDown": -16}
	}
	key := func(_ app.Context, e app.Event) {
		if step := keys[e.Get("key").String()]; step != 0 {
			e.PreventDefault()
			s.resize(s.size() + step)
		}
	}
	return El("div").Class(class, "of-"+s.Of).ID("split-"+s.Of).Role("separator").TabIndex(0).
		Aria("orientation", across).Aria("label", sight.Show(s.Label)).Aria("controls", s.Of).
		Aria("valuemin", s.Min).Aria("valuemax", s.Max).Aria("valuenow", max(s.Min, s.Now)).
		OnFocus(func(app.Context, app.Event) { s.tell(s.size()) }, app.EventScope(s.Of)).
		OnKeyDown(key, app.EventScope(s.Of)).
		On("pointerdown", func(ctx app.Context, e app.Event) {
			ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
		}, app.EventScope(s.Of)).
		On("pointermove", s.drag, app.EventScope(s.Of))
}

func (s Splitter) drag(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	if !ctx.JSSrc().Call("hasPointerCapture", e.Get("pointerId")).Bool() {
		return
	}
	box := app.Window().GetElementByID(s.Of).Call("getBoundingClientRect")
	if s.Rows {
		s.resize(box.Get("bottom").Int() - e.Get("clientY").Int())
		return
	}
	s.resize(e.Get("clientX").Int() - box.Get("left").Int())
}

func (s Splitter) size() int {
	box := app.Window().GetElementByID(s.Of)
	if s.Rows {
		return box.Get("offsetHeight").Int()
	}
	return box.Get("offsetWidth").Int()
}

func (s Splitter) resize(to int) {
	to = min(max(to, s.Min), s.Max)
	Size(s.Of, to)
	s.tell(to)
	s.Set(to)
}

// tell gives the size to those who cannot see it.
func (s Splitter) tell(size int) {
	app.Window().GetElementByID("split-"+s.Of).Call("setAttribute", "aria-valuenow", fmt.Sprint(size))
}

// Size sets a custom property of the page to some CSS pixels.
func Size(name string, pixels int) {
	document().Get("documentElement").Get("style").Call("setProperty", "--"+name, fmt.Sprintf("%dpx", pixels))
}
