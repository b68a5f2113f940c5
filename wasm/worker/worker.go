//go:build js && wasm

// Package worker runs the programs of skills in the page (TS-7): shell commands in a Worker,
// JavaScript in a Worker inside a frame whose origin is nobody's. It promises that a run that
// is over, late or cancelled leaves nothing running, and that whatever a program tells is
// checked before it is believed. What a program may run, package which says.
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

// Runner runs each program in a Worker of its own (static/wire.js), which is gone when the run is
// over: ending it is the only way to stop a loop, and nothing of one run is there in the next.
type Runner struct {
	shell   string   // the Worker's script
	scripts []string // what it loads: wire.js and just-bash.js
	frame   string   // the page that runs JavaScript
	wait    time.Duration
}

var _ program.Runner = Runner{}

// New takes the addresses from the page, which knows their hashes.
func New() Runner {
	data := js.Global().Get("document").Call("getElementById", "boot").Get("dataset")
	return Runner{
		shell:   data.Get("run").String(),
		scripts: []string{data.Get("wire").String(), data.Get("bash").String()},
		frame:   data.Get("frame").String(),
		wait:    time.Minute,
	}
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
	start, script := startWorker, r.shell
	if words[0] == which.Node {
		start, script = startFrame, r.frame
	}
	h, err := start(script)
	if err != nil {
		return unfinished(s, "The browser could not start a Worker for it."), err
	}
	defer h.end()
	h.post(job(s, words, which.Shell(), r.scripts))
	late := time.NewTimer(r.wait) // for the download; then the program's own time
	defer late.Stop()
	starting, begun := context.WithCancel(ctx)
	defer begun()
	gone, started := missing(starting), false
	for {
		select {
		case <-gone:
			return unfinished(s, ended), errEnded
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
			case err != nil && !started && !served(ctx):
				return unfinished(s, ended), errEnded
			case err != nil:
				return unfinished(s, "What runs programs failed."), err
			case m.ended:
				return program.Exit{Code: m.code, Files: m.files}, nil
			case m.started && !started:
				started, gone = true, nil
				begun()
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

// startWorker runs a script in a Worker of the page.
// https://developer.mozilla.org/docs/Web/API/Worker
func startWorker(script string) (*host, error) {
	h := &host{told: make(chan struct{}, 1)}
	if err := bridge.Try(func() { h.port = js.Global().Get("Worker").New(bridge.Script(script)) }); err != nil {
		return nil, err
	}
	h.stop = func() { h.port.Call("terminate") }
	h.on(h.port, "message", func(event js.Value) { h.hear(event.Get("data")) })
	// What the Worker did not catch, such as the end of its memory, or a script that did not arrive.
	// https://developer.mozilla.org/docs/Web/API/Worker/error_event
	h.on(h.port, "error", func(event js.Value) {
		event.Call("preventDefault") // it is told here, and is no error of the page
		message := "the Worker ended before the program did"
		if m := event.Get("message"); m.Truthy() && m.Type() == js.TypeString {
			message = textOf(m, maxFailed)
		}
		h.hear(js.ValueOf(map[string]any{"failed": message}))
	})
	return h, nil
}

// startFrame runs a page in a frame whose origin is nobody's, and talks to the
// Worker in it by a port. Without the frame there is no Worker.
// https://developer.mozilla.org/docs/Web/HTML/Element/iframe#sandbox
func startFrame(page string) (*host, error) {
	h := &host{told: make(chan struct{}, 1)}
	document := js.Global().Get("document")
	frame, channel := document.Call("createElement", "iframe"), js.Global().Get("MessageChannel").New()
	for name, value := range map[string]string{"sandbox": "allow-scripts", "hidden": "", "title": "A program in JavaScript", "src": page} {
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
	return h, nil
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
