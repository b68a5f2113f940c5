package imports

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/loader"
	"lily/core/world"
	"lily/web/html"
	"lily/web/others"
	"lily/web/review"
	"lily/web/state"
	"lily/web/words"
)

// The ids of what has the focus in a review.
const (
	rowsID   = "import-rows"
	besideID = "import-beside"
)

// Doc is the import that waits for a yes: each skill with what it would be, taken or left, and the
// files of one beside them. It fills the width that it gets.
func Doc(s *state.Store, o *others.Others, rev int) app.UI {
	return &Review{Store: s, Others: o, Rev: rev}
}

// Review shows what an import would do, before it is done, and lets a person choose (VF-6).
type Review struct {
	app.Compo
	Store  *state.Store
	Others *others.Others
	Rev    int

	shut bool // what was refused is folded
}

// Render implements [app.Composer].
func (d *Review) Render() app.UI {
	p := d.Store.Imports.Preview
	if p == nil {
		return html.With("div", "import",
			html.Text("p", "empty", "No import waits. Drop a folder, an archive or a SKILL.md anywhere on the page, or choose one."),
			html.With("p", "row-of-acts",
				html.Button("Import a folder", "", func() { Pick(FolderInput) }, "main"),
				html.Button("Import file", "", func() { Pick(FilesInput) }),
			),
		)
	}
	return html.With("div", "import",
		html.With("div", "import-head", d.targets(p.Target), d.acts(p)),
		d.lead(p),
		html.When(p.Review != nil && p.Review.Total() > 0, func() app.UI { return d.sifting(p.Review) }),
		html.With("div", "import-body", app.If(p.Review != nil && p.Review.Total() > 0, func() app.UI {
			return html.With("div", "import-table", d.table(p.Review))
		}), app.If(p.Review != nil && p.Review.Total() > 0, func() app.UI { return d.beside(p.Review) })),
	)
}

// OnUpdate gives the rows the focus once they are there.
func (d *Review) OnUpdate(app.Context) { d.begin() }

// OnMount is [Review.OnUpdate] for a drop that was judged at once.
func (d *Review) OnMount(app.Context) { d.begin() }

func (d *Review) begin() {
	p := d.Store.Imports.Preview
	if p == nil || p.Review == nil || p.Review.Met {
		return
	}
	if p.Review.Met = true; p.Review.Total() > 0 {
		html.Focus(rowsID)
	}
}

// OnDismount looks where the focus is: an import that was accepted while it was judged closes by itself.
func (d *Review) OnDismount() { html.Caught() }

// lead is how far the judging is, or what is to come in, and what was refused.
func (d *Review) lead(p *state.Preview) app.UI {
	if p.Review == nil {
		return html.With("div", "", judging(p.Judging))
	}
	plan := p.Review.Plan
	return html.With("div", "",
		html.Text("p", "lead", gist(p.Review.Total(), plan)+waits(p)),
		d.refused(plan.Refused),
	)
}

func judging(p state.Progress) app.UI {
	return html.With("div", "lead",
		html.El("p").Textf("Judging skill %d of %d", p.Done, p.Total),
		html.Meter("Skills judged", p.Done, p.Total),
	)
}

func (d *Review) refused(list []intake.Refusal) app.UI {
	shown := list[:min(len(list), html.Chunk)]
	open := !d.shut
	return html.When(len(list) > 0, func() app.UI {
		return html.With("details", "refused",
			html.Text("summary", "", fmt.Sprintf("Refused: %d", len(list))).OnClick(func(_ app.Context, e app.Event) {
				e.PreventDefault()
				d.shut = !d.shut
			}),
			html.With("div", "refusals",
				html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
					return html.With("li", "", html.Foreign("code", "", shown[i].Path), html.Say(" "+shown[i].Message+" "), html.Topic(shown[i].Code))
				})),
				html.Left(len(list)-len(shown), ""),
			).TabIndex(0).Role("group").Aria("label", "What was refused"),
		).Attr("open", open)
	})
}

func (d *Review) targets(now world.Source) app.UI {
	choices := []world.Source{world.Workspace, world.User}
	return html.With("fieldset", "targets",
		html.Text("legend", "", "Where to"),
		app.Range(choices).Slice(func(i int) app.UI {
			target := choices[i]
			return html.With("label", "",
				html.Void("input").Attr("type", "radio").Attr("name", "target").Attr("value", string(target)).Attr("checked", target == now).
					OnChange(func(app.Context, app.Event) { d.Store.Imports.Aim(target) }, app.EventScope(string(target))),
				html.Say(" "+words.Title(string(target))+" "), html.Text("code", "", "/"+string(target)+"/skills"),
			)
		}),
	)
}

func gist(skills int, p intake.Plan) string {
	line := answer.Number(skills, "skill")
	if len(p.Refused) > 0 {
		line += fmt.Sprintf(", %d refused", len(p.Refused))
	}
	switch {
	case p.Loose == 1:
		line += ", 1 file that belongs to no skill stays out"
	case p.Loose > 1:
		line += fmt.Sprintf(", %d files that belong to no skill stay out", p.Loose)
	}
	return line + words.Either(skills == 0, ". A skill is a folder that holds a SKILL.md.", ".")
}

// sifting is what shows fewer of the rows, and takes several at once.
func (d *Review) sifting(r *review.Review) app.UI {
	i := d.Store.Imports
	take := func(holds func(review.Row) bool) func() {
		return func() { i.Choose(func(r *review.Review) { r.Take(holds) }) }
	}
	return html.With("div", "import-sift",
		html.Find("import-find", "Find a skill of the drop", func(query string) { i.Sift(i.Preview.Review.Lead, query) }),
		html.With("div", "import-chips",
			html.Button("Take all", "Take all that are shown", take(func(review.Row) bool { return true }), "small"),
			html.Button("Take none", "Take none of those that are shown", take(func(review.Row) bool { return false }), "small"),
			html.Button("Only available", "Only available ones of those that are shown", take(func(row review.Row) bool { return row.State == loader.Available }), "small"),
		).Role("group").Aria("label", "Choose"),
		html.With("div", "import-chips", app.Range(r.Shows()).Slice(func(n int) app.UI {
			show := r.Shows()[n]
			return html.ButtonFor(string(show), fmt.Sprintf("%s %d", show, r.Count(show)), "", func() { i.Sift(show, i.Preview.Review.Find) }, "small", "chip").
				Aria("pressed", r.Lead == show)
		})).Role("group").Aria("label", "Show"),
	)
}

// acts are the yes and the no. They stand always in the same place, in sight.
func (d *Review) acts(p *state.Preview) app.UI {
	taken, total := 0, 0
	if p.Review != nil {
		taken, total = p.Review.Taken(), p.Review.Total()
	}
	accept := func(reload bool) func() {
		return func() {
			if d.Store.Imports.Accept(reload); d.Store.Imports.Preview == nil {
				html.Rest()
			}
		}
	}
	return html.With("div", "row-of-acts import-acts",
		html.Button(fmt.Sprintf("Import %d of %d", taken, total), "", accept(false), "main").
			Attr("disabled", taken == 0),
		html.Button("Import and reload", "Import and reload: the skills count at once", accept(true)).Attr("disabled", taken == 0),
		html.Button("Cancel", "Cancel the import (Esc)", func() { d.Store.Imports.Cancel(); html.Rest() }),
	)
}

// waits says that a choice is judged, which is short: it stands where it moves nothing.
func waits(p *state.Preview) string {
	if p.Review == nil || p.Judging.Total == 0 {
		return ""
	}
	return fmt.Sprintf(" Judging the choice: %d of %d…", p.Judging.Done, p.Judging.Total)
}
