package html

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// scrolled makes other rows where those that are made do not reach.
func (v *Virtual) scrolled(ctx app.Context, e app.Event) {
	el := ctx.JSSrc()
	top := el.Get("scrollTop").Int()
	v.top = top / RowHeight
	if v.Seen != nil && v.Seen(top+el.Get("clientHeight").Int() > (v.Count-1+v.head())*RowHeight) {
		return
	}
	brief := v.brief
	v.brief = false
	if from, _ := v.span(); from == v.first && !brief {
		ctx.PreventUpdate()
		return
	}
	v.alone()
}

// alone lets nothing but the rows be rendered for an event, unless others tell of the active one.
func (v *Virtual) alone() {
	if v.outer.Src() != nil && !v.Moved {
		v.outer.PreventUpdate()
	}
}

// reveal scrolls no more than it must for the active row to be seen, and makes it.
func (v *Virtual) reveal() {
	el, at := app.Window().GetElementByID(v.ID), v.Active()
	if !el.Truthy() {
		return
	}
	top, high, head := el.Get("scrollTop").Int(), el.Get("clientHeight").Int(), v.head()*RowHeight
	to := min(max(top, (at+1)*RowHeight+head-high), at*RowHeight)
	if to != top {
		el.Set("scrollTop", to)
	}
	v.top = to / RowHeight
}

// aside scrolls the active cell of a grid into view, where the columns beside it have no room.
func (v *Virtual) aside() {
	if v.Cell == nil {
		return
	}
	if el := app.Window().GetElementByID(v.Cell(v.Active())); el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	}
}

// leads is where a key leads to from a row; a page is so many rows.
func leads(key string, at, count, page int) (to int, moves bool) {
	switch key {
	case "ArrowDown":
		to = at + 1
	case "ArrowUp":
		to = at - 1
	case "PageDown":
		to = at + page
	case "PageUp":
		to = at - page
	case "Home":
		to = 0
	case "End":
		to = count - 1
	default:
		return at, false
	}
	return max(0, min(to, count-1)), true
}

// key does what a key means in a list; others have what it does not know.
func (v *Virtual) key(ctx app.Context, e app.Event) {
	key, at := e.Get("key").String(), v.Active()
	mod, shift := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(), e.Get("shiftKey").Bool()
	if e.Get("altKey").Bool() || v.Count == 0 || !v.does(key, at, mod, shift, e.Get("timeStamp").Float()) {
		ctx.PreventUpdate()
		return
	}
	e.PreventDefault()
}

// does reports whether it has taken a key.
func (v *Virtual) does(key string, at int, mod, shift bool, when float64) bool {
	to, moves := leads(key, at, v.Count, max(1, v.fits()-2))
	if moves || key == "Enter" { // what was typed to come here is over
		v.typed = typed{}
	}
	switch {
	case moves:
		v.brief = false
		v.set(to)
		if v.reveal(); shift && v.Picks != nil {
			v.Picks.upTo(at, to, v.Name)
			v.tell()
		} else {
			v.alone()
		}
		return true
	case v.Picks != nil && v.picks(key, at, mod, shift):
		v.tell()
		return true
	case mod:
		return false
	case key == "Enter" && v.Open != nil:
		v.Open(at, true)
		return true
	case v.Press != nil && v.Press(key, at):
		v.aside()
		return true
	}
	return v.goes(key, at, when)
}

// picks reports whether a key was one that picks.
func (v *Virtual) picks(key string, at int, mod, shift bool) bool {
	switch {
	case key == " " && shift:
		v.Picks.upTo(at, at, v.Name)
	case key == " ":
		v.Picks.turn(at, v.Name(at))
	case (key == "a" || key == "A") && mod:
		v.Picks.all(v.Count, v.Name)
	case key == "Escape" && v.Picks.Len() > 0:
		v.Picks.Clear()
	default:
		return false
	}
	return true
}

func (v *Virtual) tell() {
	if v.Told != nil {
		v.Told()
	}
}

// typed is what was typed to find a row, and when the last letter of it was.
type typed struct {
	text string
	when float64
}

// pause is for how many milliseconds typed letters belong together.
const pause = 700

// add takes a letter; the same one again and again asks for the next row each time.
func (t *typed) add(letter string, when float64) (text string, next bool) {
	letter = strings.ToLower(letter)
	if when-t.when > pause {
		t.text = ""
	}
	t.when = when
	if t.text != letter {
		t.text += letter
	}
	return t.text, len(t.text) == len(letter)
}

// goes takes a letter: the next row whose title begins with what was typed is active.
func (v *Virtual) goes(key string, at int, when float64) bool {
	if len([]rune(key)) != 1 || key == " " && v.text == "" || v.Says == nil {
		return false
	}
	text, next := v.typed.add(key, when)
	for n := range v.Count {
		i := (at + n) % v.Count
		if next {
			i = (i + 1) % v.Count
		}
		if begins(v.Says(i), text) {
			v.brief = false
			v.set(i)
			v.reveal()
			break
		}
	}
	v.alone()
	return true
}

func begins(title, text string) bool {
	return len(title) >= len(text) && strings.EqualFold(title[:len(text)], text)
}

// press notes which row it is on.
func (v *Virtual) press(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	v.pressed = ""
	if row := e.Get("target").Call("closest", "[data-at]"); row.Truthy() && v.Says != nil {
		if i, err := strconv.Atoi(row.Get("dataset").Get("at").String()); err == nil && i < v.Count {
			v.pressed = v.Says(i)
		}
	}
}

// click opens a row, or picks it.
func (v *Virtual) click(ctx app.Context, e app.Event) {
	target := e.Get("target")
	row := target.Call("closest", "[data-at]")
	if !row.Truthy() || target.Call("closest", "button,input,select,a").Truthy() {
		ctx.PreventUpdate()
		return
	}
	i, err := strconv.Atoi(row.Get("dataset").Get("at").String())
	if err != nil || i >= v.Count || v.Says != nil && !landed(e.Get("detail").Int(), v.pressed, v.Says(i)) {
		ctx.PreventUpdate()
		return
	}
	was := v.Active()
	v.set(i)
	switch {
	case v.Picks != nil && e.Get("shiftKey").Bool():
		v.Picks.upTo(was, i, v.Name)
		v.tell()
	case v.Picks != nil && (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || target.Call("closest", ".pick").Truthy()):
		v.Picks.turn(i, v.Name(i))
		v.tell()
	case v.Open != nil:
		v.Open(i, false)
	}
}
