//go:build js && wasm

package worker

import (
	"context"
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

// beforehand is what the next program of a page is given before it asks, so that its frame has it ready
// (static/frame/node.js): the library, which the others need, first, and nothing that has not been asked for once.
func (r Runner) beforehand(page string) (first []map[string]any) {
	if page != r.node {
		return nil
	}
	for _, name := range []string{library, "node-parse.js", "sucrase.js"} {
		if blob, ok := r.parts.have[name]; ok {
			first = append(first, map[string]any{"give": name, "blob": blob})
		}
	}
	return first
}

// Expect makes ready for a program by its name, about which a person is asked: what runs it is there when they say yes.
// Nothing of the program goes there before.
func (r Runner) Expect(name string) {
	page := r.page(name)
	go func() {
		if page == r.node {
			r.parts.give(context.Background(), library) // what does not arrive is told when the program asks for it
		}
		r.spares.make(page, r.beforehand(page))
	}()
}

// make makes the frame of the next program, and gives it what is for it beforehand.
func (s spares) make(page string, first []map[string]any) {
	if s == nil || s[page] != nil {
		return
	}
	h := frame.Start(page)
	for _, part := range first {
		h.Post(part)
	}
	s[page] = h
	time.AfterFunc(unused, func() {
		if s[page] == h {
			delete(s, page)
			h.End()
		}
	})
}
