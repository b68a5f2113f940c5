package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/intake"
	"lily/core/world"
)

// The inputs behind the two buttons of imports: browsers choose folders or
// files, and never both.
const (
	folderInput = "import-folder"
	filesInput  = "import-files"
)

// pick opens the browser's dialog of an input.
func pick(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("click")
	}
}

func importInputs(s *Store) app.UI {
	return elWith("div", "quiet",
		importInput(s, folderInput, "Folder of skills").Attr("webkitdirectory", "true"),
		importInput(s, filesInput, "Archives of skills, a SKILL.md, or exported sessions").Attr("accept", ".zip,.skill,.md,.lily"),
	)
}

func importInput(s *Store, id, label string) app.HTMLElemSelfClosing {
	return void("input").Attr("type", "file").ID(id).Class("quiet").Aria("label", label).TabIndex(-1).Attr("multiple", true).
		OnChange(func(app.Context, app.Event) { s.Ports.ReadInput(id) }, app.EventScope(id))
}

// dropzone covers the page while something is dragged over it, and shows how
// far the reading has come.
type dropzone struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *dropzone) Render() app.UI {
	s := d.Store
	return elWith("div", "",
		app.If(s.Over != "", func() app.UI {
			return el("div").Class("dropzone").Role("region").Aria("label", "Where the drop goes").Body(
				zone(s.Over, world.Workspace, "Workspace", "/workspace/skills: wins over all others"),
				zone(s.Over, world.User, "User", "/user/skills: for every workspace"),
			)
		}),
		app.If(s.Reading.Total > 0, func() app.UI {
			return el("div").Class("reading").Role("region").Aria("label", "Reading the drop").Body(
				el("p").Textf("Reading %d of %d files", s.Reading.Done, s.Reading.Total),
				el("progress").Aria("label", "Files read").Attr("max", float64(s.Reading.Total)).Attr("value", float64(s.Reading.Done)),
				button("Cancel", "Cancel the import (Esc)", func(app.Context) { s.Ports.CancelRead() }),
			)
		}),
	)
}

func zone(over string, target world.Source, name, about string) app.UI {
	class := "zone"
	if over == string(target) {
		class = "zone here"
	}
	return el("div").Class(class).DataSet("root", string(target)).Body(
		elText("p", "zone-name", "Drop into "+name), elText("p", "", about),
	)
}

// previewDialog shows what an import would do, before it is done (VF-6).
type previewDialog struct {
	app.Compo
	Store *Store
	Rev   int

	more int // cards beyond the first
}

// Render implements [app.Composer].
func (d *previewDialog) Render() app.UI {
	return elWith("div", "", app.If(d.Store.Preview != nil, func() app.UI {
		return &modal{ID: "preview", Title: "Import skills", Rev: d.Store.rev, Shut: d.cancel, Content: d.content}
	}))
}

func (d *previewDialog) cancel() {
	d.more = 0
	if d.Store.Preview != nil {
		d.Store.dismiss()
		d.Store.say("The import was cancelled; nothing was written.")
	}
}

func (d *previewDialog) content() []app.UI {
	s := d.Store
	if s.Preview == nil {
		return nil
	}
	plan, judging := s.Preview.Plan, s.Preview.Judging.Total > 0
	if judging {
		plan = intake.Plan{}
	}
	return []app.UI{
		d.targets(s.Preview.Target),
		elWith("div", "", app.If(judging, func() app.UI { return judgingBar(s.Preview.Judging) }).
			Else(func() app.UI { return elText("p", "lead", gist(plan)) })),
		el("div").Class("planned").TabIndex(0).Role("group").Aria("label", "What would be imported").Body(
			refusals(plan.Refused),
			d.cards(plan.Skills),
		),
		elWith("div", "row-of-acts",
			el("button").Attr("type", "button").Attr("autofocus", true).Class("main").Text("Import").Attr("disabled", len(plan.Skills) == 0).
				OnClick(func(app.Context, app.Event) { s.accept(); shut("preview") }),
			el("button").Attr("type", "button").Text("Cancel").OnClick(func(app.Context, app.Event) { shut("preview") }),
		),
	}
}

// judgingBar shows how many skills are judged.
func judgingBar(p Progress) app.UI {
	return elWith("div", "lead",
		el("p").Textf("Judging skill %d of %d", p.Done, p.Total),
		el("progress").Aria("label", "Skills judged").Attr("max", float64(p.Total)).Attr("value", float64(p.Done)),
	)
}

// cards shows the first skills, and more when the person asks for them.
func (d *previewDialog) cards(list []intake.Planned) app.UI {
	shown := list[:min(len(list), chunk+d.more)]
	return elWith("div", "",
		elWith("ul", "cards", app.Range(shown).Slice(func(i int) app.UI { return planned(shown[i]) })),
		app.If(len(shown) < len(list), func() app.UI {
			return button(fmt.Sprintf("Show %d more", min(2*chunk, len(list)-len(shown))), "", func(app.Context) {
				d.more += 2 * chunk
				d.Store.changed()
			})
		}),
	)
}

func (d *previewDialog) targets(now world.Source) app.UI {
	choices := []world.Source{world.Workspace, world.User}
	return elWith("fieldset", "targets",
		elText("legend", "", "Where to"),
		app.Range(choices).Slice(func(i int) app.UI {
			target := choices[i]
			return elWith("label", "",
				void("input").Attr("type", "radio").Attr("name", "target").Attr("value", string(target)).Attr("checked", target == now).
					OnChange(func(app.Context, app.Event) { d.Store.aim(target) }, app.EventScope(string(target))),
				app.Text(" "+title(string(target))+" "), elText("code", "", "/"+string(target)+"/skills"),
			)
		}),
	)
}

func gist(p intake.Plan) string {
	line := plural(len(p.Skills), "skill")
	if len(p.Refused) > 0 {
		line += fmt.Sprintf(", %d refused", len(p.Refused))
	}
	switch {
	case p.Loose == 1:
		line += ", 1 file that belongs to no skill stays out"
	case p.Loose > 1:
		line += ", " + plural(p.Loose, "file") + " that belong to no skill stay out"
	}
	if len(p.Skills) == 0 {
		return line + ". A skill is a folder that holds a SKILL.md."
	}
	return line + "."
}

func refusals(list []intake.Refusal) app.UI {
	shown := list[:min(len(list), 100)]
	return elWith("div", "", app.If(len(list) > 0, func() app.UI {
		return elWith("section", "refused",
			elText("h3", "", "Refused"),
			elWith("ul", "", app.Range(shown).Slice(func(i int) app.UI {
				return elWith("li", "", elText("code", "", shown[i].Path), app.Text(" "+shown[i].Message+" "), elText("code", "", shown[i].Code))
			})),
		)
	}))
}

func planned(p intake.Planned) app.UI {
	return elWith("li", "card",
		elWith("p", "", elText("strong", "", p.Name), app.Text(" "), stateBadge(p.State),
			app.Text(" "), el("span").Class("hint").Textf("%s, %s", plural(p.Files, "file"), bytes(p.Bytes))),
		app.If(p.Archive != "", func() app.UI {
			return elWith("p", "", badge("untrusted", "untrusted"), app.Text(" Out of the archive "+visible(p.Archive)+". Its programs ask each time, until you trust it."))
		}),
		app.If(p.Replaces, func() app.UI { return elText("p", "", "Replaces the skill of this name that is there.") }),
		app.If(len(p.Shadows) > 0, func() app.UI { return elText("p", "", "Shadows "+join(p.Shadows)+".") }),
		app.Range(p.Reasons).Slice(func(i int) app.UI { return elText("p", "why", p.Reasons[i].Message) }),
		app.If(len(p.Findings) > 0, func() app.UI {
			return elWith("details", "fold",
				elText("summary", "", weighed(p.Findings)),
				elWith("ul", "", app.Range(p.Findings).Slice(func(i int) app.UI {
					f := p.Findings[i]
					return elText("li", "", fmt.Sprintf("%d:%d %s: %s", f.Line, f.Column, f.Severity, f.Message))
				})),
			)
		}),
	)
}

// bytes writes a size as people read it, in units of 1,024.
func bytes(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
