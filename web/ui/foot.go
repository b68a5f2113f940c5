package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// foot follows the foot of a list that grows, until the person scrolls away from it.
type foot struct {
	last place // where the list was at the last scroll event
	away bool  // the person has scrolled up

	frames int // for which the list is still looked at
}

// place is where a list was scrolled to, and how large it was.
type place struct{ top, height, window int }

// again is for how many frames a list that was brought to its foot is brought there
// again: what was out of sight is laid out only once it is in sight, and grows then.
const again = 4

// follow brings a list to its foot, where the person is not away from it.
func (f *foot) follow(id string, h *hand) {
	if f.away {
		return
	}
	if !h.scrolling() {
		scrollDown(id)
	}
	if f.frames == 0 {
		f.keep(id, h)
	}
	f.frames = again
}

// keep waits while the person scrolls: a move is told of after it was made.
func (f *foot) keep(id string, h *hand) {
	frame(func() {
		switch {
		case f.away || f.frames <= 1:
			f.frames = 0
			return
		case !h.scrolling():
			f.frames--
			scrollDown(id)
		}
		f.keep(id, h)
	})
}

// scrolled takes a scroll event, and reports whether the foot came into sight or went
// out of it.
func (f *foot) scrolled(ctx app.Context, e app.Event, h *hand) (turned bool) {
	list := ctx.JSSrc()
	now := place{list.Get("scrollTop").Int(), list.Get("scrollHeight").Int(), list.Get("clientHeight").Int()}
	was := f.away
	f.away = f.last.leaves(now, was, h.scrollsUp(e))
	f.last = now
	return f.away != was
}

// leaves reports whether the foot is out of sight by the person's own doing. What grows,
// shrinks or is laid out anew moves the list, too, and browsers tell of it in the same
// event: so a move counts where the person did what scrolls up, or nothing else changed.
func (was place) leaves(now place, away, byHand bool) bool {
	if now.atFoot() {
		return false
	}
	still := now.height == was.height && now.window == was.window
	return away || now.top < was.top && (byHand || still)
}

func (p place) atFoot() bool { return p.height-p.top-p.window <= 48 }

// Milliseconds for which a hand's doing explains a scroll: a wheel and a key move at
// once, a scrollbar is held. Within the first of them the list is left to the hand.
const (
	handFirst = 200
	handMoves = 1_000
	handHolds = 10_000
)

// hand is what the person did last that scrolls up, by the clock of events.
type hand struct{ since, until float64 }

// scrollsUp reports whether the person did what scrolls up just before an event.
func (h *hand) scrollsUp(e app.Event) bool { return e.Get("timeStamp").Float() < h.until }

// scrolling reports whether the person has just begun to.
func (h *hand) scrolling() bool {
	return h.until > 0 && app.Window().Get("performance").Call("now").Float() < h.since+handFirst
}

// feel notes what scrolls up: wheel, touch, keys, a press on a scrollbar. Nothing waits
// for it, so that scrolling stays the browser's own.
func (h *hand) feel() {
	f := app.FuncOf(func(_ app.Value, args []app.Value) any {
		if long := upward(args[0]); long > 0 {
			at := args[0].Get("timeStamp").Float()
			*h = hand{at, at + long}
		}
		return nil
	})
	for _, name := range []string{"wheel", "touchmove", "keydown", "pointerdown"} {
		app.Window().Call("addEventListener", name, f, map[string]any{"passive": true, "capture": true})
	}
}

// upward is for how long an event explains a scroll up; 0 where it does not.
func upward(e app.Value) float64 {
	switch e.Get("type").String() {
	case "wheel":
		if e.Get("deltaY").Float() >= 0 {
			return 0
		}
	case "pointerdown":
		if e.Get("target").Get("scrollHeight").Int() <= e.Get("target").Get("clientHeight").Int() {
			return 0 // not on what scrolls
		}
		return handHolds
	case "keydown":
		switch e.Get("key").String() {
		case "PageUp", "ArrowUp", "Home", " ":
		default:
			return 0
		}
	}
	return handMoves
}
