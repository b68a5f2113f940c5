package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lily/web/terminal/keys"
)

// seek is a search among what was entered before, as Ctrl-R begins one.
type seek struct {
	text  string
	last  string // that was sought before
	none  bool   // nothing has the text
	was   moment // the line before
	place int    // that was shown then
}

// Seeks is what is sought among what was entered before, and whether that is found; is reports whether anything is.
func (l *Line) Seeks() (text string, found, is bool) {
	if l.seek == nil {
		return "", false, false
	}
	return l.seek.text, !l.seek.none, true
}

// Seek does what a key says to a search, and reports whether it is one of a search's. Another key ends the search with
// what it has found.
func (l *Line) Seek(k keys.Key) bool {
	switch {
	case l.seek == nil && (k.Name != "ctrl-r" || len(l.past) == 0):
		return false
	case l.seek == nil:
		l.step()
		l.seek = &seek{last: l.sought, was: moment{slices.Clone(l.text), l.at}, place: l.place}
		return true
	}
	switch k.Name {
	case keys.Typed:
		for _, c := range k.Text { // what is found by the first ones stays where there is no more
			l.seeks(l.seek.text+string(c), l.place, -1)
		}
	case keys.Pasted:
		l.seeks(l.seek.text+k.Text, l.place, -1)
	case "backspace":
		_, n := utf8.DecodeLastRuneInString(l.seek.text)
		l.seeks(l.seek.text[:len(l.seek.text)-n], len(l.past), -1)
	case "ctrl-r":
		l.next(-1)
	case "ctrl-s":
		l.next(+1)
	case "ctrl-g":
		l.text, l.at, l.place = l.seek.was.text, l.seek.was.at, l.seek.place
		l.seek = nil
	default:
		l.sought, l.seek = l.seek.text, nil
		return k.Name == "escape"
	}
	return true
}

// next goes on with a search, to what is older or newer; one that has no text yet begins with the last one's.
func (l *Line) next(step int) {
	if l.seek.text == "" {
		l.seeks(l.seek.last, l.place, step)
		return
	}
	l.seeks(l.seek.text, l.place+step, step)
}

// seeks shows what is the next from a place on that has a text.
func (l *Line) seeks(text string, from, step int) {
	s := l.seek
	s.text, s.none = text, false
	if text == "" {
		return
	}
	for place := min(from, len(l.past)-1); place >= 0 && place < len(l.past); place += step {
		if at := strings.Index(l.past[place], text); at >= 0 {
			l.found(place, at)
			return
		}
	}
	s.none = true
}

// found shows what was entered before, with the cursor where what is sought begins.
func (l *Line) found(place, at int) {
	if l.place == len(l.past) && place < l.place {
		l.draft = l.Text()
	}
	text := l.past[place]
	l.text, l.at, l.place = []rune(text), utf8.RuneCountInString(text[:at]), place
}
