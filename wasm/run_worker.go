//go:build js && wasm

package main

import "syscall/js"

// worker is a Worker and what it told. Its messages wait in a list of their own,
// because a handler of events must not wait for anybody.
// https://developer.mozilla.org/docs/Web/API/Worker
type worker struct {
	js.Value
	told  chan js.Value
	queue []js.Value
	more  chan struct{}
	gone  chan struct{}
	funcs []js.Func
}

func startWorker(script string) (*worker, error) {
	w := &worker{told: make(chan js.Value), more: make(chan struct{}, 1), gone: make(chan struct{})}
	if err := try(func() { w.Value = js.Global().Get("Worker").New(script) }); err != nil {
		return nil, err
	}
	w.on("message", func(event js.Value) js.Value { return event.Get("data") })
	// What the Worker did not catch, such as the end of its memory, or a script that did not arrive.
	// https://developer.mozilla.org/docs/Web/API/Worker/error_event
	w.on("error", func(event js.Value) js.Value {
		event.Call("preventDefault") // it is told here, and no error of the page
		message := "The Worker ended before the program did."
		if m := event.Get("message"); m.Type() == js.TypeString && m.String() != "" {
			message = m.String()
		}
		return js.ValueOf(map[string]any{"failed": message})
	})
	go w.deliver()
	return w, nil
}

func (w *worker) on(event string, message func(event js.Value) js.Value) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		w.queue = append(w.queue, message(args[0]))
		select {
		case w.more <- struct{}{}:
		default: // it is known already
		}
		return nil
	})
	w.funcs = append(w.funcs, f)
	w.Call("addEventListener", event, f)
}

// deliver hands the messages on, one after the other, until the worker is gone.
func (w *worker) deliver() {
	for {
		select {
		case <-w.more:
		case <-w.gone:
			return
		}
		for ; len(w.queue) > 0; w.queue = w.queue[1:] {
			select {
			case w.told <- w.queue[0]:
			case <-w.gone:
				return
			}
		}
	}
}

func (w *worker) post(message any) { w.Call("postMessage", message) }

// end ends whatever the Worker does, at once.
// https://developer.mozilla.org/docs/Web/API/Worker/terminate
func (w *worker) end() {
	w.Call("terminate")
	close(w.gone)
	for _, f := range w.funcs {
		f.Release()
	}
}
