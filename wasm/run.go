//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall/js"
	"time"

	"lily/core/program"
	"lily/wasm/which"
)

// runner runs programs in the page (TS-7). Each run has a Worker of its own, which
// is gone when the run is over: ending it is the only way to stop a loop, and nothing
// of one run is there in the next. See static/wire.js for what the two tell each other.
type runner struct {
	shell   string   // the Worker's script
	scripts []string // what it loads: wire.js and just-bash.js
	wait    time.Duration
}

var _ program.Runner = runner{}

// newRunner takes the addresses from the page, which knows their hashes.
func newRunner() runner {
	data := js.Global().Get("document").Call("getElementById", "boot").Get("dataset")
	return runner{
		shell:   data.Get("run").String(),
		scripts: []string{data.Get("wire").String(), data.Get("bash").String()},
		wait:    time.Minute,
	}
}

// Can is what just-bash has.
func (r runner) Can() []string { return slices.Clone(shellPrograms) }

// Run runs a program to its end, to the end of its time, or to the end of ctx.
func (r runner) Run(ctx context.Context, s program.Spec, out func(program.Stream, []byte)) (program.Exit, error) {
	words, exit := which.Find(s, r.Can())
	if words == nil || ctx.Err() != nil {
		return exit, ctx.Err()
	}
	start := time.Now()
	exit, err := r.run(ctx, s, words, out)
	exit.Millis = time.Since(start).Milliseconds()
	return exit, err
}

func (r runner) run(ctx context.Context, s program.Spec, words []string, out func(program.Stream, []byte)) (program.Exit, error) {
	h, err := startWorker(r.shell)
	if err != nil {
		return unfinished(s, "The browser could not start a Worker for it."), err
	}
	defer h.end()
	h.post(job(s, words, shellPrograms, r.scripts))
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
		case m := <-h.told:
			if m.Get("started").Truthy() {
				started = true
				late.Reset(time.Duration(s.Timeout) * time.Second)
			}
			if done, exit, err := h.hear(m, s, out); done {
				return exit, err
			}
		}
	}
}

func unfinished(s program.Spec, reason string) program.Exit {
	return program.Exit{Code: -1, Files: s.Files, Reason: reason}
}

// hear takes one message: a piece of output, which it acknowledges, or the end.
func (h *worker) hear(m js.Value, s program.Spec, out func(program.Stream, []byte)) (done bool, exit program.Exit, err error) {
	switch {
	case m.Get("out").Truthy():
		data := bytesOf(m.Get("bytes"))
		out(program.Stream(m.Get("out").Int()), data)
		h.post(map[string]any{"ack": len(data)})
		return false, exit, nil
	case m.Get("failed").Truthy():
		return true, unfinished(s, "What runs programs failed."), errors.New(m.Get("failed").String())
	case m.Get("code").Type() == js.TypeNumber:
		files, err := left(s.Files, m)
		if err != nil {
			return true, unfinished(s, "It left a file that cannot be kept."), err
		}
		return true, program.Exit{Code: m.Get("code").Int(), Files: files}, nil
	}
	return false, exit, nil
}
