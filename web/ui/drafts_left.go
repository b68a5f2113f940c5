package ui

import (
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/web/html"
	"lily/web/words"
)

// older is a text of something of which a newer one stands in its box.
type older struct {
	of   string
	text *draft
}

// left are the texts that the page of before left, and that nobody has opened, saved or
// given up.
func (s *Store) left() (list []older) {
	for _, of := range slices.Sorted(maps.Keys(s.drafts)) {
		if t := s.drafts[of]; t.left {
			list = append(list, older{of, t})
		}
	}
	return append(list, s.older...)
}

func (s *Store) leftNames() (names []string) {
	for _, o := range s.left() {
		if name := o.name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (o older) name() string {
	if id, ok := o.session(); ok {
		return "a message of the session " + words.Visible(id)
	}
	if o.of == "profile" || o.of == "policy" {
		return "the " + o.of
	}
	return words.Visible("/" + o.of)
}

// state says how a text stands to what it is of.
func (o older) state(s *Store) string {
	now, err := s.standing(o.of)
	switch {
	case s.drafts[o.of] != o.text:
		return "an older text, typed in another tab"
	case err != nil:
		return words.Endless(err)
	case now != o.text.base:
		return "changed by someone else since"
	}
	return "unsaved"
}

// leftTexts lists what the page of before left.
func leftTexts(s *Store) app.UI {
	list := s.left()
	return html.With("div", "", app.If(len(list) > 0, func() app.UI {
		return html.El("section").Class("left-texts").Aria("label", "Typed and not saved").Body(
			html.Text("h3", "", "Typed and not saved"),
			html.With("ul", "rows", app.Range(list).Slice(func(i int) app.UI { return leftText(s, list[i]) })),
		)
	}))
}

func leftText(s *Store, o older) app.UI {
	name, id := o.name(), o.of+" "+o.text.id
	return html.With("li", "",
		html.With("span", "", html.Text("code", "", name), html.Text("span", "hint", " "+o.state(s))),
		html.With("span", "row-of-acts",
			html.ButtonFor(id, "Open", "", func(app.Context) { s.openLeft(o) }, "small").Aria("label", "Open "+name),
			html.ButtonFor(id, "Discard", "", func(app.Context) { s.discard(o) }, "small").Aria("label", "Discard what was typed in "+name),
		),
	)
}

// openLeft shows a text in its box, and leaves the list to others.
func (s *Store) openLeft(o older) {
	if id, ok := o.session(); ok {
		s.openMessage(o, id)
		return
	}
	s.swapIn(o)
	o.text.left = false
	if o.of == "profile" || o.of == "policy" {
		s.Tab, s.Place = o.of, "inspector"
		s.changed()
		html.Focus(o.of + "-yaml")
		return
	}
	s.openFile(o.of)
	html.Focus("file-text")
}

// swapIn puts a text into its box; the one that stood there waits in its place.
func (s *Store) swapIn(o older) {
	now := s.drafts[o.of]
	if now == o.text {
		return
	}
	s.without(o)
	if now != nil {
		s.wait(older{o.of, now})
	}
	s.drafts[o.of] = o.text
}

// wait keeps a text beside the one in the box.
func (s *Store) wait(o older) {
	s.older = append(s.older, o)
	if s.Ports.Drafts != nil {
		s.keepDraft(o.of, o.text)
	}
}

func (s *Store) without(o older) {
	s.older = slices.DeleteFunc(s.older, func(other older) bool { return other.text == o.text })
}

// discard gives a text up, and can bring it back.
func (s *Store) discard(o older) {
	if s.drafts[o.of] == o.text {
		delete(s.drafts, o.of)
	}
	s.without(o)
	s.forget(o.text)
	s.Notice = Notice{Text: "Discarded what was typed in " + o.name() + ".", Undo: func() {
		if s.wait(o); s.drafts[o.of] == nil {
			s.swapIn(o)
		}
		s.say("What was typed in " + o.name() + " is here again.")
	}}
	s.changed()
	html.Focus("panel")
}
