package drafts

import (
	"maps"
	"slices"
	"strings"

	"lily/core/sight"
	"lily/web/words"
)

// Left are the texts that nobody has opened, saved or given up: those that the page of before
// left, and those that wait beside a newer one.
func (d *Drafts) Left() (list []*Draft) {
	for _, of := range slices.Sorted(maps.Keys(d.texts)) {
		if t := d.texts[of]; t.left {
			list = append(list, t)
		}
	}
	return append(list, d.older...)
}

// Key tells a text from all others.
func (t *Draft) Key() string { return t.Of + " " + t.id }

// Message is the session of a message.
func (t *Draft) Message() (session string, ok bool) { return strings.CutPrefix(t.Of, messageOf) }

// Name is what a text is of, for a person.
func (t *Draft) Name() string {
	if id, ok := t.Message(); ok {
		return "a message of the session " + sight.Show(id)
	}
	if t.Of == "profile" || t.Of == "policy" {
		return "the " + t.Of
	}
	return sight.Show("/" + t.Of)
}

// State says how a text stands to what it is of.
func (d *Drafts) State(t *Draft) string {
	now, err := d.standing(t.Of)
	switch {
	case d.texts[t.Of] != t:
		return "an older text, typed in another tab"
	case err != nil:
		return words.Endless(err)
	case now != t.Base:
		return "changed by someone else since"
	}
	return "unsaved"
}

// Open shows a text in its box, and leaves the list to others. A message goes into the box
// of its session, where that can be opened.
func (d *Drafts) Open(t *Draft) {
	if id, ok := t.Message(); ok {
		d.page.Sessions.Show(id, func() {
			d.swapIn(t)
			t.left = false
			d.page.Sessions.View(id).Box = t.Text
			d.page.Talk.Draft(t.Text)
		})
		return
	}
	d.swapIn(t)
	t.left = false
	if t.Of == "profile" || t.Of == "policy" {
		d.page.Shown.OpenTab(t.Of)
	} else {
		d.page.Shown.OpenFile(t.Of)
	}
}

// swapIn puts a text into its box; the one that stood there waits in its place.
func (d *Drafts) swapIn(t *Draft) {
	now := d.texts[t.Of]
	if now == t {
		return
	}
	d.without(t)
	if now != nil {
		d.wait(now)
	}
	d.texts[t.Of] = t
}

func (d *Drafts) wait(t *Draft) {
	d.older = append(d.older, t)
	d.keep(t)
}

// Discard gives a text up, and can bring it back.
func (d *Drafts) Discard(t *Draft) {
	d.forget(t)
	d.Say("Discarded what was typed in " + t.Name() + ".")
	d.Notice.Undo = func() {
		if d.wait(t); d.texts[t.Of] == nil {
			d.swapIn(t)
		}
		d.Say("What was typed in " + t.Name() + " is here again.")
	}
}
