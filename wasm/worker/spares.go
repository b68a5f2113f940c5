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

// library is what each program in JavaScript begins with.
const library = "node-lib.js"

// beforehand is what the next program of a page is given before it asks: nothing that has not been asked for once.
func (r Runner) beforehand(page string) map[string]any {
	if blob, ok := r.parts.have[library]; ok && page == r.node {
		return map[string]any{"give": library, "blob": blob}
	}
	return nil
}

// make makes the frame of the next program, and gives it what is for it beforehand.
func (s spares) make(page string, first map[string]any) {
	if s == nil || s[page] != nil {
		return
	}
	h := frame.Start(page)
	if first != nil {
		h.Post(first)
	}
	s[page] = h
	time.AfterFunc(unused, func() {
		if s[page] == h {
			delete(s, page)
			h.End()
		}
	})
}
