package tree

import "errors"

// ErrStopped is work that its [Tick] ended.
var ErrStopped = errors.New("it was stopped")

// Tick is told by what takes long how much of how much is done, often, and says
// whether to go on. It may wait, so that others get on meanwhile.
type Tick func(done, total int) bool

// GoOn asks a tick; a nil one always goes on.
func (t Tick) GoOn(done, total int) bool { return t == nil || t(done, total) }
