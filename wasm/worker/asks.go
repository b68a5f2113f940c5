//go:build js && wasm

package worker

import (
	"context"
	"errors"
	"fmt"
	"syscall/js"
	"time"

	"lily/core/network"
	"lily/core/program"
	"lily/wasm/bridge"
)

// asked is what a program asks of the network, by its number. One that cannot be asked has only the reason why.
type asked struct {
	n       int
	request network.Request
	refused error
}

// asks is the way of a program's requests, one at a time, as its guard has them. Meanwhile its time stands still.
type asks struct {
	fetch   func(context.Context, network.Request) (network.Answer, error)
	busy    bool
	since   time.Time           // it is
	ended   chan map[string]any // what goes to the program, when one has ended
	stop    context.CancelFunc
	running context.Context
}

func asksOf(ctx context.Context, s program.Spec) *asks {
	a := &asks{fetch: s.Fetch, ended: make(chan map[string]any, 1)}
	if a.fetch == nil {
		a.fetch = func(context.Context, network.Request) (network.Answer, error) {
			return network.Answer{}, errors.New("there is no network here")
		}
	}
	a.running, a.stop = context.WithCancel(ctx)
	return a
}

// begin begins a request.
func (a *asks) begin(one asked) {
	a.busy, a.since = true, time.Now()
	go func() {
		var answer network.Answer
		err := one.refused
		if err == nil {
			answer, err = a.fetch(a.running, one.request)
		}
		a.ended <- answered(one, answer, err)
	}()
}

// close ends what is under way, and waits until it has ended.
func (a *asks) close() {
	if a.stop(); a.busy {
		<-a.ended
		a.busy = false
	}
}

// answered is what a program hears.
func answered(one asked, answer network.Answer, err error) map[string]any {
	if err != nil {
		return map[string]any{"answer": one.n, "failed": err.Error()}
	}
	header := make([]any, len(answer.Header))
	for i, f := range answer.Header {
		header[i] = []any{f.Name, f.Value}
	}
	return map[string]any{"answer": one.n, "url": one.request.URL, "status": answer.Status, "header": header, "body": bridge.ToJS(answer.Body)}
}

// askedOf takes a request apart. Every length is looked at before anything is copied.
func askedOf(v js.Value) (one asked, err error) {
	one.n = v.Get("request").Int()
	list := v.Get("header")
	if list.Length() > network.MaxFields {
		return one, fmt.Errorf("it asked with %d fields of a header, want at most %d", list.Length(), network.MaxFields)
	}
	header := make([]network.Field, list.Length())
	for i := range header {
		pair := list.Index(i)
		header[i] = network.Field{Name: bridge.Cut(pair.Index(0), 256), Value: bridge.Cut(pair.Index(1), network.MaxHeader)}
	}
	body, err := bytesOf(v.Get("body"), network.MaxBody)
	if err != nil {
		return one, fmt.Errorf("it asked what cannot be understood: %w", err)
	}
	one.request, one.refused = network.New(bridge.Cut(v.Get("method"), 32), bridge.Cut(v.Get("url"), network.MaxURL+1), header, body)
	return one, nil
}
