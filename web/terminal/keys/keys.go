// Package keys reads what a terminal sends as the keys that a person pressed.
//
// It promises that a paste is one key, whatever is in it, that a sequence which it does not know is no text, and that
// what comes in portions gives the same keys. It waits for nothing: who reads says when what is unfinished will stay so.
//
//	var r keys.Reader
//	r.Read([]byte("a\x1b[D")) // a as text, left
package keys

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Key is one that was pressed: text that was typed or pasted, or another one by its name, such as left, ctrl-left,
// alt-b, ctrl-c or enter.
type Key struct{ Name, Text string }

// The names of keys with a text.
const (
	Typed  = "typed"
	Pasted = "pasted"
)

// The bounds of what is read as one key.
const (
	mostPaste    = 16 << 20 // bytes of a paste; what is more is left out
	mostSequence = 4 << 10  // bytes of an escape sequence; a longer one is none
)

// Reader reads keys from portions of bytes. The zero Reader is at a beginning.
type Reader struct {
	left  []byte // of a key that is not whole yet
	paste []byte // that has not ended yet
	in    bool   // a paste
}

// Waiting reports whether a key has begun that more bytes may end, as Escape begins most others. A paste is no such key.
func (r *Reader) Waiting() bool { return len(r.left) > 0 && !r.in }

// Read takes more bytes, and returns the keys that are whole.
func (r *Reader) Read(part []byte) (list []Key) {
	r.left = append(r.left, part...)
	for len(r.left) > 0 {
		k, n := r.next()
		if n == 0 {
			break
		}
		r.left = r.left[n:]
		list = add(list, k)
	}
	return list
}

// Rest are the keys of what was left, since nothing more comes.
func (r *Reader) Rest() (list []Key) {
	if !r.Waiting() {
		return nil
	}
	first, rest := r.left[0], r.left[1:]
	r.left = nil
	if first == esc && (len(rest) == 0 || len(rest) == 1 && rest[0] == esc) {
		return []Key{{Name: "escape"}}
	}
	if first == esc {
		return nil // a sequence that was cut off
	}
	return r.Read(rest) // the beginning of a letter is none
}

// add puts a key behind others; text that was typed is joined.
func add(list []Key, k Key) []Key {
	if n := len(list); n > 0 && k.Name == Typed && list[n-1].Name == Typed {
		list[n-1].Text += k.Text
		return list
	}
	if k.Name == "" {
		return list
	}
	return append(list, k)
}

const esc = 0x1b

// next is the key that begins what is left, and how long it is; 0 where it is not whole. A key without a name is none.
func (r *Reader) next() (Key, int) {
	switch c := r.left[0]; {
	case r.in:
		return r.pasted()
	case c == esc:
		return r.escape()
	case c < ' ' || c == 0x7f:
		return Key{Name: control(c)}, 1
	}
	if !utf8.FullRune(r.left) {
		return Key{}, 0
	}
	letter, n := utf8.DecodeRune(r.left)
	if letter == utf8.RuneError && n == 1 { // no UTF-8: one of a terminal with other letters
		return Key{Typed, "\ufffd"}, 1
	}
	return Key{Typed, string(letter)}, n
}

// control is the name of a control character.
func control(c byte) string {
	switch c {
	case '\r':
		return "enter"
	case '\n':
		return "newline"
	case '\t':
		return "tab"
	case 0x7f, 0x08:
		return "backspace"
	case esc:
		return "escape"
	case 0x1f:
		return "ctrl-_"
	case 0:
		return "ctrl-space"
	}
	return "ctrl-" + string(rune(c|0x60))
}

// escape reads what begins with Escape: a sequence, or a letter with Alt.
func (r *Reader) escape() (Key, int) {
	if len(r.left) < 2 {
		return Key{}, 0
	}
	switch c := r.left[1]; {
	case c == '[':
		return r.sequence()
	case c == 'O':
		return r.shifted()
	case c == esc:
		return r.doubled()
	case strings.IndexByte("]P_^X", c) >= 0:
		return r.told()
	case c == '\r' || c == '\n':
		return Key{Name: "newline"}, 2
	case c == '\t':
		return Key{Name: "shift-tab"}, 2 // of the Linux console
	case c == 0x7f || c == 0x08:
		return Key{Name: "alt-backspace"}, 2
	case c > ' ' && c < 0x7f:
		return Key{Name: "alt-" + strings.ToLower(string(rune(c)))}, 2
	}
	return Key{Name: "escape"}, 1 // and another key
}

// doubled reads what rxvt and others send for a key with Alt: Escape before the key's own sequence.
func (r *Reader) doubled() (Key, int) {
	if len(r.left) < 3 {
		return Key{}, 0
	}
	if c := r.left[2]; c != '[' && c != 'O' {
		return Key{Name: "escape"}, 1
	}
	inner := Reader{left: r.left[1:]}
	k, n := inner.escape()
	if n == 0 {
		return Key{}, 0
	}
	if r.in = inner.in; k.Text == "" && !strings.Contains(k.Name, "-") {
		k.Name = with(k.Name, alt)
	}
	return k, n + 1
}

// told reads a string that the terminal sends: an answer that nobody asked for.
func (r *Reader) told() (Key, int) {
	for i := 2; i < len(r.left); i++ {
		if r.left[i] == 0x07 || r.left[i] == '\\' && r.left[i-1] == esc {
			return Key{}, i + 1
		}
	}
	if len(r.left) > mostSequence {
		return Key{}, len(r.left)
	}
	return Key{}, 0
}

// pasted reads what was pasted, to the sequence that ends it.
func (r *Reader) pasted() (Key, int) {
	const over = "\x1b[201~"
	at := bytes.Index(r.left, []byte(over))
	if at < 0 {
		n := max(0, len(r.left)-len(over)+1)
		r.keep(r.left[:n])
		return Key{}, n
	}
	r.keep(r.left[:at])
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(r.paste))
	r.in, r.paste = false, nil
	return Key{Pasted, strings.ToValidUTF8(text, "\ufffd")}, at + len(over)
}

func (r *Reader) keep(part []byte) {
	r.paste = append(r.paste, part[:min(len(part), mostPaste-len(r.paste))]...)
}
