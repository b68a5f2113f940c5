package imports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/agents/glance"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/others"
	"lily/web/review"
	"lily/web/words"
)

// columns are what each row tells, the class by which narrow tables leave it out, and what the drop has to have
// for it: the room of a column of nothing is the name's.
var columns = []struct {
	name, class string
	of          review.Show
}{
	{"Take", "take", ""},
	{"Name", "name", ""},
	{"State", "state-of", ""},
	{"Conflict", "clash", review.Clashing},
	{"Files", "files", ""},
	{"Programs", "runs", review.Running},
	{"Hidden", "unseen", review.Hidden},
	{"Tokens", "tokens", ""},
	{"Findings", "found", review.Found},
	{"Agents", "agents", ""},
}

// tells reports whether a column tells anything of a drop. It does not follow the choice, so that none moves.
func tells(r *review.Review, column int) bool {
	of := columns[column].of
	return of == "" || slices.Contains(r.Shows(), of)
}

func (d *Review) table(r *review.Review) app.UI {
	i := d.Store.Imports
	if r.Len() == 0 {
		return html.Text("p", "empty", "No skill of the drop is like that.")
	}
	return &html.Virtual{
		ID: rowsID, Role: "grid", Label: "Skills of the drop", Of: string(r.Lead) + " " + r.Find + " " + string(r.Plan.Target),
		Count: r.Len(), At: &r.At, Head: func() app.UI { return heads(r) },
		Row:  func(n int) app.HTMLElem { return d.row(r, n) },
		Says: func(n int) string { return r.Row(n).Name },
		Open: func(n int, byKey bool) {
			i.Look(r.Row(n).Name)
			if byKey {
				html.Focus(besideID)
			}
		},
		Press: func(key string, n int) bool {
			if key == " " {
				d.turn(r.Row(n).Name)
			}
			return key == " "
		},
	}
}

func (d *Review) turn(name string) {
	d.Store.Imports.Choose(func(r *review.Review) { r.Turn(name) })
}

func heads(r *review.Review) app.UI {
	var list []app.UI
	for i, c := range columns {
		if tells(r, i) {
			list = append(list, html.Text("span", "in-"+c.class, c.name).Role("columnheader"))
		}
	}
	return html.With("div", "import-row heads", list...).Role("row")
}

func (d *Review) row(r *review.Review, n int) app.HTMLElem {
	row := r.Row(n)
	e := html.With("div", "import-row", d.cells(r, row)...)
	if !row.Taken {
		e.Class("is-out")
	}
	if row.Name == r.Name {
		e.Aria("current", "true")
	}
	return e
}

func (d *Review) cells(r *review.Review, row review.Row) []app.UI {
	listed, used := cost(r, row.Name)
	tokens := ""
	if listed+used > 0 {
		tokens = words.Thousands(used)
	}
	grave, _ := html.Graver(row.Findings)
	state := html.State(row.State)
	if !row.Taken {
		state = html.Badge("out", "left out")
	}
	list := []app.UI{
		take(row, func() { d.turn(row.Name) }),
		html.With("span", "", html.Name(row.Name), html.Say(" "), app.If(foreign(row), func() app.UI { return html.Badge("untrusted", "untrusted") })),
		state,
		html.Say(words.List(review.Clashes(row.Planned))),
		html.Say(fmt.Sprintf("%d, %s", row.Files, words.Size(row.Bytes))),
		html.Say(runs(row.Planned)),
		html.Say(some(row.Unseen)),
		html.Say(tokens),
		html.Say(some(len(grave))),
		html.Say(d.whole(r, row)),
	}
	var cells []app.UI
	for i, of := range list {
		if tells(r, i) {
			cells = append(cells, html.With("span", "in-"+columns[i].class, of).Role("gridcell"))
		}
	}
	return cells
}

// eyes is what each agent would make of a skill once it is imported, beside those that are there.
func (d *Review) eyes(r *review.Review, row review.Row) (glance.Row, *others.Seen, bool) {
	seen := d.Others.After(r.Plan.World, string(r.Plan.Target)+"/skills")
	of, ok := seen.Row(row.Name + "/" + loader.File)
	return of, seen, ok && row.Taken
}

// whole tells for how many agents a skill would be whole.
func (d *Review) whole(r *review.Review, row review.Row) string {
	of, _, ok := d.eyes(r, row)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d of %d", of.Whole(), len(of.States))
}

// take is the box by which a pointer takes a skill or leaves it; keys have the blank on its row.
func take(row review.Row, turn func()) app.UI {
	return html.Void("input").Attr("type", "checkbox").Attr("checked", row.Taken).TabIndex(-1).
		Aria("label", sight.Show("Take "+row.Name)).
		OnChange(func(app.Context, app.Event) { turn() }, app.EventScope(row.Name))
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return words.Thousands(n)
}

// runs names the programs that a skill starts, and counts its scripts.
func runs(p intake.Planned) string {
	var list []string
	for _, name := range p.Programs {
		list = append(list, sight.Spell(name))
	}
	if n := len(p.Scripts); n > 0 {
		list = append(list, fmt.Sprintf("%d script%s", n, words.Either(n == 1, "", "s")))
	}
	return words.Clip(strings.Join(list, ", "), 60)
}

// cost is what a skill that is taken costs a context in tokens.
func cost(r *review.Review, name string) (listed, used int) {
	if c := r.Plan.Candidate(name); c != nil {
		return prompt.Cost(c)
	}
	return 0, 0
}

// foreign reports whether a skill would not be trusted.
func foreign(row review.Row) bool { return row.Archive != "" || len(row.Whence) > 0 }
