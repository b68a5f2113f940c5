package ui

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// box is a text box and what the page knows of it. A person types at any time, also
// while a look at the page waits for the store; go-app tells of it after that look. So
// go-app writes into the box once, when it makes it, and else nobody writes before
// [box.unheard] was asked: what was typed is never written over unheard (VF-5).
type box struct {
	at    field  // nil before it is there
	made  bool   // it is drawn, with first
	first string // what it is made with
	put   string // what was written into it, or heard of, last
	shows string // the same as the box gives it back: it has line feeds only
}

// field is what a box is in the document.
type field interface {
	text() string
	write(text string)
}

type element struct{ app.Value }

func (e element) text() string      { return e.Get("value").String() }
func (e element) write(text string) { e.Set("value", text) }

// begin is what go-app writes: the text at first, and the same ever after.
func (b *box) begin(text string) string {
	if !b.made {
		b.made, b.first, b.put = true, text, text
	}
	return b.first
}

// found takes the element that go-app has made.
func (b *box) found(id string) {
	if at := app.Window().GetElementByID(id); at.Truthy() {
		b.at = element{at}
		b.shows = b.at.text()
	}
}

// unheard is what a person has typed that nobody was told of yet.
func (b *box) unheard() (text string, some bool) {
	if b.at == nil {
		return "", false
	}
	text = b.at.text()
	return text, text != b.shows
}

// heard takes note of what was typed, and returns what the box showed before.
func (b *box) heard(text string) (seen string) {
	seen = b.put
	b.put, b.shows = text, text
	return seen
}

// write lets the box show another text.
func (b *box) write(text string) {
	b.put = text
	if b.at != nil {
		b.at.write(text)
		b.shows = b.at.text()
	}
}
