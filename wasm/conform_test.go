//go:build js && wasm

package main

import (
	"testing"

	"lily/core/program/programtest"
)

// TS-2 to TS-7: the page's runner keeps the promises of the port, in the browser's own
// Workers and frame. playwright-free-e2e runs this inside the page, and fails where it
// is skipped.
func TestConforms(t *testing.T) {
	browserOnly(t)
	programtest.Test(t, newRunner())
}
