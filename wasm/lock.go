//go:build js && wasm

package main

import (
	"context"
	"errors"
	"sync"
	"syscall/js"
)

// claim is how a lock is asked for.
type claim int

const (
	share  claim = iota // with others that share it; waits
	whole               // alone; waits
	ifFree              // alone, if nobody has it now
	steal               // alone, taken away from whoever has it (VF-5)
)

// Why there is no lock.
var (
	errHeld    = errors.New("another tab holds it")
	errNoLocks = errors.New("this browser has no locks between tabs")
)

// held is a lock that this page has.
type held struct {
	release func()          // gives it back; once is enough
	lost    <-chan struct{} // closed when another tab has stolen it
	leaving bool            // it is about to be given to another tab
}

// hold takes a lock among the tabs of this origin. An error is errHeld, errNoLocks or
// the context's; it ends waiting only. The browser releases the locks of a tab that is
// closed or has crashed.
// https://developer.mozilla.org/docs/Web/API/LockManager/request
func hold(ctx context.Context, name string, c claim) (held, error) {
	locks := navigator("locks")
	if !locks.Truthy() {
		return held{}, errNoLocks
	}
	controller := js.Global().Get("AbortController").New()
	defer context.AfterFunc(ctx, func() { controller.Call("abort") })()
	options := map[string]any{"mode": "exclusive"}
	switch c {
	case share:
		options["mode"], options["signal"] = "shared", controller.Get("signal")
	case whole:
		options["signal"] = controller.Get("signal")
	case ifFree:
		options["ifAvailable"] = true
	case steal:
		options["steal"] = true
	}
	if ctx.Err() != nil {
		return held{}, ctx.Err()
	}
	got, over := request(locks, name, options)
	select {
	case h := <-got:
		if h.release == nil {
			return held{}, errHeld
		}
		return h, nil
	case err := <-over:
		if ctx.Err() != nil {
			return held{}, ctx.Err()
		}
		return held{}, err
	}
}

// request asks for a lock: what was got is told once, without a release where it was
// not to be had; over tells why there was none at all. The promise of the lock settles
// when it is given back, or stolen.
func request(locks js.Value, name string, options map[string]any) (got <-chan held, over <-chan error) {
	told, failed, lost := make(chan held, 1), make(chan error, 1), make(chan struct{})
	var mine bool
	var call, kept js.Func
	kept = js.FuncOf(func(_ js.Value, args []js.Value) any { // the executor of the lock's promise
		done := args[0]
		told <- held{release: sync.OnceFunc(func() { done.Invoke() }), lost: lost}
		return nil
	})
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !first(args).Truthy() {
			told <- held{}
			return nil
		}
		mine = true
		return js.Global().Get("Promise").New(kept)
	})
	go func() {
		defer call.Release()
		defer kept.Release()
		_, err := settle(func(done, no js.Func) { locks.Call("request", name, options, call).Call("then", done, no) })
		switch {
		case err != nil && mine:
			close(lost)
		case err != nil:
			failed <- err
		}
	}()
	return told, failed
}

// lockNames are the locks that any tab of this origin holds alone, or shares; one that
// is shared by several is there several times. There are none where the browser does not
// say.
// https://developer.mozilla.org/docs/Web/API/LockManager/query
func lockNames(c claim) (names []string) {
	locks := navigator("locks")
	if !locks.Truthy() {
		return nil
	}
	v, err := settle(func(done, failed js.Func) { locks.Call("query").Call("then", done, failed) })
	if err != nil {
		return nil
	}
	list := v.Get("held")
	for i := range list.Length() {
		if shared := list.Index(i).Get("mode").String() == "shared"; shared == (c == share) {
			names = append(names, list.Index(i).Get("name").String())
		}
	}
	return names
}
