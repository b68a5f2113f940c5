package markdown

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
)

// codeBlock is a block of code with a button that copies it.
func codeBlock(text string) app.UI {
	text = strings.TrimSuffix(text, "\n")
	if len(text) > 2*slabSize {
		return codeOf(Slabs(text)...)
	}
	return codeOf(app.Text(text))
}

func codeOf(text ...app.UI) app.UI {
	return html.With("div", "code",
		html.El("button").Attr("type", "button").Class("copy").Aria("label", "Copy code").
			OnClick(copyCode, app.EventScope("copy code")).Text("Copy"),
		html.El("pre").TabIndex(0).Body(html.With("code", "", text...)),
	)
}

// copyCode copies what stands beside the button at the moment: a handler that
// held the text would be kept, stale, when a stream makes the block longer.
// https://developer.mozilla.org/docs/Web/API/Clipboard/writeText
func copyCode(ctx app.Context, _ app.Event) {
	block := ctx.JSSrc().Get("nextElementSibling")
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() || !block.Truthy() {
		return // no clipboard outside of a secure context
	}
	// A refusal needs a handler, or the page's watch takes it for a fault.
	clipboard.Call("writeText", block.Get("textContent")).Call("catch", app.Window().Get("Boolean"))
}
