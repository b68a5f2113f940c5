//go:build js && wasm

package worker

import (
	"testing"

	"lily/core/program/programtest"
	"lily/wasm/bridge/bridgetest"
)

// TS-2 to TS-7: the page's runner keeps the promises of the port, in the browser's own
// Workers and frame. playwright-free-e2e runs this inside the page, and fails where it
// is skipped.
func TestConforms(t *testing.T) {
	bridgetest.InBrowser(t)
	programtest.Test(t, New())
}
