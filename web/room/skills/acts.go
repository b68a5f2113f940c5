package skills

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/web/desk"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// picked are the skills that are picked, in the order of the list.
func (p *Pane) picked() (list []*loader.Candidate) {
	for _, c := range p.shelf.list {
		if p.picks.Has(c.Path) {
			list = append(list, c)
		}
	}
	return list
}

// acts is what can be done with all that is picked. It stands below the list, so that nothing
// that a person is about to press moves.
func (p *Pane) acts() app.UI {
	return html.When(p.picks.Len() > 0, func() app.UI {
		s, list := p.Store, p.picked()
		off := p.anyOn(list)
		several := answer.Number(len(list), "skill")
		writable := ""
		if !anyWritable(list) {
			writable = "bundled skills are read-only"
		}
		return html.With("div", "picked",
			html.Text("span", "tally", words.Thousands(len(list))+" selected"),
			html.Unless(p.Held, html.ButtonFor(words.Either(off, "off", "on"), words.Either(off, "Disable", "Enable"), words.Either(off, "Disable ", "Enable ")+several, func() { p.disable() }, "small")),
			html.Button("Export", "Export "+several+" as skills.zip, as their files are now", func() { s.Exports.Skills(p.picked()) }, "small"),
			html.Unless(cmp.Or(p.Held, writable), html.Button("Remove", "Remove the folders of "+several, func() { s.Edits.RemoveSkills(p.picked()) }, "small")),
			app.If(len(list) == 2, func() app.UI {
				return html.Button("Compare", "Compare "+list[0].Name+" with "+list[1].Name, func() { p.compare() }, "small")
			}),
			html.Button("Clear", "Clear the selection (Esc in the list)", func() { p.picks.Clear(); html.Focus(ListID) }, "small"),
		).Role("group").Aria("label", "Selected skills")
	})
}

// compare holds two skills against each other.
func (p *Pane) compare() {
	if list := p.picked(); len(list) == 2 {
		p.Store.Shown.Open(desk.Doc{Kind: "compare", Of: "skill:" + list[0].Path + "..skill:" + list[1].Path})
		html.Focus(html.PanelID)
	}
}

func anyWritable(list []*loader.Candidate) bool {
	for _, c := range list {
		if state.Writable(state.TreePath(c.Path)) {
			return true
		}
	}
	return false
}

// anyOn reports whether a skill is not switched off by the policy as it is now.
func (p *Pane) anyOn(list []*loader.Candidate) bool {
	rules := p.Store.Sessions.World().Policy
	return slices.ContainsFunc(list, func(c *loader.Candidate) bool { return rules.Skill(c.Name).Allowed })
}

// disable switches off what is on, or all on where all are off.
func (p *Pane) disable() {
	list := p.picked()
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
	}
	p.Store.Edits.Disable(p.anyOn(list), names...)
}
