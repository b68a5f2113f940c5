package matrix

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/answer"
	"lily/core/sight"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/others"
	"lily/web/state"
	"lily/web/words"
)

const (
	agentsID = "agents"
	windowID = "agents-window"
)

// Agents is the document whose columns are agents: what each makes of the skills of a folder.
type Agents struct {
	app.Compo
	Store  *state.Store
	Others *others.Others
	Of     string            // what is asked, as [others.Read] reads it
	Go     func(of string)   // shows another one in its place
	Open   func(path string) // shows a skill, by the path of its folder in the world
	Rev    int

	seen  *others.Seen
	query string
	only  string // the agent that has not all of what is shown; empty for every skill
	rows  []int
	shown string

	place
	at, col int
	why     *[2]int // row of the table and agent
}

// Render implements [app.Composer].
func (d *Agents) Render() app.UI {
	ask := d.Others.Asked()
	d.seen = d.Others.Look(ask)
	d.filter(ask)
	return html.With("div", "matrix",
		html.Text("h2", "quiet", "Agents"),
		html.With("div", "matrix-head", d.choices(ask), html.Text("p", "hint", d.gist())),
		d.grid(),
		d.reasons(ask),
	)
}

// choices are what the table is of.
func (d *Agents) choices(ask others.Ask) app.UI {
	to := d.Others.Choose
	var folders, places []html.Choice
	for _, f := range others.Folders {
		folders = append(folders, html.Choice{Value: f, Label: "/" + f})
	}
	for _, p := range agents.Presets() {
		places = append(places, html.Choice{Value: p.Name, Label: p.Title})
	}
	only := []html.Choice{{Value: "all", Label: "All skills"}}
	for _, a := range d.seen.Agents {
		only = append(only, html.Choice{Group: "Not whole for", Value: a.Name, Label: a.Title})
	}
	chosen := d.only
	if chosen == "" {
		chosen = "all"
	}
	return html.With("div", "agents-asks",
		html.Choose("agents-of", "Skills of", ask.Of, folders, func(v string) { ask.Of = v; to(ask) }),
		html.Choose("agents-place", "Installed in", ask.Place, places, func(v string) { ask.Place = v; to(ask) }),
		d.window(ask, to),
		html.Choose("agents-only", "Show", chosen, only, func(v string) { d.only = strings.TrimPrefix(v, "all"); d.Store.Loop.Changed() }),
		html.Search("agents-find", "Find a skill", func(q string) { d.query = q; d.Store.Loop.Changed() }),
	)
}

// window is a slider over the windows that can be chosen.
func (d *Agents) window(ask others.Ask, to func(others.Ask)) app.UI {
	at := 0
	for i, w := range others.Windows {
		if w == ask.Window {
			at = i
		}
	}
	said := words.Thousands(ask.Window) + " tokens"
	return html.With("div", "field",
		html.El("label").Attr("for", windowID).Body(html.Say("Context window: "+said)),
		html.Void("input").Attr("type", "range").ID(windowID).Attr("min", 0).Attr("max", len(others.Windows)-1).Attr("value", at).
			Aria("valuetext", said).OnInput(func(ctx app.Context, _ app.Event) {
			if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil && n >= 0 && n < len(others.Windows) {
				ask.Window = others.Windows[n]
				to(ask)
			}
		}, app.EventScope(fmt.Sprint(ask))),
	)
}

func (d *Agents) gist() string {
	switch {
	case d.seen.Err != nil:
		return "There is no table."
	case d.seen.Making:
		return "The agents are looking at the skills."
	}
	return answer.Number(len(d.rows), "skill") + ", " + answer.Number(len(d.seen.Agents), "agent") + "." + d.counted() + " Enter tells why."
}

// counted says how many skills the agent that was chosen has in which state, as lily agents counts them.
func (d *Agents) counted() string {
	for i, a := range d.seen.Agents {
		if a.Name != d.only {
			continue
		}
		var list []string
		for _, state := range agents.States {
			if n := d.seen.Count(i, state); n > 0 {
				list = append(list, words.Thousands(n)+" "+string(state))
			}
		}
		return " " + a.Title + ": " + strings.Join(list, ", ") + "."
	}
	return ""
}

// filter finds the rows to show, where they are others than before.
func (d *Agents) filter(ask others.Ask) {
	of := fmt.Sprint(ask, d.seen.Making, d.seen.Err, len(d.seen.Rows), d.query, d.only)
	if of == d.shown {
		return
	}
	d.shown, d.rows, d.why = of, nil, nil
	for i, r := range d.seen.Rows {
		if strings.Contains(strings.ToLower(r.Path), d.query) && d.concerns(r) {
			d.rows = append(d.rows, i)
		}
	}
}

// concerns reports whether a row is to be shown for the agent that was chosen.
func (d *Agents) concerns(r glance.Row) bool {
	for i, a := range d.seen.Agents {
		if a.Name == d.only {
			return !r.State(i).Whole()
		}
	}
	return true
}

func (d *Agents) grid() app.UI {
	if d.seen.Err != nil || d.seen.Making && len(d.seen.Rows) == 0 {
		return html.Waits(d.seen.Said(d.seen.Err), "agents-of", d.Others.Again(d.seen.Err))
	}
	if len(d.rows) == 0 {
		said := "There are no skills in this folder. Import some first."
		switch {
		case d.query != "" || d.only != "":
			said = "No skill matches. Empty the search, or show all skills."
		}
		return html.Text("p", "empty", said)
	}
	d.col = min(d.col, len(d.seen.Agents)-1)
	d.restore(d.Store, desk.Doc{Kind: "matrix", Of: "agents"}, agentsID, &d.at)
	return &html.Virtual{
		ID: agentsID, Role: "grid", Label: "Skills by agent", Of: d.shown, Count: len(d.rows), At: &d.at,
		Row: d.row, Head: d.head, Open: func(i int, _ bool) { d.ask(i) }, Press: d.press,
		Says: func(i int) string { return shortly(d.seen.Rows[d.rows[i]].Path) },
		Cell: func(i int) string { return agentCell(i, d.col) },
		Seen: d.keep(d.Store, desk.Doc{Kind: "matrix", Of: "agents"}, agentsID),
	}
}

func agentCell(row, col int) string {
	return agentsID + "-" + strconv.Itoa(row) + "-" + strconv.Itoa(col)
}

// shortly is the path of a skill as a row has room for it.
func shortly(path string) string {
	return strings.TrimSuffix(strings.TrimPrefix(path, "project/"), "/SKILL.md")
}

// head names the agents, with how many skills each has whole.
func (d *Agents) head() app.UI {
	return html.With("div", "matrix-row", html.Text("span", "matrix-name", "Skill").Role("columnheader"),
		app.Range(d.seen.Agents).Slice(func(i int) app.UI {
			a, whole := d.seen.Agents[i], d.seen.Whole(i)
			said := fmt.Sprintf("%s, %s: has %d of %d whole", a.Title, a.Known, whole, len(d.seen.Rows))
			return html.With("span", "matrix-cell", html.Text("span", "", a.Title), html.Text("span", "quiet-count", fmt.Sprintf(" %d/%d", whole, len(d.seen.Rows)))).
				Role("columnheader").Title("%s", sight.Show(said))
		})).Role("row").Aria("rowindex", 1)
}

func (d *Agents) row(i int) app.HTMLElem {
	r := d.seen.Rows[d.rows[i]]
	return html.With("div", "matrix-row",
		html.With("span", "matrix-name", html.Name(shortly(r.Path))).Role("rowheader").Title("%s", sight.Show(r.Path)),
		app.Range(d.seen.Agents).Slice(func(col int) app.UI {
			cell := html.With("span", "matrix-cell", html.Agent(r.State(col))).ID(agentCell(i, col)).Role("gridcell")
			if i == d.at && col == d.col {
				cell.Class("at")
			}
			return cell
		}),
	).OnClick(d.aim)
}

// aim notes which cell of a row was clicked: one listener a row, since each costs as much as a cell.
func (d *Agents) aim(_ app.Context, e app.Event) {
	if cell := e.Get("target").Call("closest", ".matrix-cell"); cell.Truthy() {
		id := cell.Get("id").String()
		d.col, _ = strconv.Atoi(id[strings.LastIndexByte(id, '-')+1:])
	}
}

// press moves between the columns.
func (d *Agents) press(key string, _ int) bool {
	step := map[string]int{"ArrowRight": 1, "ArrowLeft": -1}[key]
	if step == 0 {
		return false
	}
	d.col = max(0, min(d.col+step, len(d.seen.Agents)-1))
	d.Store.Loop.Changed()
	return true
}

func (d *Agents) ask(i int) {
	d.why = &[2]int{d.rows[i], d.col}
	d.Store.Loop.Changed()
	html.Focus(whyID)
}

// verdict is the cell that was asked for, once the engine that has it tells.
func (d *Agents) verdict(r glance.Row, a glance.Agent) app.UI {
	c := d.Others.Cells(d.seen, r.Path)
	if c.Err != nil || c.Making {
		return html.Waits(d.seen.Said(c.Err), whyID, d.Others.Again(c.Err))
	}
	return html.Verdict(a, c.List[d.why[1]])
}

// reasons stand in a place of their own, so that nothing moves when they are asked for.
func (d *Agents) reasons(ask others.Ask) app.UI {
	return html.With("section", "matrix-why", app.If(d.why == nil, func() app.UI {
		return html.Text("p", "empty", "Press Enter on a cell, or click it, to see why it is so.")
	}).Else(func() app.UI {
		r, a := d.seen.Rows[d.why[0]], d.seen.Agents[d.why[1]]
		return html.With("div", "",
			html.With("h3", "", html.Name(shortly(r.Path)), html.Say(": "+a.Title+" "+a.Version)),
			d.verdict(r, a),
			html.With("p", "row-of-acts",
				html.ButtonFor(r.Path, "Open", "Open "+shortly(r.Path), func() { d.Open(ask.Of + "/" + shortly(r.Path)) }, "small"),
				html.Button("Back to the grid", "", func() { html.Focus(agentsID) }, "small"),
			),
		)
	})).ID(whyID).TabIndex(-1).Aria("label", "Why").OnKeyDown(back(agentsID), app.EventScope(agentsID))
}
