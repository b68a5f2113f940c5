//go:build js && wasm

package main

import (
	"syscall/js"
	"testing"

	"lily/core/program/programtest"
)

// TS-2 to TS-7: the page's runner keeps the promises of the port, in the browser's own
// Workers and frame. playwright-free-e2e runs this inside the page, and fails where it
// is skipped.
func TestConforms(t *testing.T) {
	if !js.Global().Get("window").Truthy() {
		t.Skip("no browser: TestRunnerConforms runs this in Chromium")
	}
	programtest.Test(t, newRunner())
}
