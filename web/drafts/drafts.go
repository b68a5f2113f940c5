// Package drafts holds what a person has typed and not saved: in which box, over which text,
// and kept for the next start of the page.
//
// It promises that nothing typed is lost unseen (VF-5): of two texts of one thing the newer
// stands in its box and the other waits beside it, and what cannot be kept says so. It
// saves nothing by itself.
//
//	d.Type("workspace/notes.md", "as it stood", "as it was typed")
//	d.Of("workspace/notes.md").Base // "as it stood"
package drafts

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// Draft is a text that a person has typed and not saved yet. It outlives its
// editor, and the page: another tab of the inspector does not lose it, nor does a reload.
type Draft struct {
	Of      string // a file's path, profile, policy, or the message of a session
	Base    string // the text that it began from
	Text    string
	Saving  bool
	Saved   bool  // and typed in since: it begins from what was saved
	Err     error // why it cannot be read
	Refused string
	Unkept  string // why it could not be kept

	id          string // under which it is kept; empty before it is
	kept, began string // text and base as they were kept last
	left        bool   // by the page of before, and nobody has opened it since
}

// Moved reports whether the text as it is now is no longer the one that the person began from.
func (t *Draft) Moved(now string) bool { return t != nil && !t.Saving && !t.Saved && t.Base != now }

// Drafts are what was typed and not saved.
type Drafts struct {
	*state.Loop
	Hearers map[Hearer]bool // the boxes on the page
	Editors port.Editors    // what takes their place; nil leaves them
	Found   Found

	page    *state.Store
	port    port.Drafts
	texts   map[string]*Draft // in their boxes, by what they are of
	older   []*Draft          // other texts of the same things
	keeping bool              // what was typed is about to be kept
}

// New takes up what the page of before left; a nil port keeps nothing.
func New(page *state.Store, p port.Drafts) *Drafts {
	d := &Drafts{Loop: page.Loop, Hearers: map[Hearer]bool{}, page: page, port: p, texts: map[string]*Draft{}}
	if p != nil {
		d.recall(p.Left())
	}
	return d
}

// Hearer is a box that a person types into.
type Hearer interface {
	// Hear takes what was typed and not told yet, and reports whether there was any.
	Hear() bool
}

const (
	typing    = 300 * time.Millisecond // for how long what was typed may wait to be kept: a crash costs no more
	messageOf = "message/"             // what the draft of a message is of, before the id of its session
)

// Of is what was typed of something; nil for nothing that is not saved.
func (d *Drafts) Of(of string) *Draft { return d.texts[of] }

// Kept reports whether drafts are kept at all.
func (d *Drafts) Kept() bool { return d.port != nil }

// recall takes up the drafts that were left, the oldest first. Of two texts of one thing
// the newer one stands in its box, and the other waits beside it. One that was saved
// just before the page went is none any more.
func (d *Drafts) recall(list []port.Draft) {
	for _, k := range list {
		t := &Draft{id: k.ID, Of: k.Of, Base: k.Base, Text: k.Text, kept: k.Text, began: k.Base, left: true}
		if id, ok := t.Message(); ok && !d.page.Sessions.There(id) { // nothing was said there, so that it went with its page
			t.Of = messageOf + d.page.Sessions.Shows()
		}
		if now, err := d.standing(t.Of); err == nil && unbroken(now) == unbroken(k.Text) {
			d.forget(t)
			continue
		}
		if old := d.texts[t.Of]; old != nil {
			d.older = append(d.older, old)
		}
		d.texts[t.Of] = t
		if id, ok := t.Message(); ok {
			d.page.Sessions.View(id).Box, t.left = k.Text, false
		}
	}
	var names []string
	for _, t := range d.Left() {
		if name := t.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		d.Say("What you typed and did not save is here again: " + words.List(names) + ". The problems list it.")
	}
}

// standing is the text as it stands of what a draft is of.
func (d *Drafts) standing(of string) (string, error) {
	w := d.page.Edits.World()
	switch f, ok := w.Tree.File(of); {
	case strings.HasPrefix(of, messageOf):
		return "", nil
	case of == "profile":
		return string(w.Profile.YAML()), nil
	case of == "policy":
		return string(w.Policy.YAML()), nil
	case !ok:
		return "", port.Error("there is no such file now")
	default:
		return state.TextOf(f)
	}
}

func unbroken(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// Type takes what stands in a box that showed another text before; nil is that nothing was typed.
func (d *Drafts) Type(of, seen, text string) *Draft {
	t := d.texts[of]
	if t == nil && text == seen {
		return nil
	}
	if t == nil {
		t = &Draft{Of: of, Base: seen}
		d.texts[of] = t
	}
	t.Text = text
	d.KeepSoon()
	return t
}

// TypeMessage takes what stands in a session's message box: a draft until it is sent.
func (d *Drafts) TypeMessage(session, text string) {
	d.page.Sessions.View(session).Box = text
	if text == "" {
		d.Forget(messageOf + session)
		return
	}
	d.Type(messageOf+session, "", text)
}

// Forget forgets a draft that was saved or given up.
func (d *Drafts) Forget(of string) {
	if t := d.texts[of]; t != nil {
		d.forget(t)
	}
}

// forget takes a text out of its box, or from beside it, and keeps it no more.
func (d *Drafts) forget(t *Draft) {
	if d.texts[t.Of] == t {
		delete(d.texts, t.Of)
		d.Judged(t.Of, d.Found.by[t.Of])
	}
	d.without(t)
	if t.id != "" {
		d.port.Drop(t.id)
		t.id = ""
	}
}

func (d *Drafts) without(t *Draft) {
	d.older = slices.DeleteFunc(d.older, func(other *Draft) bool { return other == t })
}

// Save saves a draft by save, unless read says why it cannot be read; nil reads any.
func (d *Drafts) Save(of string, read func(text string) error, save func(next string, then func(error))) {
	t := d.texts[of]
	if t == nil || t.Saving {
		return
	}
	t.Err, t.Refused = nil, t.Text
	if read != nil {
		t.Err = read(t.Text)
	}
	if t.Err != nil {
		d.Changed()
		return
	}
	next := t.Text
	t.Saving = true
	save(next, func(err error) { d.saved(t, next, err) })
}

// saved ends the saving of a draft. What was typed meanwhile begins from what was
// saved; what could not be saved stays. An older one may have been opened meanwhile.
func (d *Drafts) saved(t *Draft, text string, err error) {
	t.Saving = false
	if errors.Is(err, state.ErrMoved) {
		d.Notice = state.Notice{} // the editor says it, with what to do
	}
	if err != nil {
		return
	}
	if t.Saved = t.Text != text; !t.Saved {
		d.forget(t)
	}
}

// KeepSoon keeps drafts when nothing was typed for a moment.
func (d *Drafts) KeepSoon() {
	if d.port == nil || d.keeping {
		return
	}
	d.keeping = true
	d.Lanes.After(typing, func() { d.Post(func() { d.keeping = false; d.keepAll() }) })
}

// Keep keeps what was typed until now, also what the page has not heard of yet. It
// may be called in an event's handler, as when the page is about to go.
func (d *Drafts) Keep() {
	for h := range d.Hearers {
		h.Hear()
	}
	d.keepAll()
}

func (d *Drafts) keepAll() {
	for _, of := range slices.Sorted(maps.Keys(d.texts)) {
		d.keep(d.texts[of])
	}
}

// keep keeps a text, and lets its editor say so where it could not be.
func (d *Drafts) keep(t *Draft) {
	if d.port == nil || t.id != "" && t.kept == t.Text && t.began == t.Base && t.Unkept == "" {
		return
	}
	if t.id == "" {
		t.id = d.port.Name()
	}
	t.kept, t.began = t.Text, t.Base
	d.port.Keep(port.Draft{ID: t.id, Of: t.Of, Base: t.Base, Text: t.Text}, func(err error) {
		why := ""
		if err != nil {
			why = words.Endless(err)
		}
		d.Post(func() {
			if why != t.Unkept {
				t.Unkept = why
				d.Changed()
			}
		})
	})
}

// Unkept reports whether something that was typed is neither saved nor kept.
func (d *Drafts) Unkept() bool {
	for _, t := range d.texts {
		if d.port == nil || t.Unkept != "" {
			return true
		}
	}
	return false
}
