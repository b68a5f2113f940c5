package drafts

import (
	"maps"
	"slices"
	"strings"

	"lily/web/words"
)

// Left is a text of something that nobody has opened, saved or given up: the page of before
// left it, or a newer one stands in its box.
type Left struct {
	Of   string
	text *Draft
}

// Left are the texts that the page of before left, and those that wait beside a newer one.
func (d *Drafts) Left() (list []Left) {
	for _, of := range slices.Sorted(maps.Keys(d.texts)) {
		if t := d.texts[of]; t.left {
			list = append(list, Left{of, t})
		}
	}
	return append(list, d.older...)
}

func (d *Drafts) names() (names []string) {
	for _, o := range d.Left() {
		if name := o.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Key tells a text from all others.
func (o Left) Key() string { return o.Of + " " + o.text.id }

// Message is the session of a message.
func (o Left) Message() (session string, ok bool) { return strings.CutPrefix(o.Of, messageOf) }

// Name is what a text is of, for a person.
func (o Left) Name() string {
	if id, ok := o.Message(); ok {
		return "a message of the session " + words.Visible(id)
	}
	if o.Of == "profile" || o.Of == "policy" {
		return "the " + o.Of
	}
	return words.Visible("/" + o.Of)
}

// State says how a text stands to what it is of.
func (d *Drafts) State(o Left) string {
	now, err := d.standing(o.Of)
	switch {
	case d.texts[o.Of] != o.text:
		return "an older text, typed in another tab"
	case err != nil:
		return words.Endless(err)
	case now != o.text.Base:
		return "changed by someone else since"
	}
	return "unsaved"
}

// Open shows a text in its box, and leaves the list to others. A message goes into the box
// of its session, where that can be opened.
func (d *Drafts) Open(o Left) {
	if id, ok := o.Message(); ok {
		d.page.Sessions.Show(id, func() {
			d.swapIn(o)
			o.text.left = false
			d.page.Sessions.View(id).Box = o.text.Text
			d.page.Talk.Draft(o.text.Text)
		})
		return
	}
	d.swapIn(o)
	o.text.left = false
	if o.Of == "profile" || o.Of == "policy" {
		d.page.Shown.OpenTab(o.Of)
	} else {
		d.page.Shown.OpenFile(o.Of)
	}
}

// swapIn puts a text into its box; the one that stood there waits in its place.
func (d *Drafts) swapIn(o Left) {
	now := d.texts[o.Of]
	if now == o.text {
		return
	}
	d.without(o)
	if now != nil {
		d.wait(Left{o.Of, now})
	}
	d.texts[o.Of] = o.text
}

// wait keeps a text beside the one in the box.
func (d *Drafts) wait(o Left) {
	d.older = append(d.older, o)
	d.keep(o.Of, o.text)
}

func (d *Drafts) without(o Left) {
	d.older = slices.DeleteFunc(d.older, func(other Left) bool { return other.text == o.text })
}

// Discard gives a text up, and can bring it back.
func (d *Drafts) Discard(o Left) {
	if d.texts[o.Of] == o.text {
		delete(d.texts, o.Of)
	}
	d.without(o)
	d.drop(o.text)
	d.Say("Discarded what was typed in " + o.Name() + ".")
	d.Notice.Undo = func() {
		if d.wait(o); d.texts[o.Of] == nil {
			d.swapIn(o)
		}
		d.Say("What was typed in " + o.Name() + " is here again.")
	}
}
