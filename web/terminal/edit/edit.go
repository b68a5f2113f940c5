// Package edit is the line that a person types, of one line or several: its text, the cursor, what came before, and
// what each key does to them.
//
// It promises that the text is what was typed and pasted, character by character, and that every change can be taken
// back. It draws nothing but rows.
//
//	var l edit.Line
//	l.Key(keys.Key{Name: keys.Typed, Text: "hello"})
//	l.Key(keys.Key{Name: "ctrl-a"})
package edit

import (
	"slices"
	"strings"
	"unicode"

	"lily/web/terminal/keys"
	"lily/web/terminal/row"
)

// Line is a text that is edited. The zero Line is empty.
type Line struct {
	text []rune
	at   int // the cursor is before this character

	past   []string // what was entered before, oldest first
	place  int      // of the one that is shown; len(past) for the draft
	draft  string
	killed []rune // that ctrl-y brings back
	done   []moment
	typing bool // the last key typed, so that the next belongs to the same step
	want   int  // the column that up and down keep to, and one more; 0 for none

	seek   *seek  // the search that goes on; nil for none
	sought string // what the last one was for
}

// moment is what ctrl-_ goes back to.
type moment struct {
	text []rune
	at   int
}

// mostDone bounds how many steps, and how many characters of them, can be taken back.
const (
	mostDone      = 200
	mostDoneRunes = 4 << 20
)

// Text is what was typed.
func (l *Line) Text() string { return string(l.text) }

// Empty reports whether there is no text.
func (l *Line) Empty() bool { return len(l.text) == 0 }

// AtEnd reports whether the cursor is behind the text.
func (l *Line) AtEnd() bool { return l.at == len(l.text) }

// Set replaces the text, as one step.
func (l *Line) Set(text string) {
	l.step()
	l.text = []rune(text)
	l.at = len(l.text)
}

// Clear empties the line, as a new one begins.
func (l *Line) Clear() {
	l.text, l.at, l.done, l.typing, l.place, l.draft, l.seek = nil, 0, nil, false, len(l.past), "", nil
}

// Enter clears the line, and returns what was in it, which is kept among what came before.
func (l *Line) Enter() string {
	text := l.Text()
	l.Remember(text)
	l.Clear()
	return text
}

// Remember keeps a text among what came before, without a blank or a repeated one.
func (l *Line) Remember(text string) {
	if strings.TrimSpace(text) != "" && (len(l.past) == 0 || l.past[len(l.past)-1] != text) {
		l.past = append(l.past, text)
	}
	l.place = len(l.past)
}

// Knows reports whether a text is among what came before.
func (l *Line) Knows(text string) bool { return slices.Contains(l.past, text) }

// Goes reports whether Enter goes on with one more line: a backslash ends the one of the cursor. It is taken away.
func (l *Line) Goes() bool {
	if !l.AtEnd() || l.at == 0 || l.text[l.at-1] != '\\' || l.at > 1 && l.text[l.at-2] == '\\' {
		return false
	}
	l.step()
	l.text[l.at-1] = '\n'
	return true
}

// Key does what a key says, and reports whether it is one of the line's.
func (l *Line) Key(k keys.Key) bool {
	if l.Seek(k) {
		return true
	}
	typing := l.typing
	if l.typing = k.Name == keys.Typed; l.typing {
		if !typing {
			l.step()
		}
		l.insert(k.Text)
		return true
	}
	if act := acts[strings.TrimPrefix(k.Name, "shift-")]; act != nil { // nothing is selected here
		if k.Name != "up" && k.Name != "down" {
			l.want = 0
		}
		act(l)
		return true
	}
	if k.Name != keys.Pasted {
		return false
	}
	l.step()
	l.insert(k.Text)
	return true
}

func (l *Line) insert(text string) {
	more := []rune(text)
	l.text = slices.Insert(l.text, l.at, more...)
	l.at += len(more)
}

// step remembers the text, to go back to.
func (l *Line) step() {
	l.done = append(l.done, moment{slices.Clone(l.text), l.at})
	size := 0
	for _, m := range slices.Backward(l.done) {
		size += len(m.text)
	}
	for len(l.done) > mostDone || size > mostDoneRunes && len(l.done) > 1 {
		size -= len(l.done[0].text)
		l.done = l.done[1:]
	}
}

// acts are the keys that have no text.
var acts = map[string]func(*Line){
	"left": (*Line).left, "ctrl-b": (*Line).left, "right": (*Line).right, "ctrl-f": (*Line).right,
	"home": (*Line).home, "ctrl-a": (*Line).home, "end": (*Line).end, "ctrl-e": (*Line).end,
	"ctrl-left": (*Line).wordLeft, "alt-left": (*Line).wordLeft, "alt-b": (*Line).wordLeft,
	"ctrl-right": (*Line).wordRight, "alt-right": (*Line).wordRight, "alt-f": (*Line).wordRight,
	"up": (*Line).up, "ctrl-p": (*Line).earlier, "down": (*Line).down, "ctrl-n": (*Line).later,
	"backspace": erases((*Line).left), "delete": erases((*Line).right), "ctrl-d": erases((*Line).right),
	"ctrl-w": kills((*Line).blankLeft), "alt-backspace": kills((*Line).wordLeft), "alt-d": kills((*Line).wordRight),
	"ctrl-delete": kills((*Line).wordRight), "ctrl-u": kills((*Line).home), "ctrl-k": kills((*Line).end),
	"ctrl-y": (*Line).yank, "ctrl-t": (*Line).swap, "newline": (*Line).newline,
	"ctrl-_": (*Line).undo, "alt-<": (*Line).first, "alt->": (*Line).last,
}

// erases takes away what a movement passes.
func erases(move func(*Line)) func(*Line) {
	return func(l *Line) { l.erase(move) }
}

// kills is the same, and ctrl-y brings it back.
func kills(move func(*Line)) func(*Line) {
	return func(l *Line) {
		if gone := l.erase(move); len(gone) > 0 {
			l.killed = gone
		}
	}
}

func (l *Line) erase(move func(*Line)) []rune {
	from := l.at
	move(l)
	a, b := min(from, l.at), max(from, l.at)
	gone := slices.Clone(l.text[a:b])
	if len(gone) > 0 {
		l.at = from
		l.step()
		l.text, l.at = slices.Delete(l.text, a, b), a
	}
	return gone
}

func (l *Line) yank() {
	l.step()
	l.insert(string(l.killed))
}

func (l *Line) newline() {
	l.step()
	l.insert("\n")
}

// swap exchanges the characters around the cursor, or the two before it at the end.
func (l *Line) swap() {
	at := min(l.at, len(l.text)-1)
	if at < 1 {
		return
	}
	l.step()
	l.text[at-1], l.text[at] = l.text[at], l.text[at-1]
	l.at = at + 1
}

func (l *Line) undo() {
	if n := len(l.done); n > 0 {
		l.text, l.at, l.done = l.done[n-1].text, l.done[n-1].at, l.done[:n-1]
	}
}

// joined reports whether a character is one with those before it, as an accent is.
func (l *Line) joined(i int) bool {
	const joiner = '\u200d'
	return i > 0 && i < len(l.text) && l.text[i] != '\n' && l.text[i-1] != '\n' &&
		(unicode.In(l.text[i], unicode.Mn, unicode.Me) || l.text[i] == joiner || l.text[i-1] == joiner && row.Column(l.text[i]) > 1)
}

func (l *Line) left() {
	for l.at > 0 {
		if l.at--; !l.joined(l.at) {
			return
		}
	}
}

func (l *Line) right() {
	for l.at < len(l.text) {
		if l.at++; !l.joined(l.at) {
			return
		}
	}
}

// home and end are those of the line of the text that the cursor is in.
func (l *Line) home() {
	for l.at > 0 && l.text[l.at-1] != '\n' {
		l.at--
	}
}

func (l *Line) end() {
	for l.at < len(l.text) && l.text[l.at] != '\n' {
		l.at++
	}
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.M) }

func (l *Line) over(step int, of func(rune) bool) {
	for next := l.at + min(step, 0); next >= 0 && next < len(l.text) && of(l.text[next]); next += step {
		l.at += step
	}
}

func (l *Line) wordLeft() {
	l.over(-1, func(r rune) bool { return !word(r) })
	l.over(-1, word)
}

func (l *Line) wordRight() {
	l.over(1, func(r rune) bool { return !word(r) })
	l.over(1, word)
}

// blankLeft passes a word as a shell has it: all up to a blank.
func (l *Line) blankLeft() {
	l.over(-1, unicode.IsSpace)
	l.over(-1, func(r rune) bool { return !unicode.IsSpace(r) })
}
