// Package htmltest reads what a component shows, for tests: what is there and what is not.
package htmltest

import (
	markup "html"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Seen is what a browser is given to show, without escapes.
func Seen(ui app.UI) string { return markup.UnescapeString(app.HTMLString(ui)) }

// Has fails a test where something is not shown.
func Has(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the pane does not say %q:\n%s", w, got)
		}
	}
}

// HasNot fails a test where something is shown.
func HasNot(t *testing.T, got string, bad ...string) {
	t.Helper()
	for _, b := range bad {
		if strings.Contains(got, b) {
			t.Errorf("the pane says %q", b)
		}
	}
}
