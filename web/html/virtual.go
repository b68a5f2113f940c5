package html

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
)

// Virtual is a list of any length, of which only the rows near those that are seen are made. It
// has one place for the Tab key: the active row is told by aria-activedescendant, so that the
// focus stays where it is when the row is scrolled away and goes.
//
//	arrows, Home, End, PageUp, PageDown   move
//	letters                               go to the next row whose title begins so
//	Enter, a click                        open
//	Space, Mod+click                      pick, where there are Picks; with Shift up to there; Mod+A picks all
//
// A row is as high as the style's --row, which is [RowHeight].
type Virtual struct {
	app.Compo
	ID    string
	Role  string // listbox, tree or grid
	Label string
	Of    string // another one where the rows are other ones
	Count int
	Row   func(i int) app.HTMLElem // what is in a row; its role, id and place are added
	Head  func() app.UI            // stands above the rows while they scroll; nil for none

	At    *int                         // the active row; nil lets the list keep it
	Says  func(i int) string           // for typed letters; nil for none
	Open  func(i int, byKey bool)      // Enter, or a click; nil opens nothing
	Press func(key string, i int) bool // takes any other key; nil takes none
	Cell  func(i int) (id string)      // the id of what is active in the active row; nil is the row itself
	Picks *Picks                       // nil for a list of which nothing can be picked
	Name  func(i int) string           // the key of a row among the picks
	Told  func()                       // is told when what is picked has changed
	Seen  func(last bool) (news bool)  // is told after a scroll whether the last row is in sight; nil for none
	Moved bool                         // what stands around the list tells of the active row

	shown
	typed
}

// shown is where a list stands on the page.
type shown struct {
	at    int    // the active row
	was   string // what the rows were of
	top   int    // the first row that is seen
	first int    // the first row that is made
	fit   int    // how many are seen; 0 is not known yet
	drawn int    // how often
	grown int    // how many rows of cells may be made as yet
	brief bool   // only what is seen is made as yet, so that it is seen at once
	outer app.Context

	pressed string // the title of the row that was pressed
	watch   app.Value
	heard   app.Func
	rest    app.Func // makes the rows that are not seen
	timer   app.Value
}

// RowHeight is that of a row of a [Virtual], in CSS pixels.
const RowHeight = 28

// ahead is how many rows are made before and after those that are seen; unknown are how many
// are seen as long as that is not known.
const (
	ahead   = 12
	unknown = 24
)

// span is the rows to make where some are seen from the one at top on. What is made from first on
// stays as long as it reaches far enough, so that most moves make nothing.
func span(top, seen, count, first int) (from, to int) {
	const near = ahead / 2
	rows := seen + 2*ahead
	before, after := first > 0 && top < first+near, first+rows < count && top+seen > first+rows-near
	if before || after {
		first = top - ahead
	}
	first = max(0, min(first, count-rows))
	return first, min(count, first+rows)
}

// span is the rows to make now: of other rows than before, at first only those that are seen.
func (v *Virtual) span() (from, to int) {
	seen := v.fits()
	if v.brief {
		from = max(0, min(v.top, v.Count-seen))
		return from, min(v.Count, from+seen+1)
	}
	return span(v.top, seen, v.Count, v.first)
}

// Active is the active row; 0 in an empty list.
func (v *Virtual) Active() int {
	at := &v.at
	if v.At != nil {
		at = v.At
	}
	*at = max(0, min(*at, v.Count-1))
	return *at
}

func (v *Virtual) set(at int) {
	if v.at = at; v.At != nil {
		*v.At = at
	}
}

func (v *Virtual) fits() int {
	if v.fit == 0 {
		return unknown
	}
	return v.fit
}

// OnMount looks how many rows fit, now and whenever that changes.
func (v *Virtual) OnMount(ctx app.Context) {
	v.outer = ctx
	el := ctx.JSSrc()
	v.heard = app.FuncOf(func(app.Value, []app.Value) any {
		if fit := el.Get("clientHeight").Int()/RowHeight + 1; fit != v.fit {
			v.fit = fit
			ctx.Update()
		}
		return nil
	})
	v.rest = app.FuncOf(func(app.Value, []app.Value) any {
		if v.brief || v.grows() {
			v.brief = false
			ctx.Update()
		}
		return nil
	})
	v.watch = app.Window().Get("ResizeObserver").New(v.heard)
	v.watch.Call("observe", el)
	v.soon()
	v.reveal()
}

// OnDismount looks no more.
func (v *Virtual) OnDismount() {
	if v.watch != nil {
		v.watch.Call("disconnect")
		v.heard.Release()
		v.later()
		v.rest.Release()
	}
}

// Render implements [app.Composer]. What is seen is a component of its own: scrolling renders
// that, and nothing around it.
func (v *Virtual) Render() app.UI {
	if v.drawn++; v.was != v.Of {
		v.other()
	}
	return &window{Of: v, Drawn: v.drawn}
}

// other shows other rows from the active one on.
func (v *Virtual) other() {
	v.was, v.typed, v.grown = v.Of, typed{}, 0
	v.Picks.rest()
	if at := v.Active(); at < v.top || at >= v.top+v.fits() {
		v.top = at
	}
	if v.outer.Src() == nil {
		return
	}
	v.brief = v.Count > 0 && v.Cell == nil // rows of cells grow
	v.outer.Defer(func(app.Context) {
		v.reveal()
		if v.brief {
			v.later()
			v.timer = app.Window().Call("setTimeout", v.rest, afterwards)
		}
	})
}

// grows reports whether there are rows to make now that the page has yet to be left time for.
func (v *Virtual) grows() bool {
	from, to := v.span()
	return v.Cell != nil && v.grown < to-from
}

// part is what of the rows may be made as yet: those that are seen first, then those after and before them.
func (v *Virtual) part(from, to int) (int, int) {
	end := min(to, max(from, v.top)+v.grown)
	return max(from, end-v.grown), end
}

// soon has the next rows made after what the page has to do meanwhile.
func (v *Virtual) soon() {
	if v.rest != nil && v.grows() {
		v.later()
		v.timer = app.Window().Call("setTimeout", v.rest, 0)
	}
}

// later takes back that the rest is made.
func (v *Virtual) later() {
	if v.timer != nil {
		app.Window().Call("clearTimeout", v.timer)
	}
}

// step is how many rows of cells are made in one go, so that the page answers between.
const step = 6

// afterwards is how long the rows that are not seen wait for those that are to be painted, in milliseconds.
const afterwards = 60

// window is the part of a list that is made.
type window struct {
	app.Compo
	Of    *Virtual
	Drawn int
}

// Render implements [app.Composer].
func (w *window) Render() app.UI {
	v := w.Of
	from, to := v.span()
	v.first = from
	if v.grows() {
		v.grown += step
		from, to = v.part(from, to)
	}
	v.soon()
	rows := make([]struct{}, to-from)
	box := With("div", "virtual",
		With("div", "virtual-head", app.If(v.Head != nil, func() app.UI { return v.Head() })).Role("presentation"),
		&gap{Rows: from},
		app.Range(rows).Slice(func(i int) app.UI { return v.row(from + i) }),
		&gap{Rows: v.Count - to},
	).ID(v.ID).Role(v.Role).Aria("label", sight.Show(v.Label)).TabIndex(0).
		On("scroll", v.scrolled, app.PassiveEvent()).OnKeyDown(v.key).OnMouseDown(v.press).OnClick(v.click)
	if v.Picks != nil {
		box.Aria("multiselectable", true)
	}
	if v.Role == "grid" {
		box.Aria("rowcount", v.Count+v.head())
	}
	if at := v.Active(); at >= from && at < to {
		box.Aria("activedescendant", v.id(at))
	}
	return box
}

// head is how many rows stand above the first one.
func (v *Virtual) head() int {
	if v.Head == nil {
		return 0
	}
	return 1
}

func (v *Virtual) id(i int) string {
	if v.Cell != nil {
		return v.Cell(i)
	}
	return v.ID + "-" + strconv.Itoa(i)
}

var rowRoles = map[string]string{"listbox": "option", "tree": "treeitem", "grid": "row"}

func (v *Virtual) row(i int) app.UI {
	row := v.Row(i).Class("virtual-row").ID(v.ID+"-"+strconv.Itoa(i)).Role(rowRoles[v.Role]).Attr("data-at", i)
	if v.Role == "grid" {
		row.Aria("rowindex", i+1+v.head())
	} else {
		row.Aria("setsize", v.Count).Aria("posinset", i+1)
	}
	if i == v.Active() {
		row.Class("at")
	}
	if v.Picks != nil {
		row.Aria("selected", v.Picks.Has(v.Name(i)))
	} else if v.Role == "listbox" {
		row.Aria("selected", i == v.Active())
	}
	return row
}

// gap is as high as the rows that are not made. A strict policy lets only the CSSOM set a height.
type gap struct {
	app.Compo
	Rows int
}

func (g *gap) Render() app.UI           { return With("div", "").Role("presentation") }
func (g *gap) OnMount(app.Context)      { g.stretch() }
func (g *gap) OnUpdate(ctx app.Context) { g.stretch() }

func (g *gap) stretch() {
	g.JSValue().Get("style").Call("setProperty", "height", strconv.Itoa(g.Rows*RowHeight)+"px")
}
