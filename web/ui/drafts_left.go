package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/drafts"
	"lily/web/html"
)

// leftTexts lists what the page of before left.
func leftTexts(s *Store) app.UI {
	list := s.Drafts.Left()
	return html.When(len(list) > 0, func() app.UI {
		return html.El("section").Class("left-texts").Aria("label", "Typed and not saved").Body(
			html.Text("h3", "", "Typed and not saved"),
			html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return leftText(s, list[i]) })),
		)
	})
}

func leftText(s *Store, o *drafts.Draft) app.UI {
	name, id := o.Name(), o.Key()
	return html.With("li", "",
		html.With("span", "", html.Text("code", "", name), html.Text("span", "hint", " "+s.Drafts.State(o))),
		html.With("span", "row-of-acts",
			html.ButtonFor(id, "Open", "", func(app.Context) { openLeft(s, o) }, "small").Aria("label", "Open "+name),
			html.ButtonFor(id, "Discard", "", func(app.Context) { s.Drafts.Discard(o); html.Focus("panel") }, "small").Aria("label", "Discard what was typed in "+name),
		),
	)
}

// openLeft shows a text in its box, and moves there. The message box does so by itself.
func openLeft(s *Store, o *drafts.Draft) {
	s.Drafts.Open(o)
	switch _, message := o.Message(); {
	case message:
	case o.Of == "profile" || o.Of == "policy":
		html.Focus(o.Of + "-yaml")
	default:
		html.Focus(html.FileTextID)
	}
}
