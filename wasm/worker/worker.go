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
	"lily/wasm/which"
)

// Runner runs each program in a Worker of its own (static/frame/wire.js), which is gone when the
// run is over: ending it is the only way to stop a loop, and nothing of one run is there in the next.
type Runner struct {
	shell, node string        // the pages that run a program of the shell, and one in JavaScript
	wait, every time.Duration // for the start of a program, and between two questions whether it is still there
	rest        time.Duration // from the end of a program until the next one's frame is made: its answer is shown first
	spares      spares
	parts       *parts
}

var _ program.Runner = Runner{}

// New takes the addresses from the page, which knows their hashes.
func New() Runner {
	data := js.Global().Get("document").Call("getElementById", "boot").Get("dataset")
	return Runner{shell: data.Get("shell").String(), node: data.Get("node").String(), wait: time.Minute, every: time.Second, rest: 25 * time.Millisecond, spares: spares{}, parts: partsOf(data.Get("parts"))}
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

// page is the one that runs a program.
func (r Runner) page(name string) string {
	if name == which.Node {
		return r.node
	}
	return r.shell
}

func (r Runner) run(ctx context.Context, s program.Spec, words []string, out func(program.Stream, []byte)) (program.Exit, error) {
	page := r.page(words[0])
	h := r.spares.take(page)
	defer func() {
		h.End()
		time.AfterFunc(r.rest, func() { r.spares.make(page, r.beforehand(page)) })
	}()
	if err := give(ctx, h, s, words, which.Shell()); err != nil {
		return unfinished(s, "It was cancelled."), err
	}
	late := time.NewTimer(r.wait) // for the download; then the program's own time
	defer late.Stop()
	ask := time.NewTicker(r.every)
	defer ask.Stop()
	starting, begun := context.WithCancel(ctx)
	defer begun()
	gone, started, asked, until := missing(starting), false, 0, time.Time{}
	requests := asksOf(ctx, s)
	defer requests.close()
	for {
		select {
		case answer := <-requests.ended:
			requests.busy = false
			h.Post(answer)
			until = until.Add(time.Since(requests.since)) // neither is what a person reads, nor the network's
			late.Reset(time.Until(until))
		case <-gone:
			return unfinished(s, ended), errEnded
		case <-ask.C:
			if !started {
				continue // what did not arrive is told otherwise
			}
			if asked++; asked > unanswered {
				return unfinished(s, goneReason), errGone
			}
			h.Post(map[string]any{"ask": true})
		case <-ctx.Done():
			return unfinished(s, "It was cancelled."), ctx.Err()
		case <-late.C:
			if requests.busy {
				continue // it goes on when that has ended
			}
			if !started {
				return unfinished(s, "What runs programs did not arrive."), errors.New("the Worker did not start: check that lily is still running in its terminal")
			}
			return unfinished(s, fmt.Sprintf("It did not end within %d s.", s.Timeout)), context.DeadlineExceeded
		case <-h.Told:
			m, err := understood(ctx, h.Next(), s.Files)
			switch {
			case ctx.Err() != nil:
				return unfinished(s, "It was cancelled."), ctx.Err()
			case err != nil && !started && !served(ctx):
				return unfinished(s, ended), errEnded
			case err != nil:
				return unfinished(s, "What runs programs failed."), err
			case m.ended:
				return program.Exit{Code: m.code, Files: m.files}, nil
			case m.gone:
				return unfinished(s, goneReason), errGone
			case m.alive:
				asked = 0
			case m.started && !started:
				started, asked, gone = true, 0, nil
				begun()
				until = time.Now().Add(time.Duration(s.Timeout) * time.Second)
				late.Reset(time.Until(until))
			case m.need != "":
				from := time.Now()
				h.Post(r.parts.give(ctx, m.need))
				until = until.Add(time.Since(from)) // a download is not the program's time
				late.Reset(time.Until(until))
			case m.asked != nil && requests.busy:
				return unfinished(s, "What runs programs failed."), errors.New("it asked for two things at once")
			case m.asked != nil:
				requests.begin(*m.asked)
			case m.stream != 0:
				out(m.stream, m.data)
				h.Post(map[string]any{"ack": max(len(m.data), least)})
			}
		}
	}
}

// unanswered is how many questions a guard that is there may leave open. It has a thread of its own, which answers
// at once; a machine that slept has asked none meanwhile.
const unanswered = 6

const goneReason = "The browser ended it, as it does where a program fills the memory."

var errGone = errors.New("the frame of the program does not answer any more")

func unfinished(s program.Spec, reason string) program.Exit {
	return program.Exit{Code: -1, Files: s.Files, Reason: reason}
}
