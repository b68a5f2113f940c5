//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall/js"
	"time"

	"lily/core/store"
)

// idb is the browser's [store.Store], over IndexedDB (VF-4). static/store.js does the
// work beyond the border, and says how the database is laid out.
type idb struct {
	db   js.Value
	gone chan struct{} // closed when the store is taken away while it is open
	lost js.Func
	// A blob that a change finds there already must not be removed below it.
	mu sync.RWMutex
}

var _ store.Store = (*idb)(nil)

// openStore opens the database of a name as this Lily lays it out, and makes it or what
// it lacks. An error is [store.ErrGone] with why, and the page goes on in memory.
func openStore(name string) (*idb, error) { return openVersion(name, 0, 10*time.Second) }

// openVersion opens a database in the layout of a version, 0 for the newest.
func openVersion(name string, version int, patience time.Duration) (*idb, error) {
	lib := js.Global().Get("lilyStore")
	if !lib.Truthy() {
		return nil, fmt.Errorf("%w: store.js did not arrive; check that lily is still running in its terminal, then reload", store.ErrGone)
	}
	if version == 0 {
		version = lib.Get("version").Int()
	}
	s := &idb{gone: make(chan struct{})}
	s.lost = js.FuncOf(func(js.Value, []js.Value) any {
		close(s.gone)
		return nil
	})
	db, err := settle(func(done, failed js.Func) {
		lib.Call("open", name, version, patience.Milliseconds(), s.lost).Call("then", done, failed)
	})
	if err != nil {
		s.lost.Release()
		return nil, portError(err)
	}
	s.db = db
	return s, nil
}

// close ends the use of a store; after it every method gives [store.ErrGone].
func (s *idb) close() {
	s.db.Call("close")
	s.lost.Release()
}

// made is when the database was made, in milliseconds since 1970: later than a person
// expects where the browser has thrown it away once.
func (s *idb) made() (int64, error) {
	v, err := settle(func(done, failed js.Func) { s.db.Call("made").Call("then", done, failed) })
	if err != nil || v.Type() != js.TypeNumber {
		return 0, portError(err)
	}
	return int64(v.Float()), nil
}

// ask calls a method of the store in JavaScript, and ends it with the context.
func (s *idb) ask(ctx context.Context, method string, args ...any) (js.Value, error) {
	if ctx.Err() != nil {
		return js.Undefined(), ctx.Err()
	}
	controller := js.Global().Get("AbortController").New()
	defer context.AfterFunc(ctx, func() { controller.Call("abort") })()
	v, err := settle(func(done, failed js.Func) {
		s.db.Call(method, append(args, controller.Get("signal"))...).Call("then", done, failed)
	})
	if err != nil && ctx.Err() != nil {
		return js.Undefined(), ctx.Err()
	}
	return v, portError(err)
}

// portError is the port's error for what JavaScript threw.
// https://developer.mozilla.org/docs/Web/API/QuotaExceededError
func portError(err error) error {
	var t *thrown
	if !errors.As(err, &t) {
		return err
	}
	if name := t.get("conflict"); name.Truthy() {
		return &store.Conflict{Name: string(bytesGo(name))}
	}
	switch name := t.get("name"); {
	case name.Type() != js.TypeString:
	case name.String() == "QuotaExceededError":
		return store.ErrFull
	case name.String() == "Gone":
		return fmt.Errorf("%w: %s", store.ErrGone, t.text)
	}
	return err
}
