package html

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/loader"
	"lily/web/words"
)

// State is the badge of a state: its shape and its word.
func State(state loader.State) app.UI {
	return El("span").Class("state", "is-"+string(state)).Body(Mark(state), app.Text(words.Title(state.Word())))
}

// Badge is a word in a frame; its class tells its colour.
func Badge(class, text string) app.UI { return El("span").Class("badge", "of-"+class).Text(text) }

// Mark is the shape of a state; the word stands beside it.
func Mark(s loader.State) app.UI {
	shapes := map[loader.State]string{
		loader.Available: "●", loader.Malformed: "✕", loader.Ineligible: "◐", loader.ToolMissing: "◇",
		loader.CommandReserved: "■", loader.ModeMismatch: "◑", loader.Disabled: "○", loader.Shadowed: "▱",
	}
	return El("span").Class("mark").Aria("hidden", "true").Text(shapes[s])
}
