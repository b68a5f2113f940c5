//go:build js && wasm

package idb

import (
	"errors"
	"syscall/js"

	"lily/wasm/bridge"
)

// Folder is a folder of the machine as it is kept: the browser's handle of it, what the
// page has said of it, and whether the browser lets it be read unasked.
type Folder struct {
	Handle  js.Value
	State   []byte
	Granted bool
}

// KeepFolder keeps the handle of a folder with a state. A nil store keeps nothing.
func (s *Store) KeepFolder(handle js.Value, state []byte) error {
	if s == nil {
		return errors.New("nothing is kept here")
	}
	kept := map[string]any{"handle": handle, "state": orNull(state)}
	_, err := bridge.Promise(func() js.Value { return s.db.Call("keepFolder", kept) })
	return err
}

// Folder is the one that is kept, if there is one.
func (s *Store) Folder() (Folder, bool) {
	if s == nil {
		return Folder{}, false
	}
	kept, err := bridge.Promise(func() js.Value { return s.db.Call("folder") })
	if err != nil || !kept.Truthy() {
		return Folder{}, false
	}
	return Folder{kept.Get("handle"), bridge.ToGo(kept.Get("state")), kept.Get("granted").Bool()}, true
}

// ForgetFolder keeps no folder any more. A store that is lost has forgotten it, too.
func (s *Store) ForgetFolder() {
	if s != nil {
		_, _ = bridge.Promise(func() js.Value { return s.db.Call("keepFolder", nil) })
	}
}

// Drafts are those of a tab, and of all tabs that are not alive any more: a list of
// objects with id, of, base and text.
func (s *Store) Drafts(tab string, alive []any) (js.Value, error) {
	return bridge.Promise(func() js.Value { return s.db.Call("drafts", tab, alive) })
}

// KeepDraft hands a draft over at once, and one with nothing but an id to be dropped. It
// returns what waits until that is done.
func (s *Store) KeepDraft(draft map[string]any) (done func() error) {
	var promise js.Value
	if err := bridge.Try(func() { promise = s.db.Call("keepDraft", draft) }); err != nil {
		return func() error { return fault(err) }
	}
	return func() error {
		_, err := bridge.Await(promise)
		return fault(err)
	}
}
