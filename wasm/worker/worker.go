//go:build js && wasm

// Package worker runs the programs of skills in the page (TS-7), each in a Worker inside a
// frame whose origin is nobody's. It promises that a run that is over, late or cancelled leaves
// nothing running, and that whatever a program tells is checked before it is believed. What a
// program may run, package which says.
//
//	exit, err := worker.New().Run(ctx, spec, out)
package worker

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"lily/core/program"
	"lily/wasm/bridge"
	"lily/wasm/which"
)

// Runner runs each program in a Worker of its own (static/frame/wire.js), which is gone when the
// run is over: ending it is the only way to stop a loop, and nothing of one run is there in the next.
type Runner struct {
	shell, node string // the pages that run a program of the shell, and one in JavaScript
	wait        time.Duration
}

var _ program.Runner = Runner{}

// New takes the addresses from the page, which knows their hashes.
func New() Runner {
	data := js.Global().Get("document").Call("getElementById", "boot").Get("dataset")
	return Runner{shell: data.Get("shell").String(), node: data.Get("node").String(), wait: time.Minute}
}

// Can is what just-bash has, and node.
func (Runner) Can() []string { return which.Programs() }

// Run runs a program to its end, to the end of its time, or to the end of ctx.
func (r Runner) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	words, exit := which.Find(s, r.Can())
	if words == nil || ctx.Err() != nil {
		return exit, ctx.Err()
	}
	start := time.Now()
	exit, err := r.run(ctx, s, words, out)
	exit.Millis = time.Since(start).Milliseconds()
	return exit, err
}

func (r Runner) run(ctx context.Context, s program.Spec, words []string, out func(program.Stream, []byte)) (program.Exit, error) {
	page := r.shell
	if words[0] == which.Node {
		page = r.node
	}
	h := start(page)
	defer h.end()
	h.post(job(s, words, which.Shell()))
	late := time.NewTimer(r.wait) // for the download; then the program's own time
	defer late.Stop()
	started := false
	for {
		select {
		case <-ctx.Done():
			return unfinished(s, "It was cancelled."), ctx.Err()
		case <-late.C:
			if !started {
				return unfinished(s, "What runs programs did not arrive."), errors.New("the Worker did not start: check that lily is still running in its terminal")
			}
			return unfinished(s, fmt.Sprintf("It did not end within %d s.", s.Timeout)), context.DeadlineExceeded
		case <-h.told:
			m, err := understood(h.next(), s.Files)
			switch {
			case err != nil:
				return unfinished(s, "What runs programs failed."), err
			case m.ended:
				return program.Exit{Code: m.code, Files: m.files}, nil
			case m.started && !started:
				started = true
				late.Reset(time.Duration(s.Timeout) * time.Second)
			case m.stream != 0:
				out(m.stream, m.data)
				h.post(map[string]any{"ack": max(len(m.data), least)})
			}
		}
	}
}

func unfinished(s program.Spec, reason string) program.Exit {
	return program.Exit{Code: -1, Files: s.Files, Reason: reason}
}

// host is where one program runs, and what it told. Its messages wait in a list,
// because a handler of events must not wait for anybody.
type host struct {
	told  chan struct{} // has one while the list has a message
	queue []js.Value
	port  js.Value // takes what is for the program
	stop  func()   // ends it, whatever it does
	off   []func()
}

// start opens a page in a frame whose origin is nobody's, and talks to the Worker in it
// by a port. Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func start(page string) *host {
	h := &host{told: make(chan struct{}, 1)}
	document := js.Global().Get("document")
	frame, channel := document.Call("createElement", "iframe"), js.Global().Get("MessageChannel").New()
	for name, value := range map[string]string{"sandbox": "allow-scripts", "hidden": "", "title": "A program", "src": page} {
		frame.Call("setAttribute", name, value)
	}
	h.port = channel.Get("port1")
	h.stop = func() {
		frame.Call("remove")
		h.port.Call("close")
	}
	h.on(h.port, "message", func(event js.Value) { h.hear(event.Get("data")) })
	h.port.Call("start")
	h.on(frame, "load", func(js.Value) {
		frame.Get("contentWindow").Call("postMessage", "start", "*", []any{channel.Get("port2")})
	})
	h.on(js.Global(), "message", func(event js.Value) {
		if event.Get("source").Equal(frame.Get("contentWindow")) {
			h.hear(event.Get("data"))
		}
	})
	document.Get("body").Call("append", frame)
	return h
}

func (h *host) on(target js.Value, event string, handle func(event js.Value)) {
	h.off = append(h.off, bridge.On(target, event, handle))
}

func (h *host) hear(message js.Value) {
	h.queue = append(h.queue, message)
	h.tell()
}

func (h *host) tell() {
	select {
	case h.told <- struct{}{}:
	default: // it is known already
	}
}

func (h *host) next() js.Value {
	message := h.queue[0]
	if h.queue = h.queue[1:]; len(h.queue) > 0 {
		h.tell()
	}
	return message
}

func (h *host) post(message any) { h.port.Call("postMessage", message) }

// end ends the program at once, and forgets what it told.
// https://developer.mozilla.org/docs/Web/API/Worker/terminate
func (h *host) end() {
	h.stop()
	for _, off := range h.off {
		off()
	}
}
