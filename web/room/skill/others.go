package skill

import (
	"cmp"
	"fmt"
	"path"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/agents/glance"
	"lily/core/answer"
	"lily/core/loader"
	"lily/core/sight"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/others"
	"lily/web/state"
)

// asOthers is what each agent makes of the skill, beside the others of its folder: names clash there, and budgets are
// shared.
func (d *Doc) asOthers(c *loader.Candidate) app.UI {
	at := state.TreePath(c.Path)
	folder := path.Dir(at)
	seen := d.Others.Look(others.Usual(folder))
	row, ok := seen.Row(path.Join(path.Base(at), loader.File))
	cells := d.Others.Cells(seen, row.Path)
	switch err := cmp.Or(seen.Err, cells.Err); {
	case err != nil || seen.Making || ok && cells.Making:
		return html.Waits(seen.Said(err), html.SkillID(d.Of), d.Others.Again(err))
	case !ok:
		return html.Text("p", "empty", "The files have no skill here any more, so that no agent finds it.")
	}
	matrix := func() { d.Store.Shown.Open(desk.Doc{Kind: "matrix", Of: "agents"}) }
	return html.With("div", "",
		html.Text("p", "hint", fmt.Sprintf("Whole for %d of %s, with all skills of /%s in the folder that each of them uses, and a window of 200,000 tokens.",
			row.Whole(), answer.Number(len(cells.List), "agent"), folder)),
		html.With("p", "row-of-acts", html.Button("Open the matrix of agents", "", matrix, "small")),
		html.With("div", "by-agent", app.Range(cells.List).Slice(func(i int) app.UI { return asOne(seen.Agents[i], cells.List[i]) })),
	)
}

func asOne(a glance.Agent, c glance.Cell) app.UI {
	return html.With("section", "", html.Text("h4", "", a.Title+" "+a.Version), html.Verdict(a, c)).Aria("label", sight.Show(a.Title))
}
