package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// el makes an element by its tag. go-app has a type for every tag, each with a
// hundred methods that the linker keeps; one type for all of them makes the
// page's download smaller by a tenth of our own code (make size).
//
//go:noinline
func el(tag string) app.HTMLElem { return app.Elem(tag) }

// void makes an element that has no content, such as input or br.
//
//go:noinline
func void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }

// elWith makes an element with a class, empty for none, and what is in it.
//
//go:noinline
func elWith(tag, class string, body ...app.UI) app.HTMLElem {
	e := app.Elem(tag)
	if class != "" {
		e.Class(class)
	}
	return e.Body(body...)
}

// foreign is [elText] for what others wrote: its first letter says in which direction
// it is read.
func foreign(tag, class, text string) app.HTMLElem {
	return elText(tag, class, text).Attr("dir", "auto")
}

// elText makes an element with a class, empty for none, and a text.
//
//go:noinline
func elText(tag, class, text string) app.HTMLElem {
	e := app.Elem(tag)
	if class != "" {
		e.Class(class)
	}
	return e.Text(text)
}
