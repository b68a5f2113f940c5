package store

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"lily/core/tree"
)

// Memory is a [Store] that lasts as long as the program. The zero Memory is empty.
type Memory struct {
	mu    sync.Mutex
	blobs map[tree.Digest][]byte
	refs  map[string][]byte
	logs  map[string][][]byte
}

// Commit implements [Store].
func (m *Memory) Commit(ctx context.Context, c Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	refs, logs := maps.Clone(m.refs), maps.Clone(m.logs)
	if refs == nil {
		refs, logs = map[string][]byte{}, map[string][][]byte{}
	}
	if err := cmp.Or(setAll(refs, c.Refs), appendAll(logs, c)); err != nil {
		return err
	}
	m.refs, m.logs = refs, logs
	if m.blobs == nil {
		m.blobs = map[tree.Digest][]byte{}
	}
	for _, b := range c.Blobs {
		m.blobs[b.Digest] = own(b.Data)
	}
	return nil
}

func setAll(refs map[string][]byte, sets []Set) error {
	for _, s := range sets {
		switch {
		case !same(refs[s.Name], s.Was):
			return &Conflict{s.Name}
		case s.Now == nil:
			delete(refs, s.Name)
		default:
			refs[s.Name] = own(s.Now)
		}
	}
	return nil
}

// same tells an empty value from none.
func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

func appendAll(logs map[string][][]byte, c Change) error {
	for _, name := range c.Drop {
		delete(logs, name)
	}
	for _, a := range c.Append {
		log := logs[a.Log]
		if len(log) != a.After {
			return &Conflict{a.Log}
		}
		for _, r := range a.Records {
			log = append(log, own(r))
		}
		logs[a.Log] = log
	}
	return nil
}

// Blobs implements [Store].
func (m *Memory) Blobs(ctx context.Context, digests []tree.Digest) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	list := make([][]byte, len(digests))
	for i, d := range digests {
		list[i] = bytes.Clone(m.blobs[d])
	}
	return list, nil
}

// Refs implements [Store].
func (m *Memory) Refs(ctx context.Context, prefix string) ([]Ref, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	list := []Ref{}
	for _, name := range slices.Sorted(maps.Keys(m.refs)) {
		if strings.HasPrefix(name, prefix) {
			list = append(list, Ref{name, bytes.Clone(m.refs[name])})
		}
	}
	return list, nil
}

// Log implements [Store].
func (m *Memory) Log(ctx context.Context, name string, after int) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	log := m.logs[name]
	list := [][]byte{}
	for _, r := range log[min(max(0, after), len(log)):] {
		list = append(list, bytes.Clone(r))
	}
	return list, nil
}

// Logs implements [Store].
func (m *Memory) Logs(ctx context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	list := []string{}
	for name, log := range m.logs {
		if len(log) > 0 {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list, nil
}

// Collect implements [Store].
func (m *Memory) Collect(ctx context.Context, while []Ref, keep func(tree.Digest) bool) (removed int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	for _, r := range while {
		if !same(m.refs[r.Name], r.Value) {
			return 0, &Conflict{r.Name}
		}
	}
	before := len(m.blobs)
	maps.DeleteFunc(m.blobs, func(d tree.Digest, _ []byte) bool { return !keep(d) })
	return before - len(m.blobs), nil
}

// own copies bytes; what is there is never nil.
func own(data []byte) []byte { return append(make([]byte, 0, len(data)), data...) }
