package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/intake"
	"lily/core/loader"
)

// folderInput is the id of the input behind the Import button.
const folderInput = "import-folder"

// pick opens the browser's folder dialog.
func pick() {
	if el := app.Window().GetElementByID(folderInput); el.Truthy() {
		el.Call("click")
	}
}

// importInput is the folder input that the Import button opens.
func importInput(s *Store) app.UI {
	return app.Input().Type("file").ID(folderInput).Class("quiet").Aria("label", "Folder of skills").TabIndex(-1).
		Multiple(true).Attr("webkitdirectory", "true").
		OnChange(func(app.Context, app.Event) { s.Ports.ReadInput(folderInput) })
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
	return app.Div().Body(
		app.If(s.Over != "", func() app.UI {
			return app.Div().Class("dropzone").Body(
				zone(s.Over, loader.Workspace, "Workspace", "/workspace/skills: wins over all others"),
				zone(s.Over, loader.User, "User", "/user/skills: for every workspace"),
			)
		}),
		app.If(s.Reading.Total > 0, func() app.UI {
			return app.Div().Class("reading").Role("group").Aria("label", "Reading the drop").Body(
				app.P().Textf("Reading %d of %d files", s.Reading.Done, s.Reading.Total),
				app.Progress().Aria("label", "Files read").Max(float64(s.Reading.Total)).Value(float64(s.Reading.Done)),
				button("Cancel", "Cancel the import (Esc)", func(app.Context) { s.Ports.CancelRead() }),
			)
		}),
	)
}

func zone(over string, target loader.Source, name, about string) app.UI {
	class := "zone"
	if over == string(target) {
		class = "zone here"
	}
	return app.Div().Class(class).DataSet("root", string(target)).Body(
		app.P().Class("zone-name").Text("Drop into "+name), app.P().Text(about),
	)
}

// previewDialog shows what an import would do, before it is done (VF-6).
type previewDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *previewDialog) Render() app.UI {
	return app.Div().Body(app.If(d.Store.Preview != nil, func() app.UI {
		return &modal{ID: "preview", Title: "Import skills", Rev: d.Store.rev, Shut: d.cancel, Content: d.content}
	}))
}

func (d *previewDialog) cancel() {
	if d.Store.Preview != nil {
		d.Store.Preview = nil
		d.Store.say("The import was cancelled; nothing was written.")
	}
}

func (d *previewDialog) content() []app.UI {
	s := d.Store
	if s.Preview == nil {
		return nil
	}
	plan := s.Preview.Plan
	return []app.UI{
		d.targets(plan.Target),
		app.P().Class("lead").Text(gist(plan)),
		app.Div().Class("planned").TabIndex(0).Role("group").Aria("label", "What would be imported").Body(
			refusals(plan.Refused),
			app.Ul().Class("cards").Body(app.Range(plan.Skills).Slice(func(i int) app.UI { return planned(plan.Skills[i]) })),
		),
		app.Div().Class("row-of-acts").Body(
			app.Button().Type("button").Class("main").Text("Import").Disabled(len(plan.Skills) == 0).
				OnClick(func(app.Context, app.Event) { s.accept(); shut("preview") }),
			app.Button().Type("button").Text("Cancel").OnClick(func(app.Context, app.Event) { shut("preview") }),
		),
	}
}

func (d *previewDialog) targets(now loader.Source) app.UI {
	choices := []loader.Source{loader.Workspace, loader.User}
	return app.FieldSet().Class("targets").Body(
		app.Legend().Text("Where to"),
		app.Range(choices).Slice(func(i int) app.UI {
			target := choices[i]
			return app.Label().Body(
				app.Input().Type("radio").Name("target").Value(string(target)).Checked(target == now).
					OnChange(func(app.Context, app.Event) { d.Store.aim(target) }, app.EventScope(string(target))),
				app.Text(" "+title(string(target))+" "), app.Code().Text("/"+string(target)+"/skills"),
			)
		}),
	)
}

func gist(p intake.Plan) string {
	line := plural(len(p.Skills), "skill")
	if len(p.Refused) > 0 {
		line += fmt.Sprintf(", %d refused", len(p.Refused))
	}
	if p.Loose > 0 {
		line += ", " + plural(p.Loose, "file") + " that belong to no skill stay out"
	}
	if len(p.Skills) == 0 {
		return line + ". A skill is a folder that holds a SKILL.md."
	}
	return line + "."
}

func refusals(list []intake.Refusal) app.UI {
	shown := list[:min(len(list), 100)]
	return app.Div().Body(app.If(len(list) > 0, func() app.UI {
		return app.Section().Class("refused").Body(
			app.H3().Text("Refused"),
			app.Ul().Body(app.Range(shown).Slice(func(i int) app.UI {
				return app.Li().Body(app.Code().Text(shown[i].Path), app.Text(" "+shown[i].Message+" "), app.Code().Text(shown[i].Code))
			})),
		)
	}))
}

func planned(p intake.Planned) app.UI {
	return app.Li().Class("card").Body(
		app.P().Body(app.Strong().Text(p.Name), app.Text(" "), stateBadge(p.State),
			app.Text(" "), app.Span().Class("hint").Textf("%s, %s", plural(p.Files, "file"), bytes(p.Bytes))),
		app.If(p.Replaces, func() app.UI { return app.P().Text("Replaces the skill of this name that is there.") }),
		app.If(len(p.Shadows) > 0, func() app.UI { return app.P().Text("Shadows " + join(p.Shadows) + ".") }),
		app.If(p.ShadowedBy != "", func() app.UI { return app.P().Text("Is shadowed by " + p.ShadowedBy + ".") }),
		app.Range(p.Reasons).Slice(func(i int) app.UI { return app.P().Class("why").Text(p.Reasons[i].Message) }),
		app.If(len(p.Findings) > 0, func() app.UI {
			return app.Details().Class("fold").Body(
				app.Summary().Text(plural(len(p.Findings), "finding")),
				app.Ul().Body(app.Range(p.Findings).Slice(func(i int) app.UI {
					f := p.Findings[i]
					return app.Li().Text(fmt.Sprintf("%d:%d %s: %s", f.Line, f.Column, f.Severity, f.Message))
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
