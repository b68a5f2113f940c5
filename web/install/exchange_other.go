//go:build !linux

package install

import "errors"

// exchange is not known here: the old folder goes before the new one comes.
func (p *Place) exchange(_, _ string) error { return errors.ErrUnsupported }
