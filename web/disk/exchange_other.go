//go:build !linux

package disk

import (
	"errors"
	"os"
)

// Exchange is not known here.
func Exchange(_ *os.File, _ string, _ *os.File, _ string) error { return errors.ErrUnsupported }
