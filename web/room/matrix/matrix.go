// Package matrix shows what each skill would be under each of several profiles: a row a skill, a column a profile
// (EN-4; UI.md, Matrix).
//
// It promises the loader's own verdicts: each column is a snapshot that a reload would take under that profile, and the
// page answers while they are taken. It changes no profile.
//
//	&matrix.Doc{Store: s, Rev: s.Loop.Rev()}
package matrix

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/sight"
	"lily/core/tree"
	"lily/core/whatif"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/state"
)

const (
	gridID = "matrix"
	whyID  = "matrix-why"
	findID = "matrix-find"
)

// Doc is the document.
type Doc struct {
	app.Compo
	Store *state.Store
	Rev   int

	of     basis // what the columns are of
	names  []profile.Preset
	cols   []whatif.Column // of the first of these, while the others are judged
	made   int             // how often the columns were judged
	judged state.Progress
	err    error
	stop   func()

	query   string
	differs bool // only the rows of which the columns differ
	rows    []int
	shown   string // what the rows are of

	place
	at, col int     // the active cell
	why     *[2]int // the row among the candidates and the column of which the reasons are shown
}

// basis is a world as far as a verdict depends on it.
type basis struct{ files, profile, policy tree.Digest }

// Render implements [app.Composer].
func (d *Doc) Render() app.UI {
	d.look()
	if d.col >= len(d.names) {
		d.col = 0
	}
	d.filter()
	return html.With("div", "matrix",
		html.Text("h2", "quiet", "Matrix"),
		html.With("div", "matrix-head",
			html.Find(findID, "Find a skill", func(q string) { d.query = strings.ToLower(q); d.Store.Loop.Changed() }),
			html.With("label", "check",
				html.Void("input").Attr("type", "checkbox").Attr("checked", d.differs).OnChange(func(app.Context, app.Event) {
					d.differs = !d.differs
					d.Store.Loop.Changed()
				}), html.Say(" Only what differs")),
			html.Text("p", "hint", d.gist()),
		),
		d.grid(),
		d.reasons(),
	)
}

// look takes the snapshots again where the world is another one.
func (d *Doc) look() {
	w := d.Store.Sessions.World()
	of := basis{w.Tree.Digest(), w.Profile.Digest(), w.Policy.Digest()}
	if of == d.of {
		return
	}
	if d.stop != nil {
		d.stop()
	}
	d.of, d.err = of, nil
	in, last := d.Store.Engine.Input(), d.Store.Sessions.Snapshot()
	in.World = w
	d.names = append([]profile.Preset{{Name: "now", Title: "The profile as it is now", Profile: w.Profile}}, d.Store.Host.Presets()...)
	d.judged = state.Progress{Total: len(d.names)}
	presets, first := d.names, true
	d.stop = d.Store.Loop.Slowly(func(tick tree.Tick) func() {
		cols, err := whatif.Columns(in, presets, last, tick, func(c whatif.Column) {
			d.Store.Loop.Post(func() { first = d.arrived(of, c, first) })
		})
		return func() { d.take(cols, err, first) }
	}, func(p state.Progress) { d.judged = p })
}

// take is that all columns are there. The rows are those of the first, so that they stay where they were scrolled to.
func (d *Doc) take(cols []whatif.Column, err error, first bool) {
	if first || d.differs || err != nil {
		d.made++
	}
	if d.cols, d.err, d.judged = cols, err, (state.Progress{}); first {
		d.why = nil
	}
}

// arrived shows a column while the others are judged, unless they are of another world by now. The first takes the place
// of those that were there before.
func (d *Doc) arrived(of basis, c whatif.Column, first bool) (next bool) {
	if of != d.of || d.judged.Total == 0 {
		return first
	}
	if first {
		d.cols, d.why = nil, nil
	}
	d.cols = append(d.cols, c)
	if first || d.differs {
		d.made++
	}
	d.Store.Loop.Changed()
	return false
}

func (d *Doc) gist() string {
	switch {
	case d.err != nil:
		return "A reload would fail: " + d.err.Error() + "."
	case d.judged.Total > 0:
		return fmt.Sprintf("Judging: %d of %d.", d.judged.Done, d.judged.Total)
	}
	return answer.Number(len(d.rows), "skill") + ", " + answer.Number(len(d.cols), "profile") + ". Enter tells why."
}

// filter finds the rows to show, where they are others than before.
func (d *Doc) filter() {
	of := fmt.Sprint(d.made, d.query, d.differs)
	if of == d.shown {
		return
	}
	d.shown, d.rows = of, nil
	if len(d.cols) == 0 {
		return
	}
	for i, c := range d.cols[0].Is.Candidates {
		if strings.Contains(strings.ToLower(c.Name), d.query) && (!d.differs || whatif.Differs(d.cols, i)) {
			d.rows = append(d.rows, i)
		}
	}
}

func (d *Doc) grid() app.UI {
	if len(d.rows) == 0 {
		said := "There are no skills to judge. Import some first."
		switch {
		case d.judged.Total > 0:
			said = "The skills are being judged under each profile."
		case d.query != "" || d.differs:
			said = "No skill matches. Empty the search, or show also what does not differ."
		}
		return html.Text("p", "empty", said)
	}
	if d.judged.Total == 0 {
		d.restore(d.Store, desk.Doc{Kind: "matrix"}, gridID, &d.at)
	}
	return &html.Virtual{
		ID: gridID, Role: "grid", Label: "Skills by profile", Of: d.shown, Count: len(d.rows), At: &d.at,
		Row: d.row, Head: d.head, Open: func(i int, _ bool) { d.ask(i) }, Press: d.press,
		Says: func(i int) string { return d.candidate(0, d.rows[i]).Name },
		Cell: func(i int) string { return cellID(i, d.col) },
		Seen: d.keep(d.Store, desk.Doc{Kind: "matrix"}, gridID),
	}
}

func (d *Doc) candidate(col, row int) *loader.Candidate { return d.cols[col].Is.Candidates[row] }

func cellID(row, col int) string { return gridID + "-" + strconv.Itoa(row) + "-" + strconv.Itoa(col) }

func (d *Doc) head() app.UI {
	return html.With("div", "matrix-row", html.Text("span", "matrix-name", "Skill").Role("columnheader"),
		app.Range(d.names).Slice(func(i int) app.UI {
			return html.Text("span", "matrix-cell", d.names[i].Name).Role("columnheader").Title("%s", sight.Show(d.names[i].Title))
		})).Role("row").Aria("rowindex", 1)
}

func (d *Doc) row(i int) app.HTMLElem {
	at := d.rows[i]
	return html.With("div", "matrix-row",
		html.With("span", "matrix-name", html.Name(d.candidate(0, at).Name)).Role("rowheader").Title("%s", sight.Show(d.candidate(0, at).Path)),
		app.Range(d.names).Slice(func(col int) app.UI {
			cell := html.With("span", "matrix-cell", d.verdict(col, at)).ID(cellID(i, col)).Role("gridcell").
				OnClick(func(app.Context, app.Event) { d.col = col }, app.EventScope(strconv.Itoa(col)))
			if i == d.at && col == d.col {
				cell.Class("at")
			}
			return cell
		}),
	)
}

// verdict is a cell; one that is not judged yet says so.
func (d *Doc) verdict(col, at int) app.UI {
	if col >= len(d.cols) {
		return html.Text("span", "quiet", "…").Title("Is being judged.")
	}
	return html.State(d.candidate(col, at).State)
}

// press moves between the columns.
func (d *Doc) press(key string, _ int) bool {
	step := map[string]int{"ArrowRight": 1, "ArrowLeft": -1}[key]
	if step == 0 {
		return false
	}
	d.col = max(0, min(d.col+step, len(d.names)-1))
	d.Store.Loop.Changed()
	return true
}

// ask shows why a cell is what it is.
func (d *Doc) ask(i int) {
	if d.col >= len(d.cols) {
		return // it is being judged
	}
	d.why = &[2]int{d.rows[i], d.col}
	d.Store.Loop.Changed()
	html.Focus(whyID)
}

// reasons stand in a place of their own, so that nothing moves when they are asked for.
func (d *Doc) reasons() app.UI {
	return html.With("section", "matrix-why", app.If(d.why == nil || len(d.cols) == 0, func() app.UI {
		return html.Text("p", "empty", "Press Enter on a cell, or click it, to see why it is so.")
	}).Else(func() app.UI {
		c, col := d.candidate(d.why[1], d.why[0]), d.cols[d.why[1]]
		return html.With("div", "",
			html.With("h3", "", html.Name(c.Name), html.Say(": "+col.Title)),
			html.With("p", "", html.State(c.State)),
			html.With("ul", "", app.Range(c.Reasons).Slice(func(i int) app.UI {
				return html.With("li", "", html.Say(c.Reasons[i].Message+" "), html.Topic(c.Reasons[i].Code))
			})),
			html.Maybe("p", "hint", eligible(c)),
			html.With("p", "row-of-acts",
				html.ButtonFor(c.Path, "Open", "Open "+c.Name, func() { d.Store.Shown.OpenSkill(c) }, "small"),
				html.Button("Back to the grid", "", func() { html.Focus(gridID) }, "small"),
			),
		)
	})).ID(whyID).TabIndex(-1).Aria("label", "Why").OnKeyDown(back(gridID), app.EventScope(gridID))
}

// back leads from the reasons to their grid by Escape, which then stops nothing.
func back(grid string) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" {
			e.PreventDefault()
			html.Focus(grid)
		}
	}
}

func eligible(c *loader.Candidate) string {
	if len(c.Reasons) == 0 {
		return "Nothing keeps it from counting."
	}
	return ""
}
