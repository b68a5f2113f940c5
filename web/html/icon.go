package html

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/sight"
)

// drawing is the namespace of SVG 2, 5.1.
const drawing = "http://www.w3.org/2000/svg"

// Icon is a shape of the page's sprite, static/icons/sprite.svg. It says nothing by itself: a
// word stands beside it, or names what it is in.
func Icon(name string) app.HTMLElem {
	use := El("use").XMLNS(drawing).Attr("href", "#i-"+name)
	return With("svg", "icon", use).XMLNS(drawing).Aria("hidden", "true")
}

// IconButton is a button that shows an icon alone; its tooltip and its name are the label. What
// it does is about one thing, named by key, as of [ButtonFor].
func IconButton(key, icon, label string, do func(), classes ...string) app.HTMLElem {
	return Labelled(icon, "", ButtonFor(key, "", label, do, classes...).Class("only").Aria("label", sight.Show(label)))
}

// Labelled puts an icon before the text of a button, a tab or a heading.
func Labelled(icon, text string, b app.HTMLElem) app.HTMLElem { return b.Body(Icon(icon), Say(text)) }
