//go:build !unix

package native

import (
	"context"
	"errors"
	"os"

	"lily/core/program"
)

// process is what would be started.
type process struct {
	words, env []string
	dir        string
	as         int
	given      *os.File
}

// run says that this system has no process groups that are known here, so that no end would be a real one (TS-5).
func (process) run(context.Context, func(program.Stream, []byte)) (int, error) {
	return -1, errors.New("programs do not run on this system yet")
}
