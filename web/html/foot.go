package html

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Foot follows the foot of a list that grows, until the person scrolls away from it.
type Foot struct {
	Last place // where the list was at the last scroll event
	Away bool  // the person has scrolled up

	frames int // for which the list is still looked at
}

// place is where a list was scrolled to, and how large it was.
type place struct{ Top, height, window int }

// again is for how many frames a list that was brought to its foot is brought there
// again: what was out of sight is laid out only once it is in sight, and grows then.
const again = 4

// Follow brings a list to its foot, where the person is not away from it.
func (f *Foot) Follow(id string, h *Hand) {
	if f.Away {
		return
	}
	if !h.scrolling() {
		ScrollDown(id)
	}
	if f.frames == 0 {
		f.keep(id, h)
	}
	f.frames = again
}

// keep waits while the person scrolls: a move is told of after it was made.
func (f *Foot) keep(id string, h *Hand) {
	app.Window().Call("requestAnimationFrame", once(func() {
		switch {
		case f.Away || f.frames <= 1:
			f.frames = 0
			return
		case !h.scrolling():
			f.frames--
			ScrollDown(id)
		}
		f.keep(id, h)
	}))
}

// Rest lets the list stand where it is.
func (f *Foot) Rest() { f.frames = min(f.frames, 1) }

// TooHigh reports whether an element of a list cannot be seen whole at once.
func TooHigh(id, list string) bool {
	el, window := app.Window().GetElementByID(id), app.Window().GetElementByID(list)
	if !el.Truthy() || !window.Truthy() {
		return false
	}
	room := min(window.Get("clientHeight").Int(), app.Window().Get("innerHeight").Int())
	return el.Get("offsetHeight").Int() > room
}

// ShowHead scrolls an element's head to the top.
func ShowHead(id string) {
	app.Window().GetElementByID(id).Call("scrollIntoView", map[string]any{"block": "start"})
}

// Scrolled takes a scroll event, and reports whether the foot came into sight or went out of it.
func (f *Foot) Scrolled(ctx app.Context, e app.Event, h *Hand) (turned bool) {
	list := ctx.JSSrc()
	now := place{list.Get("scrollTop").Int(), list.Get("scrollHeight").Int(), list.Get("clientHeight").Int()}
	was := f.Away
	f.Away = f.Last.leaves(now, was, e.Get("timeStamp").Float() < h.until)
	f.Last = now
	return f.Away != was
}

// leaves reports whether the foot is out of sight by the person's own doing. What grows,
// shrinks or is laid out anew moves the list, too, and browsers tell of it in the same
// event: so a move counts where the person did what scrolls up, or nothing else changed.
func (was place) leaves(now place, away, byHand bool) bool {
	if now.AtFoot() {
		return false
	}
	still := now.height == was.height && now.window == was.window
	return away || now.Top < was.Top && (byHand || still)
}

// AtFoot reports whether the end of the list is in sight, or nearly.
func (p place) AtFoot() bool { return p.height-p.Top-p.window <= 48 }

// Milliseconds for which a hand's doing explains a scroll: a wheel and a key move at
// once, a scrollbar is held. Within the first of them the list is left to the hand.
const (
	handFirst = 200
	handMoves = 1_000
	handHolds = 10_000
)

// Hand is what the person did last that scrolls up, by the clock of events.
type Hand struct{ since, until float64 }

// scrolling reports whether the person has just begun to scroll up.
func (h *Hand) scrolling() bool {
	return h.until > 0 && app.Window().Get("performance").Call("now").Float() < h.since+handFirst
}

// Feel notes what scrolls up: wheel, touch, keys, a press on a scrollbar. Nothing waits
// for it, so that scrolling stays the browser's own. It also ends the move of a focus that the person moves.
func (h *Hand) Feel() {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		yield(args[0])
		if long := upward(args[0]); long > 0 {
			at := args[0].Get("timeStamp").Float()
			*h = Hand{at, at + long}
		}
		return nil
	})
	for _, name := range []string{"wheel", "touchmove", "keydown", "pointerdown"} {
		app.Window().Call("addEventListener", name, f, map[string]any{"passive": true, "capture": true})
	}
}

// upward is for how long an event explains a scroll up; 0 where it does not.
func upward(e app.Value) float64 {
	ups, long := true, float64(handMoves)
	switch e.Get("type").String() {
	case "wheel":
		ups = e.Get("deltaY").Float() < 0
	case "pointerdown": // on what scrolls
		ups, long = e.Get("target").Get("scrollHeight").Int() > e.Get("target").Get("clientHeight").Int(), handHolds
	case "keydown":
		ups = slices.Contains([]string{"PageUp", "ArrowUp", "Home", " "}, e.Get("key").String())
	}
	if !ups {
		return 0
	}
	return long
}
