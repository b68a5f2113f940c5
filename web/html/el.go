// Package html makes what every part of the page is made of: elements, tables, lists to
// choose from, dialogs, boxes that are never written over unheard, focus and scrolling.
//
// It promises one look and one behaviour for each of them, and knows nothing of what is
// shown. It touches the browser through go-app alone. It decides nothing: what a click
// does is given to it.
//
//	html.With("p", "row-of-acts", html.Button("Save", "", save))
package html

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// El makes an element by its tag. go-app has a type for every tag, each with a hundred methods
// that the linker keeps; one type for all of them makes the page's download smaller by a tenth
// of our own code (make size).
//
//go:noinline
func El(tag string) app.HTMLElem { return app.Elem(tag) }

// Void makes an element that has no content, such as input or br.
//
//go:noinline
func Void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }

// With makes an element with a class, empty for none, and what is in it.
//
//go:noinline
func With(tag, class string, body ...app.UI) app.HTMLElem {
	e := app.Elem(tag)
	if class != "" {
		e.Class(class)
	}
	return e.Body(body...)
}

// When is what stands in a place while something is so. The place is there always, since
// go-app compares what is on the page by its place.
func When(is bool, of func() app.UI) app.UI { return With("div", "", app.If(is, of)) }

// Text makes an element with a class, empty for none, and a text.
//
//go:noinline
func Text(tag, class, text string) app.HTMLElem { return With(tag, class).Text(text) }

// Foreign is [Text] for what others wrote: its first letter says in which direction it is read.
func Foreign(tag, class, text string) app.HTMLElem { return Text(tag, class, text).Attr("dir", "auto") }
