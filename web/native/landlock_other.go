//go:build linux && !amd64 && !arm64

package native

import (
	"fmt"
	"runtime"
)

// landlock says that the numbers of this machine's system calls are not known here.
func landlock(string) (*Box, error) {
	return nil, fmt.Errorf("no Landlock is known for %s yet", runtime.GOARCH)
}
