package files

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/folder"
	"lily/web/html"
	"lily/web/words"
)

func (p *List) mount() app.UI {
	body := append([]app.UI{html.Text("h3", "", "Folder on this machine")}, p.mounted()...)
	return html.With("section", "", body...).Aria("label", "Folder on this machine")
}

func (p *List) mounted() []app.UI {
	f := p.Folder
	if !f.Can() {
		return []app.UI{html.Text("p", "hint", "This browser lets no page work with a folder of yours. Drop the folder here instead, and export it when you are done.")}
	}
	wait := p.Store.Sessions.Held() + words.Either(f.Busy > 0, "the folder is being read or written", "")
	if f.Mounted == nil {
		return []app.UI{
			html.Text("p", "hint", "Pick a folder of skills, and what changes in it is seen here. Nothing is written to it unless you say so."),
			html.Unless(wait, html.Button("Pick a folder", "", f.Pick)),
		}
	}
	verb, after := "is", words.Either(f.Mounted.Kept, "It is remembered for after a reload.", "Pick the folder again after a reload.")
	acts := []app.UI{
		html.Unless(wait, html.Button("Look again", "Look again: take over what has changed in the folder", func() { f.Look(true) })),
		html.Unless(wait, html.Button("Write back…", "Write back…: show what would be written to the folder", f.AskWrite)),
	}
	if f.Mounted.Away {
		verb, after = "was", "The browser wants to be asked before it is read again."
		acts = []app.UI{html.Unless(wait, html.Button("Connect", "Connect the folder again: the browser asks you", f.Connect))}
	}
	letGo := html.Unless(wait, html.Button("Let go", "Let go of the folder; nothing is changed", f.LetGo))
	name, root := html.With("strong", "", html.Name(f.Mounted.Name)), html.Text("code", "", "/"+f.Mounted.Root)
	return []app.UI{
		html.With("p", "", name, html.Say(" "+verb+" read as "), root, html.Say(". "+after)),
		html.With("div", "row-of-acts", append(acts, letGo)...),
	}
}

const writeID = "write-back"

// WriteBack asks whether files are to be written to the folder.
func WriteBack(f *folder.Folder) app.UI {
	return html.Dialog{ID: writeID, Title: "Write back", Shut: f.Keep, Content: func() []app.UI {
		list := f.Writing
		shown := list[:min(len(list), fileRows)]
		left := len(list) - len(shown)
		return []app.UI{
			html.Text("p", "lead", answer.Number(len(list), "file")+" would be changed on this machine. One that has changed there since it was read is left as it is. Files in .git and node_modules are never written."),
			html.With("div", "planned",
				html.With("ul", "", app.Range(shown).Slice(func(i int) app.UI {
					return html.With("li", "", html.Say(words.Title(string(shown[i].Op))+" "), html.Text("code", "", shown[i].Path))
				})),
				app.If(left > 0, func() app.UI { return html.Text("p", "hint", "And "+answer.Number(left, "more file")+".") }),
			).TabIndex(0).Role("group").Aria("label", "What would be written"),
			html.With("div", "row-of-acts",
				html.Button("Write", "", func() { f.Write(); html.Shut(writeID) }, "main"),
				html.Button("Cancel", "", func() { html.Shut(writeID) }),
			),
		}
	}}.While(f.Writing != nil)
}
