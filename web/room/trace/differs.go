package trace

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/state"
	"lily/web/words"
)

const differsID = "differs"

// Differs shows the first difference side by side.
func Differs(s *state.Store) app.UI {
	b := s.Proofs.Differs
	return html.Dialog{ID: differsID, Title: "The replay differs", Shut: s.Proofs.Dismiss, Content: func() []app.UI {
		return []app.UI{
			html.Text("p", "lead", fmt.Sprintf("The engine was run again over %s of %s. Event %d is the first that came out differently: what is recorded was changed, or was made by another version of Lily.",
				answer.Number(b.Total, "event"), s.Sessions.Name(b.Session), b.Seq)),
			html.With("div", "replayed", side("Got, from the replay", b.Got), side("Want, as it is recorded", b.Want)),
			html.With("div", "row-of-acts", app.If(b.Seq <= b.Total, func() app.UI {
				return html.Button("Go to the event", "", func() { html.Shut(differsID); s.Proofs.GoTo(b) }, "main")
			})),
		}
	}}.While(b != nil)
}

func side(label, line string) app.UI {
	const most = 20_000 // code points that are shown
	text := words.Either(line == "", "Nothing: this side had ended.", words.Clip(sight.Show(words.Pretty(line)), most))
	return html.With("div", "", html.Text("h3", "", label), html.Text("pre", "source", text).TabIndex(0).Role("region").Aria("label", sight.Show(label)))
}
