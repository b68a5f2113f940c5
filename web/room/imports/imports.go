// Package imports brings skills in: where a drop would land, how far it is read, what an
// import or a restore would do, and the yes to it (VF-6).
//
// It promises that nothing is written before that yes, and that of ten thousand skills no
// more rows are made than are seen. It reads no file by itself.
//
//	imports.Inputs(s); imports.Doc(s, rev)
package imports

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
		html.Veil{Class: "dropzone", Label: "Where the drop goes", Content: func() []app.UI {
			return []app.UI{
				zone(s.Imports.Over, world.Workspace, "Workspace", "/workspace/skills: wins over all others"),
				zone(s.Imports.Over, world.User, "User", "/user/skills: for every workspace"),
			}
		}}.While(s.Imports.Over != ""),
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
