//go:build js && wasm

// Package bridgetest is for the tests of the browser's adapters; only they import it.
package bridgetest

import (
	"slices"
	"strings"
	"syscall/js"
	"testing"
)

// InBrowser leaves a test to Chromium: playwright-free-e2e runs it in the page, and fails where it is left out.
func InBrowser(t testing.TB) {
	t.Helper()
	if !js.Global().Get("window").Truthy() {
		t.Skip("no browser: TestRunnerConforms and TestTheStoreInThePage run this in Chromium")
	}
}

// Same compares two lists of lines.
func Same(t testing.TB, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
