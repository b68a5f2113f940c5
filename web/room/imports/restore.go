package imports

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

const restoreID = "restore"

// Restore asks whether everything is to be as an export has it.
func Restore(s *state.Store) app.UI {
	return html.Dialog{ID: restoreID, Title: "Restore everything", Shut: s.Restore.Dismiss, Content: func() []app.UI {
		r := *s.Restore.Waiting
		return []app.UI{
			html.Text("p", "lead", fmt.Sprintf("%s is an export of everything: %s, a profile, a policy and %s.",
				words.Visible(r.Name), answer.Number(r.Files(), "file"), answer.Number(len(r.Sessions), "session"))),
			html.When(len(r.Left) > 0, func() app.UI {
				return html.Text("p", "", "Not all could be read when it was made. "+state.Several(r.Left))
			}),
			html.When(r.Asks, func() app.UI {
				return html.Text("p", "", "Its policy is full auto, which only you can choose: it is restored as ask: never. Choose full auto again in the Policy tab if you want it.")
			}),
			html.Text("p", "", "Restore puts them in the place of your files in /user, /workspace and /persona, your profile and your policy; an Undo follows. Sessions are added to those that you have, and bring what was approved in them along: restore only what you exported yourself."),
			html.With("div", "row-of-acts",
				html.Button("Restore", "", func() { s.Restore.All(); html.Shut(restoreID) }, "main"),
				html.Button("Import its skills only", "", func() { s.Restore.Skills(); html.Shut(restoreID) }),
				html.Button("Cancel", "", func() { html.Shut(restoreID) }),
			),
		}
	}}.While(s.Restore.Waiting != nil)
}
