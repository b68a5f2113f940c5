package model

import (
	"context"
	"io"
)

// Heard is what an event added to a reply.
type Heard struct {
	Delta
	Args  []string // of each call, in order
	Err   error    // that ends the reply
	Taken int      // how many bytes of the answer the events had so far; what follows is none yet
}

// Listen takes an answer of a format as [Remote] takes it, and tells after each event what it added to the reply. So
// it hears what comes about in the page, in however many pieces it came.
func Listen(format string, body io.Reader, on func(Heard)) {
	var now Heard
	s := newStream(context.Background(), format, Request{}, func(d Delta) {
		now.Text += d.Text
		now.Thinking += d.Thinking
	})
	var had [maxCalls]int // of the arguments of each call
	s.heard = func(taken int, err error) {
		now.Taken, now.Err = taken, err
		for i, c := range s.calls {
			now.Args = append(now.Args, string(c.args[had[i]:]))
			had[i] = len(c.args)
		}
		on(now)
		now = Heard{Taken: taken}
	}
	err := s.answer(Answer{Body: io.NopCloser(body)})
	s.heard(now.Taken, err) // what no blank line ended, and an answer that is one document
}
