package state

import (
	"slices"

	"lily/web/port"
	"lily/web/words"
)

// Storage is how the work is kept.
type Storage struct {
	*Loop
	port.State
	Asked  bool // the person asked how it is
	Hushed bool // the warning about it is put away

	port  port.Storage
	edits *Edits
}

// Kept reports whether anything keeps the work at all.
func (s *Storage) Kept() bool { return s.port != nil }

// Ask opens or shuts what the page says of it.
func (s *Storage) Ask(open bool) {
	if s.Asked = open; open {
		s.Refresh()
	}
	s.Changed()
}

// Refresh looks again at how the work is kept. It may be called from anywhere.
func (s *Storage) Refresh() {
	if s.port == nil {
		return
	}
	s.Lanes.Aside(func() {
		now := s.port.State()
		s.Post(func() { s.State = now; s.Changed() })
	})
}

// Word is the state of the storage in a word or a few.
func (s *Storage) Word() string {
	switch {
	case s.Why != "":
		return "In memory only"
	case s.edits.Saving > 0 || s.Saving || s.port != nil && s.port.Saving():
		return "Saving…"
	}
	return "Saved"
}

// Persist asks the browser for its promise, and says what it answered.
func (s *Storage) Persist() {
	s.Lanes.Aside(func() {
		promised, err := s.port.Persist()
		s.Post(func() {
			s.Promised = promised && err == nil
			switch {
			case err != nil:
				s.Warn("The browser could not be asked: " + words.Endless(err) + ".")
			case promised:
				s.Say("The browser has promised to keep it.")
			default:
				s.Say("The browser did not promise. Browsers do so for pages that are installed, bookmarked or used often.")
			}
		})
	})
}

// JudgeAgain begins the page anew with what this start left out.
func (s *Storage) JudgeAgain() {
	if s.port != nil {
		s.port.JudgeAgain()
	}
}

// LeftOut reports whether this start left out a skill that starts before did not get past.
func (s *Storage) LeftOut() bool {
	return slices.ContainsFunc(s.Problems, func(p port.Problem) bool { return p.Code == "not_judged" })
}

// Hush puts the warning away.
func (s *Storage) Hush() {
	s.Hushed = true
	s.Changed()
}
