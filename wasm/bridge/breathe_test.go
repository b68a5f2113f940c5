//go:build js && wasm

package bridge

import (
	"testing"

	"lily/web/port/porttest"
)

func TestWorkConforms(t *testing.T) { porttest.TestWork(t, Work{}) }
