//go:build js && wasm

package worker

import (
	"time"

	"lily/wasm/frame"
)

// spares are frames that wait for a program, one of each page: to make one takes longer than most programs do.
// It is nil where each program waits for its own.
type spares map[string]*frame.Frame

// unused is how long a spare frame waits.
const unused = time.Minute

// take gives the page's spare frame, or a new one. Nothing has run in it.
func (s spares) take(page string) *frame.Frame {
	h := s[page]
	delete(s, page)
	if h == nil {
		h = frame.Start(page)
	}
	return h
}

// make makes the frame of the next program.
func (s spares) make(page string) {
	if s == nil || s[page] != nil {
		return
	}
	h := frame.Start(page)
	s[page] = h
	time.AfterFunc(unused, func() {
		if s[page] == h {
			delete(s, page)
			h.End()
		}
	})
}
