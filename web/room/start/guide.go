package start

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/words"
)

const (
	fixID    = "example-fix-" // and the number of the step
	reloadID = "example-reload"
	tryID    = "example-try"
)

func (d *Doc) example() app.UI {
	list := steps(d.Store)
	return card("Try an example", "Six skills, three of them broken. You see why they do not count, mend them, and see that they do.",
		html.With("div", "", app.If(len(list) > 0, func() app.UI {
			return html.Button("Go to the example", "", func() { html.Focus(guideID) })
		}).Else(func() app.UI {
			return html.Unless(d.Store.Sessions.Mute(), html.Button("Try an example", "", func() { put(d.Store) }))
		})))
}

const guideID = "example"

// guide leads from what is excluded over its fix to a reload.
type guide struct {
	app.Compo
	Doc *Doc
	Rev int
}

// OnMount takes the focus on to the guide, where it waits for it.
func (g *guide) OnMount(app.Context) {
	if html.Sent(titleID) {
		html.Focus(guideID)
	}
}

// Render implements [app.Composer].
func (g *guide) Render() app.UI {
	d := g.Doc
	s, list := d.Store, steps(d.Store)
	broken, left := 0, 0
	for _, step := range list {
		if step.of.State != loader.Available {
			broken++
			if !step.fixed {
				left++
			}
		}
	}
	return html.With("section", "start-guide",
		html.Text("h3", "", "The example").ID(guideID).TabIndex(-1),
		html.Text("p", "lead", lead(len(list), broken, left)),
		html.With("ol", "start-steps", app.Range(list).Slice(func(i int) app.UI { return d.step(i, list[i]) })),
		html.With("div", "row-of-acts", app.If(broken > 0, func() app.UI {
			return html.Unless(s.Sessions.Mute(), html.Button("Reload", "Reload the skills: the fixes count then", func() {
				s.Talk.Send("/reload_skills")
				html.Focus(guideID)
			}, words.Either(left > 0, "", "main")).ID(reloadID))
		}).Else(func() app.UI {
			return html.Unless(s.Sessions.Mute(), html.Button("Try /skill haiku rain", "Try it: put the line into the message box", func() {
				s.Talk.Draft("/skill haiku rain")
			}, "main").ID(tryID))
		})),
	).Aria("labelledby", guideID)
}

func lead(all, broken, left int) string {
	switch {
	case broken == 0:
		return "All " + strconv.Itoa(all) + " count. The list on the left shows them as available."
	case left == 0:
		return "Every fix is made in its file. A session holds to the skills that it began with, so it takes a reload for them to count."
	}
	return answer.Number(broken, "skill") + " of " + strconv.Itoa(all) +
		" do not count. The reason stands beside each, with the fix that Lily proposes: apply it, or open the skill and look."
}

func (d *Doc) step(i int, step step) app.UI {
	s, c := d.Store, step.of
	return html.With("li", "start-step",
		html.With("p", "start-of", html.State(c.State), html.Say(" "), html.Text("span", "skill-name", c.Name)),
		html.When(step.broken != nil, func() app.UI { return html.Text("p", "", step.broken.Message) }),
		html.With("div", "row-of-acts",
			html.When(step.broken != nil && !step.fixed, func() app.UI {
				apply := func() { s.Edits.Fix(c, *step.broken); html.Focus(d.next(i)) }
				return html.Unless(s.Sessions.Held(), html.ButtonFor(c.Path+c.Digest.Short(), "Apply fix", "Apply fix to "+c.Name, apply).
					ID(fixID+strconv.Itoa(i)).Aria("label", sight.Show("Apply fix to "+c.Name)))
			}),
			html.Maybe("span", "fixed", words.Either(step.fixed, "Fixed; counts after a reload.", "")),
			html.ButtonFor(c.Path, "Open", "Open "+c.Name, func() { s.Shown.OpenSkill(c) }, "small").Aria("label", sight.Show("Open "+c.Name)),
		),
	)
}

// next is where the focus goes once a step is mended: to the next one, or to the reload.
func (d *Doc) next(after int) string {
	for i, step := range steps(d.Store) {
		if i != after && step.broken != nil && !step.fixed {
			return fixID + strconv.Itoa(i)
		}
	}
	return reloadID
}
