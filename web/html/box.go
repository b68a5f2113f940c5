package html

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Box is a text box and what the page knows of it. A person types at any time, also while a
// look at the page waits for the store; go-app tells of it after that look. So go-app writes
// into the box once, when it makes it, and else nobody writes before [Box.Unheard] was asked:
// what was typed is never written over unheard (VF-5).
type Box struct {
	At    Field  // nil before it is there
	made  bool   // it is drawn, with first
	first string // what it is made with
	Put   string // what was written into it, or heard of, last
	shows string // the same as the box gives it back: it has line feeds only
}

// Field is what a box is in the document.
type Field interface {
	Text() string
	Write(text string)
}

type element struct{ app.Value }

func (e element) Text() string      { return e.Get("value").String() }
func (e element) Write(text string) { e.Set("value", text) }

// Begin is what go-app writes: the text at first, and the same ever after.
func (b *Box) Begin(text string) string {
	if !b.made {
		b.made, b.first, b.Put = true, text, text
	}
	return b.first
}

// Found takes the element that go-app has made.
func (b *Box) Found(id string) {
	if at := app.Window().GetElementByID(id); at.Truthy() {
		b.At = element{at}
		b.shows = b.At.Text()
	}
}

// Becomes takes what stands in the box's place from now on, with the same text: all that was typed into the box
// must be heard of.
func (b *Box) Becomes(at Field) {
	b.At = at
	b.shows = at.Text()
}

// Unheard is what a person has typed that nobody was told of yet.
func (b *Box) Unheard() (text string, some bool) {
	if b.At == nil {
		return "", false
	}
	text = b.At.Text()
	return text, text != b.shows
}

// Heard takes note of what was typed, and returns what the box showed before.
func (b *Box) Heard(text string) (seen string) {
	seen = b.Put
	b.Put, b.shows = text, text
	return seen
}

// Write lets the box show another text.
func (b *Box) Write(text string) {
	b.Put = text
	if b.At != nil {
		b.At.Write(text)
		b.shows = b.At.Text()
	}
}
