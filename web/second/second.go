// Package second is what the second engine of the page knows: who answers a question, and how.
//
// It promises the answer that the same code gives natively, whatever was asked before, and that a question about files
// which were seen already costs what changed of them. It touches no browser: the Worker that it runs in is wasm's.
//
//	answer, err := second.New().Answer(question, tick)
package second

import (
	"errors"
	"fmt"

	"lily/core/tree"
	"lily/web/port"
)

// Engine answers questions, one after the other.
type Engine struct{ tables []table }

// New has answered nothing.
func New() *Engine { return &Engine{} }

// errStopped is that nobody waits for the answer any more.
var errStopped = errors.New("it was stopped")

// Answer answers a question, and asks the tick often whether to go on.
func (e *Engine) Answer(q port.Question, tick tree.Tick) ([]byte, error) {
	answer, ok := map[string]func(port.Question, tree.Tick) ([]byte, error){"agents": e.agents, "eyes": e.eyes, "runs": runs}[q.Of]
	if !ok {
		return nil, fmt.Errorf("nobody here answers questions of %q", q.Of)
	}
	return guarded(func() ([]byte, error) { return answer(q, tick) })
}

// stop unwinds an answer out of code that cannot fail.
type stop struct{}

// check goes on, or ends the answer.
func check(tick tree.Tick, done, total int) {
	if !tick.GoOn(done, total) {
		panic(stop{})
	}
}

func guarded(answer func() ([]byte, error)) (data []byte, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			err = errStopped
		default:
			panic(r)
		}
	}()
	return answer()
}
