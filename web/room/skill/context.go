package skill

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/prompt"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// eligibility judges the skill against the profile and every preset (EN-4).
func (d *Doc) eligibility(c *loader.Candidate) app.UI {
	now := profile.Preset{Name: "now", Title: "The profile as it is now", Profile: d.Store.Sessions.World().Profile}
	list := append([]profile.Preset{now}, d.Store.Host.Presets()...)
	rows := make([][]app.UI, 0, len(list))
	for _, p := range list {
		state, why := loader.Eligible(p.Profile, c.Skill())
		var said []string
		for _, r := range why {
			said = append(said, r.Message)
		}
		rows = append(rows, []app.UI{html.Say(p.Title), verdict(state), html.Say(strings.Join(said, " "))})
	}
	return html.With("div", "",
		html.Text("p", "hint", "What the profile alone says of the skill, under the declared one and under each preset. Nothing is changed by it."),
		html.Grid("Eligibility by profile", []string{"Profile", "Verdict", "Why not"}, rows),
		d.runs(c),
	)
}

// runs is what each script of the skill wants that the page has not, before anything runs.
func (d *Doc) runs(c *loader.Candidate) app.UI {
	folder, err := d.Store.Sessions.World().Tree.At(state.TreePath(c.Path))
	if err != nil {
		folder = c.Folder()
	}
	seen := d.Others.Scripts("skill", folder)
	head := html.Text("h4", "", "What would run")
	if seen.Making || seen.Err != nil {
		return html.With("section", "", head, html.Waits(seen.Said(), html.SkillID(d.Of), d.Others.Again(seen.Err))).Aria("label", "What would run")
	}
	if len(seen.List) == 0 {
		return html.With("section", "", head, html.Text("p", "hint", "The skill has no scripts.")).Aria("label", "What would run")
	}
	rows := make([][]app.UI, 0, len(seen.List))
	for _, s := range seen.List {
		rows = append(rows, []app.UI{html.Name(s.Path), html.Say(sight.Show(s.Said))})
	}
	return html.With("section", "", head,
		html.Text("p", "hint", "What each script names, and whether the page has it. Nothing was run to tell."),
		html.Grid("Scripts of the skill", []string{"Script", "In the page it"}, rows),
	).Aria("label", "What would run")
}

func verdict(state loader.State) app.UI {
	word := state.Word()
	if state == loader.Available {
		word = "eligible"
	}
	return html.With("span", "verdict", html.Mark(state), html.Say(word)).Class("is-" + string(state))
}

// context is what a model is told of the skill before it selects it.
func (d *Doc) context(c *loader.Candidate) app.UI {
	e, known := d.Store.Catalog.Now().Entry(c.Name)
	said := inCatalog(d.Store, c)
	switch {
	case c.State != loader.Available:
		return html.Text("p", "empty", "The skill does not count, so that no model is told of it. The overview says why.")
	case !known:
		return html.Text("p", "empty", "What the model is told is being worked out.")
	}
	text := e.Text()
	return html.With("div", "",
		section("In the catalog", "", html.Text("p", "", words.Title(said)), html.When(e.Listing != prompt.Listed, func() app.UI {
			return html.With("p", "row-of-acts", html.Button("Show the budget", "Show the budget: the policy says how many tokens the catalog may take",
				func() { d.Store.Shown.OpenTab("policy") }, "small"))
		})),
		html.When(text != "", func() app.UI {
			return section("As a model gets it, about "+answer.Number((len(text)+3)/4, "token"), "", html.Foreign("pre", "source", text).TabIndex(0))
		}),
		html.Text("p", "hint", d.Store.Catalog.Now().Meter()),
	)
}
