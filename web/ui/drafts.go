package ui

import (
	"maps"
	"slices"
	"strings"

	"lily/web/html"
	"lily/web/words"
)

// Draft is a text that was typed and not saved.
type Draft struct {
	ID   string // one of its own
	Of   string // what was edited: a file's path, profile, policy
	Base string // the text that it began from
	Text string
}

// Drafts keeps drafts for the next start of the page.
type Drafts interface {
	// Name gives an id that nobody has.
	Name() string
	// Keep keeps a draft in place of what its id had. It must not wait: told is told later
	// how it went, on another goroutine.
	Keep(d Draft, told func(error))
	// Drop forgets a draft.
	Drop(id string)
}

// typing is how many milliseconds what was typed may wait to be kept: a crash costs no more.
const typing = 300

// recall takes up the drafts that were left, the oldest first. Of two texts of one thing
// the newer one stands in its box, and the other waits beside it. One that was saved
// just before the page went is none any more.
func (s *Store) recall(list []Draft) {
	for _, d := range list {
		t := &draft{id: d.ID, base: d.Base, text: d.Text, kept: d.Text, began: d.Base, left: true}
		if now, err := s.standing(d.Of); err == nil && unbroken(now) == unbroken(d.Text) {
			s.forget(t)
			continue
		}
		if old := s.drafts[d.Of]; old != nil {
			s.older = append(s.older, older{d.Of, old})
		}
		s.drafts[d.Of] = t
		if id, ok := (older{of: d.Of}).session(); ok {
			s.view(id).box, t.left = d.Text, false
		}
	}
	if names := s.leftNames(); len(names) > 0 {
		s.Notice = Notice{Text: "What you typed and did not save is here again: " + words.List(names) + ". The inspector lists it."}
	}
}

// standing is the text as it stands of what a draft is of.
func (s *Store) standing(of string) (string, error) {
	w := s.Engine.World()
	if _, ok := (older{of: of}).session(); ok {
		return "", nil
	}
	switch of {
	case "profile":
		return string(w.Profile.YAML()), nil
	case "policy":
		return string(w.Policy.YAML()), nil
	}
	f, ok := w.Tree.File(of)
	if !ok {
		return "", uiError("there is no such file now")
	}
	return textOf(f)
}

// unbroken is a text with the line ends of a box.
func unbroken(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// keepSoon keeps drafts when nothing was typed for a moment.
func (s *Store) keepSoon() {
	if s.Ports.Drafts == nil || s.keeping {
		return
	}
	s.keeping = true
	html.Later(typing, func() { s.Post(func() { s.keeping = false; s.keepDrafts() }) })
}

// KeepDrafts keeps what was typed until now, also what the page has not heard of yet. It
// may be called in an event's handler, as when the page is about to go.
func (s *Store) KeepDrafts() {
	for d := range s.editors {
		d.hear()
	}
	s.hearMessage()
	s.keepDrafts()
}

func (s *Store) keepDrafts() {
	if s.Ports.Drafts == nil {
		return
	}
	for _, of := range slices.Sorted(maps.Keys(s.drafts)) {
		s.keepDraft(of, s.drafts[of])
	}
}

func (s *Store) keepDraft(of string, t *draft) {
	if t.id != "" && t.kept == t.text && t.began == t.base && t.unkept == "" {
		return
	}
	if t.id == "" {
		t.id = s.Ports.Drafts.Name()
	}
	t.kept, t.began = t.text, t.base
	s.Ports.Drafts.Keep(Draft{t.id, of, t.base, t.text}, func(err error) {
		s.Post(func() { s.told(t, err) })
	})
}

// told hears whether a draft was kept, and lets its editor say so where it was not.
func (s *Store) told(t *draft, err error) {
	why := ""
	if err != nil {
		why = words.Endless(err)
	}
	if why != t.unkept {
		t.unkept = why
		s.changed()
	}
}

// undraft forgets a draft that was saved or given up.
func (s *Store) undraft(of string) {
	t := s.drafts[of]
	delete(s.drafts, of)
	s.forget(t)
}

func (s *Store) forget(t *draft) {
	if t != nil && t.id != "" && s.Ports.Drafts != nil {
		s.Ports.Drafts.Drop(t.id)
		t.id = ""
	}
}

// Unkept reports whether something that was typed is neither saved nor kept.
func (s *Store) Unkept() bool {
	for _, t := range s.drafts {
		if s.Ports.Drafts == nil || t.unkept != "" {
			return true
		}
	}
	return false
}
