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
	"lily/core/tree"
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
func (s *idb) close() { s.db.Call("close") }

// made is when the database was made, in milliseconds since 1970: later than a person
// expects where the browser has thrown it away once.
func (s *idb) made() (int64, error) {
	v, err := settle(func(done, failed js.Func) { s.db.Call("made").Call("then", done, failed) })
	if err != nil || v.Type() != js.TypeNumber {
		return 0, err
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
		return &store.Conflict{Name: string(bytesOf(name))}
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

// Commit implements [store.Store].
func (s *idb) Commit(ctx context.Context, c store.Change) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if ctx.Err() != nil {
		return ctx.Err() // before the work of handing it over
	}
	_, err := s.ask(ctx, "commit", change(c))
	return err
}

// Blobs implements [store.Store].
func (s *idb) Blobs(ctx context.Context, digests []tree.Digest) ([][]byte, error) {
	names := make([][]byte, len(digests))
	for i := range digests {
		names[i] = digests[i][:]
	}
	list, err := s.ask(ctx, "blobs", listJS(names))
	if err != nil {
		return nil, err
	}
	return listGo(list), nil
}

// Refs implements [store.Store].
func (s *idb) Refs(ctx context.Context, prefix string) ([]store.Ref, error) {
	list, err := s.ask(ctx, "refs", bytesJS([]byte(prefix)), bytesJS(after(prefix)))
	if err != nil {
		return nil, err
	}
	pairs := listGo(list)
	refs := make([]store.Ref, len(pairs)/2)
	for i := range refs {
		refs[i] = store.Ref{Name: string(pairs[2*i]), Value: pairs[2*i+1]}
	}
	return refs, nil
}

// after is the first name after all that begin with a prefix; nil is none.
func after(prefix string) []byte {
	for p := []byte(prefix); len(p) > 0; p = p[:len(p)-1] {
		if last := &p[len(p)-1]; *last < 0xff {
			*last++
			return p
		}
	}
	return nil
}

// Log implements [store.Store].
func (s *idb) Log(ctx context.Context, name string, after int) ([][]byte, error) {
	list, err := s.ask(ctx, "log", bytesJS([]byte(name)), max(0, after))
	if err != nil {
		return nil, err
	}
	return listGo(list), nil
}

// Collect implements [store.Store].
func (s *idb) Collect(ctx context.Context, keep func(tree.Digest) bool) (removed int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.ask(ctx, "digests")
	if err != nil {
		return 0, err
	}
	var rest [][]byte
	for _, data := range listGo(list) {
		if d := (tree.Digest{}); copy(d[:], data) != len(d) || !keep(d) {
			rest = append(rest, data)
		}
	}
	if len(rest) == 0 {
		return 0, nil
	}
	if _, err := s.ask(ctx, "remove", listJS(rest)); err != nil {
		return 0, err
	}
	return len(rest), nil
}
