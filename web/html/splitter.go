package html

import (
	"fmt"

	"lily/core/sight"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The widths that a splitter allows, in CSS pixels.
const (
	narrowest = 200
	widest    = 720
)

// Splitter is a border that a pointer or the arrow keys move. The width is a custom property,
// set through the CSSOM, which a strict policy allows.
func Splitter(side, label string) app.UI {
	return El("div").Class("splitter", "splits-"+side).ID("split-"+side).Role("separator").TabIndex(0).
		Aria("orientation", "vertical").Aria("label", sight.Show(label)).
		Aria("valuemin", narrowest).Aria("valuemax", widest).Aria("valuenow", 320).
		OnFocus(func(app.Context, app.Event) { tell(side, width(side)) }, app.EventScope(side)).
		OnKeyDown(func(_ app.Context, e app.Event) {
			if step := map[string]int{"ArrowLeft": -16, "ArrowRight": 16}[e.Get("key").String()]; step != 0 {
				e.PreventDefault()
				resize(side, width(side)+step*map[string]int{"left": 1, "right": -1}[side])
			}
		}, app.EventScope(side)).
		On("pointerdown", func(ctx app.Context, e app.Event) {
			ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
		}, app.EventScope(side)).
		On("pointermove", func(ctx app.Context, e app.Event) {
			if ctx.JSSrc().Call("hasPointerCapture", e.Get("pointerId")).Bool() {
				to := e.Get("clientX").Int()
				if side == "right" {
					to = app.Window().Get("innerWidth").Int() - to
				}
				resize(side, to)
			}
		}, app.EventScope(side))
}

func width(side string) int {
	id := map[string]string{"left": "skills", "right": "inspector"}[side]
	return app.Window().GetElementByID(id).Get("offsetWidth").Int()
}

func resize(side string, to int) {
	to = min(max(to, narrowest), widest)
	document().Get("documentElement").Get("style").Call("setProperty", "--"+side, fmt.Sprintf("%dpx", to))
	tell(side, to)
}

// tell gives the width to those who cannot see it.
func tell(side string, width int) {
	app.Window().GetElementByID("split-"+side).Call("setAttribute", "aria-valuenow", fmt.Sprint(width))
}
