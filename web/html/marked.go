package html

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Marked is a text of others in which the letters at some places are marked; they are in order. What is not marked and
// what is take turns, so that other marks change the texts and make few elements anew.
func Marked(text string, at []int) app.HTMLElem {
	var parts []app.UI
	for from, to := 0, 0; from < len(text); from = to {
		_, marked := slices.BinarySearch(at, from)
		for i := range text[from:] {
			if _, is := slices.BinarySearch(at, from+i); is != marked {
				break
			}
			to = from + i + 1
		}
		for to < len(text) && text[to]&0xc0 == 0x80 { // the rest of a character
			to++
		}
		if part := text[from:to]; marked {
			if len(parts) == 0 {
				parts = append(parts, Say(""))
			}
			parts = append(parts, Text("mark", "", part))
		} else {
			parts = append(parts, Say(part))
		}
	}
	return With("bdi", "", parts...)
}
