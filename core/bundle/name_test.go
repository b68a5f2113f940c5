package bundle_test

import (
	"strings"
	"testing"

	"lily/core/bundle"
	"lily/core/event"
)

// A title is hostile text, and a name is words of it at most.
func TestName(t *testing.T) {
	for title, want := range map[string]string{
		"":                            "session-s1.lily",
		"Move the images":             "session-s1-move-the-images.lily",
		"/skill greeter greet Ada":    "session-s1-skill-greeter-greet-ada.lily",
		"../../etc/passwd\x00:*?\"<|": "session-s1-etc-passwd.lily",
		"Übung macht … 日本":            "session-s1-übung-macht-日本.lily",
		"a\u202etxt.exe\n.lily":       "session-s1-a-txt-exe-lily.lily",
		strings.Repeat("x", 1000):     "session-s1-" + strings.Repeat("x", 40) + ".lily",
	} {
		b := bundle.Bundle{Title: title, Events: []event.Event{{Session: "s1"}}}
		if got := b.Name(); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
	if got := (bundle.Bundle{}).Name(); got != "session.lily" {
		t.Errorf("got %q for none", got)
	}
}
