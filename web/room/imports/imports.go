// Package imports brings skills in: where a drop would land, how far it is read, what an
// import or a restore would do, and the yes to it (VF-6).
//
// It promises that nothing is written before that yes. It reads no file by itself.
//
//	imports.Inputs(s); &imports.Preview{Store: s}
package imports

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/sight"
	"lily/core/world"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

// The inputs behind the two buttons: browsers choose folders or files, and never both.
const (
	FolderInput = "import-folder"
	FilesInput  = "import-files"
)

// Pick opens the browser's dialog of an input.
func Pick(id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("click")
	}
}

func Inputs(s *state.Store) app.UI {
	return html.With("div", "quiet",
		importInput(s, FolderInput, "Folder of skills").Attr("webkitdirectory", "true"),
		importInput(s, FilesInput, "Archives of skills, a SKILL.md, or exported sessions").Attr("accept", ".zip,.skill,.md,.lily"),
	)
}

func importInput(s *state.Store, id, label string) app.HTMLElemSelfClosing {
	return html.Void("input").Attr("type", "file").ID(id).Class("quiet").Aria("label", sight.Show(label)).TabIndex(-1).Attr("multiple", true).
		OnChange(func(app.Context, app.Event) { s.Imports.Reader.ReadInput(id) }, app.EventScope(id))
}

// Dropzone covers the page under a drag, and shows how far the reading has come.
func Dropzone(s *state.Store) app.UI {
	read := s.Imports.Reading
	return html.With("div", "",
		app.If(s.Imports.Over != "", func() app.UI {
			return html.With("div", "dropzone",
				zone(s.Imports.Over, world.Workspace, "Workspace", "/workspace/skills: wins over all others"),
				zone(s.Imports.Over, world.User, "User", "/user/skills: for every workspace"),
			).Role("region").Aria("label", "Where the drop goes")
		}),
		app.If(read.Total > 0, func() app.UI {
			return html.With("div", "reading",
				html.El("p").Textf("Reading %d of %d files", read.Done, read.Total),
				html.Meter("Files read", read.Done, read.Total),
				html.Button("Cancel", "Cancel the import (Esc)", s.Imports.Reader.Cancel),
			).Role("region").Aria("label", "Reading the drop")
		}),
	)
}

func zone(over string, target world.Source, name, about string) app.UI {
	class := words.Either(over == string(target), "zone here", "zone")
	return html.With("div", class, html.Text("p", "zone-name", "Drop into "+name), html.Text("p", "", about)).
		DataSet("root", string(target))
}

// Preview shows what an import would do, before it is done (VF-6).
type Preview struct {
	app.Compo
	Store *state.Store
	Rev   int

	more int // cards beyond the first
}

// Render implements [app.Composer].
func (d *Preview) Render() app.UI {
	return html.Dialog{ID: "preview", Title: "Import skills", Shut: d.cancel, Content: d.content}.
		While(d.Store.Imports.Preview != nil)
}

func (d *Preview) cancel() {
	d.more = 0
	if d.Store.Imports.Preview != nil {
		d.Store.Imports.Cancel()
		d.Store.Loop.Say("The import was cancelled; nothing was written.")
	}
}

func (d *Preview) content() []app.UI {
	s, now := d.Store, d.Store.Imports.Preview
	plan, judging := now.Plan, now.Judging.Total > 0
	if judging {
		plan = intake.Plan{}
	}
	return []app.UI{
		d.targets(now.Target),
		html.With("div", "", app.If(judging, func() app.UI {
			return html.With("div", "lead",
				html.El("p").Textf("Judging skill %d of %d", now.Judging.Done, now.Judging.Total),
				html.Meter("Skills judged", now.Judging.Done, now.Judging.Total),
			)
		}).Else(func() app.UI { return html.Text("p", "lead", gist(plan)) })),
		html.With("div", "planned", refusals(plan.Refused), d.cards(plan.Skills)).
			TabIndex(0).Role("group").Aria("label", "What would be imported"),
		html.With("div", "row-of-acts",
			html.Button("Import", "", func() { s.Imports.Accept(); html.Shut("preview") }, "main").
				Attr("autofocus", true).Attr("disabled", len(plan.Skills) == 0),
			html.Button("Cancel", "", func() { html.Shut("preview") }),
		),
	}
}

func (d *Preview) cards(list []intake.Planned) app.UI {
	shown := list[:min(len(list), html.Chunk+d.more)]
	more := func() {
		d.more += 2 * html.Chunk
		d.Store.Loop.Changed()
	}
	return html.With("div", "",
		html.With("ul", "cards", app.Range(shown).Slice(func(i int) app.UI { return planned(shown[i]) })),
		app.If(len(shown) < len(list), func() app.UI {
			return html.Button(fmt.Sprintf("Show %d more", min(2*html.Chunk, len(list)-len(shown))), "", more)
		}),
	)
}

func (d *Preview) targets(now world.Source) app.UI {
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

func gist(p intake.Plan) string {
	line := answer.Number(len(p.Skills), "skill")
	if len(p.Refused) > 0 {
		line += fmt.Sprintf(", %d refused", len(p.Refused))
	}
	switch {
	case p.Loose == 1:
		line += ", 1 file that belongs to no skill stays out"
	case p.Loose > 1:
		line += fmt.Sprintf(", %d files that belong to no skill stay out", p.Loose)
	}
	return line + words.Either(len(p.Skills) == 0, ". A skill is a folder that holds a SKILL.md.", ".")
}

func refusals(list []intake.Refusal) app.UI {
	shown := list[:min(len(list), html.Chunk)]
	return html.When(len(list) > 0, func() app.UI {
		return html.With("section", "refused",
			html.Text("h3", "", "Refused"),
			html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
				return html.With("li", "", html.Text("code", "", shown[i].Path), html.Say(" "+shown[i].Message+" "), html.Topic(shown[i].Code))
			})),
		)
	})
}

func planned(p intake.Planned) app.UI {
	return html.With("li", "card",
		html.With("p", "", html.With("strong", "", html.Name(p.Name)), html.Say(" "), html.State(p.State),
			html.Say(" "), html.Text("span", "hint", answer.Number(p.Files, "file")+", "+words.Size(p.Bytes))),
		app.If(p.Archive != "", func() app.UI {
			return html.With("p", "", html.Badge("untrusted", "untrusted"), html.Say(" Out of the archive "), html.Name(p.Archive), html.Say(". Its programs ask each time, until you trust it."))
		}),
		app.If(p.Archive == "" && len(p.Whence) > 0, func() app.UI {
			return html.With("p", "", html.Badge("untrusted", "untrusted"), html.Say(" Bytes of it are here already, and are not trusted. "+
				strings.Join(p.Whence, " ")+" Its programs ask each time, until you trust it."))
		}),
		app.If(p.Replaces, func() app.UI { return html.Text("p", "", "Replaces the skill of this name that is there.") }),
		app.If(len(p.Shadows) > 0, func() app.UI { return html.Text("p", "", "Shadows "+words.List(p.Shadows)+".") }),
		app.Range(p.Reasons).Slice(func(i int) app.UI { return html.Text("p", "why", p.Reasons[i].Message) }),
		app.If(len(p.Findings) > 0, func() app.UI {
			return html.With("details", "fold",
				html.Text("summary", "", html.Weighed(p.Findings)),
				html.With("ul", "", app.Range(p.Findings).Slice(func(i int) app.UI {
					f := p.Findings[i]
					return html.Text("li", "", fmt.Sprintf("%d:%d %s: %s", f.Line, f.Column, f.Severity, f.Message))
				})),
			)
		}),
	)
}
