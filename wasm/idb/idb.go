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
	"lily/core/tree"
	"lily/wasm/bridge"
)

// Store is the browser's [store.Store]. static/store.js does the work beyond the border.
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
	var err error
	if s.db, err = bridge.Call(lib, "open", name, version, patience.Milliseconds(), s.lost); err != nil {
		s.lost.Release()
		return nil, fault(err)
	}
	return s, nil
}

// Made is when the database was made, in milliseconds since 1970: later than a person expects where the browser has
// thrown it away once.
func (s *Store) Made() (int64, error) {
	v, err := bridge.Call(s.db, "made")
	if err != nil || v.Type() != js.TypeNumber {
		return 0, fault(err)
	}
	return int64(v.Float()), nil
}

// ask calls a method in JavaScript that gives a list of byte strings or nothing, and ends it with ctx.
func (s *Store) ask(ctx context.Context, method string, args ...any) ([][]byte, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	signal, stop := bridge.Signal(ctx)
	defer stop()
	list, err := bridge.Call(s.db, method, append(args, signal)...)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || !list.Truthy():
		return nil, fault(err)
	}
	return listGo(list), nil
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
	switch name := bridge.Text(t.Get("name")); {
	case name == "QuotaExceededError":
		return store.ErrFull
	case t.Get("newer").Truthy():
		return fmt.Errorf("%w; %s", store.ErrNewer, t)
	case name == "Gone":
		return fmt.Errorf("%w: %s", store.ErrGone, t)
	}
	return err
}

// Commit implements [store.Store], as do the methods below.
func (s *Store) Commit(ctx context.Context, c store.Change) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if ctx.Err() != nil {
		return ctx.Err() // before the work of handing it over
	}
	_, err := s.ask(ctx, "commit", change(c))
	return err
}

func (s *Store) Blobs(ctx context.Context, digests []tree.Digest) ([][]byte, error) {
	names := make([][]byte, len(digests))
	for i := range digests {
		names[i] = digests[i][:]
	}
	return s.ask(ctx, "blobs", listJS(names))
}

func (s *Store) Refs(ctx context.Context, prefix string) ([]store.Ref, error) {
	pairs, err := s.ask(ctx, "refs", bridge.ToJS([]byte(prefix)), orNull(after(prefix)))
	if err != nil {
		return nil, err
	}
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

func (s *Store) Log(ctx context.Context, name string, after int) ([][]byte, error) {
	return s.ask(ctx, "log", bridge.ToJS([]byte(name)), max(0, after))
}

func (s *Store) Logs(ctx context.Context) ([]string, error) {
	list, err := s.ask(ctx, "names")
	if err != nil {
		return nil, err
	}
	names := make([]string, len(list))
	for i, name := range list {
		names[i] = string(name)
	}
	return names, nil
}

func (s *Store) Collect(ctx context.Context, while []store.Ref, keep func(tree.Digest) bool) (removed int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.ask(ctx, "digests")
	if err != nil {
		return 0, err
	}
	var rest [][]byte
	for _, data := range list {
		if d := (tree.Digest{}); copy(d[:], data) != len(d) || !keep(d) {
			rest = append(rest, data)
		}
	}
	refs := make([]any, len(while))
	for i, r := range while {
		refs[i] = map[string]any{"name": bridge.ToJS([]byte(r.Name)), "was": orNull(r.Value)}
	}
	if _, err := s.ask(ctx, "remove", listJS(rest), refs); err != nil {
		return 0, err
	}
	return len(rest), nil
}

// KeepFolder keeps the handle of a folder with a state. A nil store keeps nothing.
func (s *Store) KeepFolder(handle js.Value, state []byte) error {
	if s == nil {
		return errors.New("nothing is kept here")
	}
	_, err := bridge.Call(s.db, "keepFolder", map[string]any{"handle": handle, "state": orNull(state)})
	return err
}

// Folder is the one that is kept: its handle, undefined for none, what the page has said of
// it, and whether the browser lets it be read unasked.
func (s *Store) Folder() (handle js.Value, state []byte, granted bool) {
	if s == nil {
		return handle, nil, false
	}
	kept, err := bridge.Call(s.db, "folder")
	if err != nil || !kept.Truthy() {
		return handle, nil, false
	}
	return kept.Get("handle"), bridge.ToGo(kept.Get("state")), kept.Get("granted").Bool()
}

// ForgetFolder keeps no folder any more. A store that is lost has forgotten it, too.
func (s *Store) ForgetFolder() {
	if s != nil {
		_, _ = bridge.Call(s.db, "keepFolder", nil)
	}
}

// Drafts are those of a tab, and of all that are not alive: objects with id, of, base and text.
func (s *Store) Drafts(tab string, alive []any) (js.Value, error) {
	return bridge.Call(s.db, "drafts", tab, alive)
}

// KeepDraft hands a draft over at once, one with only an id to be dropped; told hears later how it went.
func (s *Store) KeepDraft(draft map[string]any, told func(error)) {
	var promise js.Value
	err := bridge.Try(func() { promise = s.db.Call("keepDraft", draft) })
	go func() {
		if err == nil {
			_, err = bridge.Await(promise)
		}
		told(fault(err))
	}()
}
