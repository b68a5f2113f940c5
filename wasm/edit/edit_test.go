//go:build js && wasm

package edit

import (
	"syscall/js"
	"testing"

	"lily/wasm/bridge/bridgetest"
	"lily/web/port"
	"lily/web/port/porttest"
)

// What is typed crosses as changes in UTF-16, and marks as places in it.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		text    string
		changes []change
		want    string
		units   int
	}{
		{"abc", []change{{1, 2, "x"}}, "axc", 3},
		{"ä😀c", []change{{3, 4, ""}}, "ä😀", 3},
		{"ä😀c", []change{{0, 1, "a"}, {3, 3, "漢😀"}}, "a😀漢😀c", 7},
		{"", []change{{0, 0, "\n"}}, "\n", 1},
		{"abc", nil, "abc", 3},
	} {
		if got, n := apply(c.text, c.changes); got != c.want || n != c.units {
			t.Errorf("%q: got %q of %d, want %q of %d", c.text, got, n, c.want, c.units)
		}
	}
	got := units("ä😀\u200bc", []port.Mark{
		{From: 6, To: 9, Kind: "unseen"},
		{From: 2, To: 2, Kind: "error", Fix: &port.Change{From: 0, To: 10, Text: "x"}},
	})
	if a, b := got[0], got[1]; a.From != 3 || a.To != 4 || b.From != 1 || b.Fix.From != 0 || b.Fix.To != 5 {
		t.Errorf("got %+v and %+v with %+v", a, b, b.Fix)
	}
}

// The page's editor keeps the promises of the port. playwright-free-e2e runs this in the page.
func TestEditorConforms(t *testing.T) {
	bridgetest.InBrowser(t)
	document := js.Global().Get("document")
	box, place := document.Call("createElement", "textarea"), document.Call("createElement", "div")
	box.Set("id", "box")
	place.Set("id", "place")
	document.Get("body").Call("append", box, place)
	porttest.TestEditors(t, &Editors{}, func(text string) func() string {
		box.Set("value", text)
		return func() string { return document.Call("getElementById", "box").Get("value").String() }
	}, func(text string) {
		typed := document.Call("getElementById", "box")
		typed.Call("focus")
		typed.Call("select")
		if text == "" {
			document.Call("execCommand", "delete")
		} else {
			document.Call("execCommand", "insertText", false, text)
		}
	})
}
