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

// Hold takes a lock among the tabs of this origin. An error is [ErrHeld], [ErrNoLocks] or
// the context's; it ends waiting only. The browser releases the locks of a tab that is
// closed or has crashed.
// https://developer.mozilla.org/docs/Web/API/LockManager/request
func Hold(ctx context.Context, name string, c Claim) (Lock, error) {
	locks := browser.Navigator("locks")
	if !locks.Truthy() {
		return Lock{}, ErrNoLocks
	}
	controller := js.Global().Get("AbortController").New()
	defer context.AfterFunc(ctx, func() { controller.Call("abort") })()
	options := map[string]any{"mode": "exclusive"}
	switch c {
	case Share:
		options["mode"], options["signal"] = "shared", controller.Get("signal")
	case Whole:
		options["signal"] = controller.Get("signal")
	case IfFree:
		options["ifAvailable"] = true
	case Steal:
		options["steal"] = true
	}
	if ctx.Err() != nil {
		return Lock{}, ctx.Err()
	}
	got, over := request(locks, name, options)
	select {
	case h := <-got:
		if h.release == nil {
			return Lock{}, ErrHeld
		}
		return h, nil
	case err := <-over:
		if ctx.Err() != nil {
			return Lock{}, ctx.Err()
		}
		return Lock{}, err
	}
}

// request asks for a lock: what was got is told once, without a release where it was
// not to be had; over tells why there was none at all. The promise of the lock settles
// when it is given back, or stolen.
func request(locks js.Value, name string, options map[string]any) (got <-chan Lock, over <-chan error) {
	told, failed, lost := make(chan Lock, 1), make(chan error, 1), make(chan struct{})
	var mine bool
	var call, kept js.Func
	kept = js.FuncOf(func(_ js.Value, args []js.Value) any { // the executor of the lock's promise
		done := args[0]
		told <- Lock{release: sync.OnceFunc(func() { done.Invoke() }), lost: lost}
		return nil
	})
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !bridge.First(args).Truthy() {
			told <- Lock{}
			return nil
		}
		mine = true
		return js.Global().Get("Promise").New(kept)
	})
	go func() {
		defer call.Release()
		defer kept.Release()
		_, err := bridge.Promise(func() js.Value { return locks.Call("request", name, options, call) })
		switch {
		case err != nil && mine:
			close(lost)
		case err != nil:
			failed <- err
		}
	}()
	return told, failed
}

// Names are the locks that any tab of this origin holds alone, or shares; one that
// is shared by several is there several times. There are none where the browser does not
// say.
// https://developer.mozilla.org/docs/Web/API/LockManager/query
func Names(c Claim) (names []string) {
	locks := browser.Navigator("locks")
	if !locks.Truthy() {
		return nil
	}
	v, err := bridge.Promise(func() js.Value { return locks.Call("query") })
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
