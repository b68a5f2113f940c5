//go:build !linux && !darwin

package native

import (
	"fmt"
	"runtime"
)

// boxes are none.
var boxes = []func(path string) (*Box, error){
	func(string) (*Box, error) { return nil, fmt.Errorf("no sandbox is known for %s yet", runtime.GOOS) },
}
