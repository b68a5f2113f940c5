//go:build js && wasm

package edit

import (
	"strings"
	"unicode/utf8"

	"lily/core/order"
	"lily/web/port"
)

// change puts a text in the place of another one, in UTF-16 of the text before all changes. They are in order.
type change struct {
	from, to int
	text     string
}

// ruler walks through a text, by bytes and by UTF-16.
type ruler struct {
	text        string
	byte, units int
}

// step goes over one character.
func (r *ruler) step() {
	if r.text[r.byte] < utf8.RuneSelf {
		r.byte++
		r.units++
		return
	}
	c, size := utf8.DecodeRuneInString(r.text[r.byte:])
	r.byte += size
	r.units += wide(c)
}

func wide(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

// toUnits goes on to a place in UTF-16, and gives its byte.
func (r *ruler) toUnits(at int) int {
	for r.units < at && r.byte < len(r.text) {
		r.step()
	}
	return r.byte
}

// toByte goes on to a byte, and gives its place in UTF-16.
func (r *ruler) toByte(at int) int {
	for r.byte < at && r.byte < len(r.text) {
		r.step()
	}
	return r.units
}

// apply makes the changes, and tells how long the text is then in UTF-16.
func apply(text string, changes []change) (string, int) {
	r, length := ruler{text: text}, 0
	var b strings.Builder
	at := 0
	for _, c := range changes {
		b.WriteString(text[at:r.toUnits(c.from)])
		at = r.toUnits(c.to)
		b.WriteString(c.text)
		length += c.from - c.to
		for _, x := range c.text {
			length += wide(x)
		}
	}
	b.WriteString(text[at:])
	return b.String(), length + r.toByte(len(text))
}

// placed is a mark in UTF-16, as static/editor takes it.
type placed struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Kind  string `json:"kind"`
	Code  string `json:"code"`
	Text  string `json:"text"`
	About string `json:"about"`
	Fix   *fix   `json:"fix,omitempty"`
}

type fix struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// units gives marks their places in UTF-16, in one walk through the text.
func units(text string, marks []port.Mark) []placed {
	list := make([]placed, len(marks))
	type at struct {
		byte int
		to   *int
	}
	var all []at
	for i, m := range marks {
		p := &list[i]
		*p = placed{Kind: m.Kind, Code: m.Code, Text: m.Text, About: m.About}
		all = append(all, at{m.From, &p.From}, at{m.To, &p.To})
		if m.Fix != nil {
			p.Fix = &fix{Text: m.Fix.Text}
			all = append(all, at{m.Fix.From, &p.Fix.From}, at{m.Fix.To, &p.Fix.To})
		}
	}
	order.StableFunc(all, func(a, b at) int { return a.byte - b.byte })
	r := ruler{text: text}
	for _, a := range all {
		*a.to = r.toByte(a.byte)
	}
	return list
}
