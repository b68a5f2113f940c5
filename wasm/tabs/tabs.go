//go:build js && wasm

// Package tabs is what the tabs of one origin share: locks, each held by one tab or by
// several, and a channel on which they tell each other something. A lock ends with its
// tab, however that ends. What is told is a hint: a tab may miss it.
//
//	lock, err := tabs.Hold(ctx, "lily-session-7", tabs.IfFree)
package tabs

import (
	"context"
	"errors"
	"sync"
	"syscall/js"

	"lily/wasm/bridge"
	"lily/wasm/browser"
)

// Claim is how a lock is asked for.
type Claim int

const (
	Share  Claim = iota // with others that share it; waits
	Whole               // alone; waits
	IfFree              // alone, if nobody has it now
	Steal               // alone, taken away from whoever has it (VF-5)
)

// Why there is no lock.
var (
	ErrHeld    = errors.New("another tab holds it")
	ErrNoLocks = errors.New("this browser has no locks between tabs")
)

// Lock is one that this tab has.
type Lock struct {
	lost    <-chan struct{}
	release func()
}

// Release gives the lock back; once is enough. The zero lock has nothing to give.
func (l Lock) Release() {
	if l.release != nil {
		l.release()
	}
}

// Lost is closed when another tab has stolen the lock; nil for the zero lock.
func (l Lock) Lost() <-chan struct{} { return l.lost }

// Hold takes a lock. An error is [ErrHeld], [ErrNoLocks] or the context's, which ends waiting only.
// The browser releases the locks of a tab that is closed or has crashed.
// https://developer.mozilla.org/docs/Web/API/LockManager/request
func Hold(ctx context.Context, name string, c Claim) (Lock, error) {
	locks := browser.Navigator("locks")
	if !locks.Truthy() {
		return Lock{}, ErrNoLocks
	}
	if ctx.Err() != nil {
		return Lock{}, ctx.Err()
	}
	signal, stop := bridge.Signal(ctx)
	defer stop()
	l, err := request(locks, name, map[Claim]map[string]any{
		Share: {"mode": "shared", "signal": signal}, Whole: {"signal": signal}, IfFree: {"ifAvailable": true}, Steal: {"steal": true},
	}[c])
	if err != nil && ctx.Err() != nil {
		return Lock{}, ctx.Err()
	}
	return l, err
}

// request waits for a lock, or for why there is none. The browser's promise of the lock
// settles when it is given back, or stolen.
func request(locks js.Value, name string, options map[string]any) (Lock, error) {
	got, failed, lost := make(chan Lock, 1), make(chan error, 1), make(chan struct{})
	mine := false
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any { // the executor of the lock's promise
		done := args[0]
		mine = true
		got <- Lock{release: sync.OnceFunc(func() { done.Invoke() }), lost: lost}
		return nil
	})
	call := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !bridge.First(args).Truthy() {
			failed <- ErrHeld
			return nil
		}
		return js.Global().Get("Promise").New(kept)
	})
	go func() {
		defer call.Release()
		defer kept.Release()
		_, err := bridge.Call(locks, "request", name, options, call)
		switch {
		case err != nil && mine:
			close(lost)
		case err != nil:
			failed <- err
		}
	}()
	select {
	case l := <-got:
		return l, nil
	case err := <-failed:
		return Lock{}, err
	}
}

// Names are the locks that any tab of this origin holds alone, or shares; one that is shared
// by several is there several times. There are none where the browser does not say.
// https://developer.mozilla.org/docs/Web/API/LockManager/query
func Names(c Claim) (names []string) {
	locks := browser.Navigator("locks")
	if !locks.Truthy() {
		return nil
	}
	v, err := bridge.Call(locks, "query")
	if err != nil {
		return nil
	}
	list := v.Get("held")
	for i := range list.Length() {
		if shared := list.Index(i).Get("mode").String() == "shared"; shared == (c == Share) {
			names = append(names, list.Index(i).Get("name").String())
		}
	}
	return names
}

// Channel tells the other tabs of this origin something, and hears what they tell.
type Channel struct{ port js.Value } // undefined where the browser has none

// Join joins the channel of a name. What another tab announces is given to heard, in
// order, which must not wait for anything: it runs in an event's handler. What is told
// is a hint only: a browser without channels tells nothing, and a tab can miss it.
// https://developer.mozilla.org/docs/Web/API/BroadcastChannel
func Join(name string, heard func(message string)) *Channel {
	c := &Channel{}
	constructor := js.Global().Get("BroadcastChannel")
	if !constructor.Truthy() || bridge.Try(func() { c.port = constructor.New(name) }) != nil {
		return c // an origin that is nobody's has none
	}
	bridge.On(c.port, "message", func(event js.Value) {
		if data := event.Get("data"); data.Type() == js.TypeString {
			heard(data.String())
		}
	})
	return c
}

// Announce tells the other tabs, not this one.
func (c *Channel) Announce(message string) {
	if c.port.Truthy() {
		c.port.Call("postMessage", message)
	}
}
