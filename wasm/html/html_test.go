package html

import (
	"html"
	"testing"
)

func TestEscapesAsGoDoes(t *testing.T) {
	for _, text := range []string{"", "plain", `<a href="x">'&amp;'</a>`, "&&&", "\x00<é\u2028>\xff"} {
		if got, want := EscapeString(text), html.EscapeString(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
