//go:build js && wasm

// Package idb is the store in the browser: [store.Store] over IndexedDB (VF-4), and beside
// it the drafts of each tab and the folder of the machine that the page follows. Whatever
// goes wrong is an error of the port, [store.ErrGone] with the reason where the database
// is not to be had. What is kept, and how it is laid out, static/store.js says.
//
//	s, err := idb.Open("lily")
package idb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"syscall/js"
	"time"

	"lily/core/store"
	"lily/wasm/bridge"
)

// Store is the browser's [store.Store], over IndexedDB (VF-4). static/store.js does the
// work beyond the border, and says how the database is laid out.
type Store struct {
	db   js.Value
	gone chan struct{} // closed when the store is taken away while it is open
	lost js.Func
	// A blob that a change finds there already must not be removed below it.
	mu sync.RWMutex
}

var _ store.Store = (*Store)(nil)

// Open opens the database of a name as this Lily lays it out, and makes it or what
// it lacks. An error is [store.ErrGone] with why, and the page goes on in memory.
func Open(name string) (*Store, error) { return openVersion(name, 0, 10*time.Second) }

// openVersion opens a database in the layout of a version, 0 for the newest.
func openVersion(name string, version int, patience time.Duration) (*Store, error) {
	lib := js.Global().Get("lilyStore")
	if !lib.Truthy() {
		return nil, fmt.Errorf("%w: store.js did not arrive; check that lily is still running in its terminal, then reload", store.ErrGone)
	}
	if version == 0 {
		version = lib.Get("version").Int()
	}
	s := &Store{gone: make(chan struct{})}
	s.lost = js.FuncOf(func(js.Value, []js.Value) any {
		close(s.gone)
		return nil
	})
	db, err := bridge.Promise(func() js.Value {
		return lib.Call("open", name, version, patience.Milliseconds(), s.lost)
	})
	if err != nil {
		s.lost.Release()
		return nil, fault(err)
	}
	s.db = db
	return s, nil
}

// Close lets go of a store; after it every method gives [store.ErrGone].
func (s *Store) Close() {
	s.db.Call("close")
	s.lost.Release()
}

// made is when the database was made, in milliseconds since 1970: later than a person
// expects where the browser has thrown it away once.
func (s *Store) made() (int64, error) {
	v, err := bridge.Promise(func() js.Value { return s.db.Call("made") })
	if err != nil || v.Type() != js.TypeNumber {
		return 0, fault(err)
	}
	return int64(v.Float()), nil
}

// ask calls a method of the store in JavaScript, and ends it with the context.
func (s *Store) ask(ctx context.Context, method string, args ...any) (js.Value, error) {
	if ctx.Err() != nil {
		return js.Undefined(), ctx.Err()
	}
	controller := js.Global().Get("AbortController").New()
	defer context.AfterFunc(ctx, func() { controller.Call("abort") })()
	v, err := bridge.Promise(func() js.Value {
		return s.db.Call(method, append(args, controller.Get("signal"))...)
	})
	if err != nil && ctx.Err() != nil {
		return js.Undefined(), ctx.Err()
	}
	return v, fault(err)
}

// fault is the port's error for what JavaScript threw.
// https://developer.mozilla.org/docs/Web/API/QuotaExceededError
func fault(err error) error {
	var t *bridge.Thrown
	if !errors.As(err, &t) {
		return err
	}
	if name := t.Get("conflict"); name.Truthy() {
		return &store.Conflict{Name: string(bridge.ToGo(name))}
	}
	switch name := t.Get("name"); {
	case name.Type() != js.TypeString:
	case name.String() == "QuotaExceededError":
		return store.ErrFull
	case name.String() == "Gone":
		return fmt.Errorf("%w: %s", store.ErrGone, t)
	}
	return err
}
