//go:build js && wasm

package bridge

import (
	"testing"

	"lily/core/coretest"
	"lily/web/port/porttest"
)

// The port of the page, and that of the engine.
func TestWorkConforms(t *testing.T) {
	porttest.TestWork(t, Work{})
	coretest.TestWork(t, Work{})
}
