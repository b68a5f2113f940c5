package keys

import (
	"strconv"
	"strings"
	"unicode"
)

// finals are the keys of sequences by their last letter, and numbers those that have one before it.
var (
	finals = map[byte]string{
		'A': "up", 'B': "down", 'C': "right", 'D': "left", 'H': "home", 'F': "end", 'Z': "shift-tab",
	}
	numbers = map[string]string{
		"1": "home", "3": "delete", "4": "end", "5": "page-up", "6": "page-down", "7": "home", "8": "end",
	}
	// endings are the last letters behind a number: rxvt says with them what was held.
	endings = map[byte]int{'~': 0, '$': shift, '^': ctrl, '@': ctrl | shift}
)

// The keys that are held while another one is pressed, as the bits that terminals send.
const (
	shift = 1 << iota
	alt
	ctrl
)

// with is the name of a key while others are held.
func with(name string, held int) string {
	switch {
	case name == "":
		return ""
	case held&ctrl != 0:
		return "ctrl-" + name
	case held&alt != 0:
		return "alt-" + name
	case held&shift != 0 && !strings.Contains(name, "-"):
		return "shift-" + name
	}
	return name
}

// shifted reads a key of the application mode, which any program before may have left on: ESC O, what is held, a letter.
func (r *Reader) shifted() (Key, int) {
	end := 2
	for end < len(r.left) && end < 5 && (r.left[end] >= '0' && r.left[end] <= '9' || r.left[end] == ';') {
		end++
	}
	if end == len(r.left) {
		return Key{}, 0
	}
	c := r.left[end]
	if c < ' ' || c >= 0x7f {
		return Key{}, end // it was none
	}
	params := string(r.left[2:end])
	_, mods := heldBy(params[strings.LastIndexByte(params, ';')+1:])
	switch {
	case c == 'M':
		return Key{Name: "enter"}, end + 1
	case c >= 'a' && c <= 'd': // of rxvt
		return Key{Name: with(finals[c-'a'+'A'], ctrl)}, end + 1
	case c >= 'j' && c <= 'y' || c == 'X':
		return Key{Typed, pad(c)}, end + 1
	}
	return Key{Name: with(finals[c], mods)}, end + 1
}

// pad is the character on a key of the number pad.
func pad(c byte) string {
	if c == 'X' {
		return "="
	}
	return string("*+,-./0123456789"[c-'j'])
}

// sequence reads a control sequence (ECMA-48, 5.4).
func (r *Reader) sequence() (Key, int) {
	end := 2
	for end < len(r.left) && (r.left[end] < 0x40 || r.left[end] > 0x7e) && (r.left[end] != '$' || end == 2) {
		if r.left[end] < 0x20 || end > mostSequence {
			return Key{}, end // it was none
		}
		end++
	}
	if end == len(r.left) {
		return Key{}, 0
	}
	params, last := string(r.left[2:end]), r.left[end]
	switch {
	case params == "" && last == '[': // a function key of the Linux console
		return Key{}, r.whole(end + 2)
	case params == "" && last == 'M': // a mouse, of which a program before has asked to be told
		return Key{}, r.whole(end + 4)
	case params == "200" && last == '~':
		r.in = true
		return Key{}, end + 1
	}
	return named(params, last), end + 1
}

// whole is so many bytes if they are there.
func (r *Reader) whole(n int) int {
	if len(r.left) < n {
		return 0
	}
	return n
}

// named is the key of a whole sequence.
func named(params string, last byte) Key {
	first, rest, _ := strings.Cut(params, ";")
	pressed, held := heldBy(rest)
	ending, numbered := endings[last]
	switch {
	case !pressed:
		return Key{}
	case last == 'u':
		return coded(first, held)
	case last == '~' && first == "27": // what xterm calls other keys
		mods, code, _ := strings.Cut(rest, ";")
		_, held = heldBy(mods)
		return coded(code, held)
	case numbered:
		return Key{Name: with(numbers[first], held|ending)}
	case params == "" && last >= 'a' && last <= 'd': // of rxvt
		return Key{Name: with(finals[last-'a'+'A'], shift)}
	case first != "" && first != "1":
		return Key{} // an answer or a report
	}
	return Key{Name: with(finals[last], held)}
}

// heldBy is what a parameter says was held, and whether the key was pressed: where a program before has asked for it, a
// terminal also tells of keys that are let go.
func heldBy(param string) (pressed bool, held int) {
	param, _, _ = strings.Cut(param, ";")
	mods, event, _ := strings.Cut(param, ":")
	n, err := strconv.Atoi(mods)
	if err != nil || n < 1 {
		n = 1
	}
	return event != "3", (n - 1) & (shift | alt | ctrl)
}

// The codes of keys without a character.
var codes = map[rune]string{9: "tab", 13: "enter", 27: "escape", 127: "backspace", 57414: "enter"}

// firstOwn and lastOwn are the codes of other keys without one, which a terminal takes from Unicode's private area.
const firstOwn, lastOwn = 57344, 63743

// coded is a key that is sent by the code of its character: what a program before has asked for outlives it where it was
// killed, and Ctrl-C comes so, too.
func coded(code string, held int) Key {
	code, upper, _ := strings.Cut(code, ":")
	n, err := strconv.ParseInt(code, 10, 32)
	c := rune(n)
	name := codes[c]
	switch {
	case err != nil || c >= firstOwn && c <= lastOwn && name == "":
		return Key{}
	case name == "enter" && held != 0:
		return Key{Name: "newline"}
	case name == "escape":
		return Key{Name: name}
	case name == "backspace":
		return Key{Name: with(name, held&alt)}
	case name == "tab":
		return Key{Name: with(name, held&shift)}
	case name != "":
		return Key{Name: name}
	}
	return letter(c, upper, held)
}

// letter is a character while others are held.
func letter(c rune, upper string, held int) Key {
	switch {
	case !unicode.IsPrint(c):
		return Key{}
	case held&ctrl != 0 && (c >= '@' && c < 0x7f || c == ' '):
		return Key{Name: control(byte(c) & 0x1f)}
	case held&ctrl != 0 && (c == '/' || c == '-'):
		return Key{Name: "ctrl-_"}
	case held&ctrl != 0:
		return Key{}
	case held&alt != 0:
		return Key{Name: "alt-" + string(unicode.ToLower(c))}
	case held&shift != 0 && unicode.IsLower(c):
		return Key{Typed, string(unicode.ToUpper(c))}
	}
	if n, err := strconv.ParseInt(strings.TrimRight(upper, ":"), 10, 32); held&shift != 0 && err == nil && unicode.IsPrint(rune(n)) {
		c = rune(n)
	}
	return Key{Typed, string(c)}
}
