//go:build js && wasm

package ask

import (
	"testing"

	"lily/wasm/bridge/bridgetest"
	"lily/web/port/porttest"
)

// The second engine in its Worker keeps the promises of the port. playwright-free-e2e runs this inside the page.
func TestSecondConforms(t *testing.T) {
	bridgetest.InBrowser(t)
	porttest.TestSecond(t, New())
}
