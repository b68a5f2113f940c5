package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/folder"
	"lily/web/html"
	"lily/web/words"
)

// mount is the folder on this machine, in the files pane.
func (p *Pane) mount() app.UI {
	f := p.Folder
	if !f.Can() {
		return mountBody(html.Text("p", "hint", "This browser lets no page work with a folder of yours. Drop the folder here instead, and export it when you are done."))
	}
	wait := p.Store.Sessions.Held() + words.Either(f.Busy > 0, "the folder is being read or written", "")
	if f.Mounted == nil {
		return mountBody(
			html.Text("p", "hint", "Pick a folder of skills, and what changes in it is seen here. Nothing is written to it unless you say so."),
			html.Unless(wait, html.Button("Pick a folder", "", func(app.Context) { f.Pick() })),
		)
	}
	letGo := html.Unless(wait, html.Button("Let go", "Let go of the folder; nothing is changed", func(app.Context) { f.LetGo() }))
	if f.Mounted.Away {
		return mountBody(
			mountLine(f.Mounted, "was", "The browser wants to be asked before it is read again."),
			html.With("div", "row-of-acts", html.Unless(wait, html.Button("Connect", "Connect the folder again: the browser asks you", func(app.Context) { f.Connect() })), letGo),
		)
	}
	after := "Pick the folder again after a reload."
	if f.Mounted.Kept {
		after = "It is remembered for after a reload."
	}
	return mountBody(
		mountLine(f.Mounted, "is", after),
		html.With("div", "row-of-acts",
			html.Unless(wait, html.Button("Look again", "Look again: take over what has changed in the folder", func(app.Context) { f.Look(true) })),
			html.Unless(wait, html.Button("Write back…", "Write back…: show what would be written to the folder", func(app.Context) { f.AskWrite() })),
			letGo,
		),
	)
}

func mountLine(m *folder.Mounted, verb, after string) app.UI {
	return html.With("p", "", html.Text("strong", "", words.Visible(m.Name)), app.Text(" "+verb+" read as "), html.Text("code", "", "/"+m.Root), app.Text(". "+after))
}

func mountBody(body ...app.UI) app.UI {
	return html.El("section").Aria("label", "Folder on this machine").Body(append([]app.UI{html.Text("h4", "", "Folder on this machine")}, body...)...)
}

const writeID = "write-back"

// WriteBack asks whether files are to be written to the folder.
func WriteBack(f *folder.Folder) app.UI {
	return html.When(f.Writing != nil, func() app.UI {
		return &html.Dialog{ID: writeID, Title: "Write back", Rev: f.Rev(), Shut: f.Keep, Content: func() []app.UI { return writeContent(f) }}
	})
}

func writeContent(f *folder.Folder) []app.UI {
	list := f.Writing
	shown := list[:min(len(list), fileRows)]
	return []app.UI{
		html.Text("p", "lead", answer.Number(len(list), "file")+" would be changed on this machine. One that has changed there since it was read is left as it is. Files in .git and node_modules are never written."),
		html.El("div").Class("planned").TabIndex(0).Role("group").Aria("label", "What would be written").Body(
			html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
				return html.With("li", "", app.Text(words.Title(string(shown[i].Op))+" "), html.Text("code", "", words.Visible(shown[i].Path)))
			})),
			app.If(len(shown) < len(list), func() app.UI {
				return html.Text("p", "hint", "And "+answer.Number(len(list)-len(shown), "more file")+".")
			}),
		),
		html.With("div", "row-of-acts",
			html.Button("Write", "", func(app.Context) { f.Write(); html.Shut(writeID) }, "main"),
			html.Button("Cancel", "", func(app.Context) { html.Shut(writeID) }),
		),
	}
}
