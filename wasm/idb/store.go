//go:build js && wasm

package idb

import (
	"context"

	"lily/core/store"
	"lily/core/tree"
	"lily/wasm/bridge"
)

// Commit implements [store.Store].
func (s *Store) Commit(ctx context.Context, c store.Change) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if ctx.Err() != nil {
		return ctx.Err() // before the work of handing it over
	}
	_, err := s.ask(ctx, "commit", change(c))
	return err
}

// Blobs implements [store.Store].
func (s *Store) Blobs(ctx context.Context, digests []tree.Digest) ([][]byte, error) {
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
func (s *Store) Refs(ctx context.Context, prefix string) ([]store.Ref, error) {
	list, err := s.ask(ctx, "refs", bridge.ToJS([]byte(prefix)), orNull(after(prefix)))
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
func (s *Store) Log(ctx context.Context, name string, after int) ([][]byte, error) {
	list, err := s.ask(ctx, "log", bridge.ToJS([]byte(name)), max(0, after))
	if err != nil {
		return nil, err
	}
	return listGo(list), nil
}

// Logs implements [store.Store].
func (s *Store) Logs(ctx context.Context) ([]string, error) {
	list, err := s.ask(ctx, "names")
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, name := range listGo(list) {
		names = append(names, string(name))
	}
	return names, nil
}

// Collect implements [store.Store].
func (s *Store) Collect(ctx context.Context, while []store.Ref, keep func(tree.Digest) bool) (removed int, err error) {
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
	refs := make([]any, len(while))
	for i, r := range while {
		refs[i] = map[string]any{"name": bridge.ToJS(there([]byte(r.Name))), "was": orNull(r.Value)}
	}
	if _, err := s.ask(ctx, "remove", listJS(rest), refs); err != nil {
		return 0, err
	}
	return len(rest), nil
}
