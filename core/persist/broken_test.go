package persist_test

import (
	"bytes"
	"context"
	"testing"

	"lily/core/store"
	"lily/core/tree"
)

type ctx = context.Context

// broken is a store whose reads give what a test left of it.
type broken struct {
	*store.Memory
	refs  map[string][]byte // instead of what is there
	blobs map[tree.Digest][]byte
	lost  string // folders that name this entry are gone
}

func newBroken(t *testing.T, m *store.Memory) *broken {
	t.Helper()
	b := &broken{Memory: m, refs: map[string][]byte{}, blobs: map[tree.Digest][]byte{}}
	list, err := m.Refs(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		b.refs[r.Name] = r.Value
	}
	return b
}

func (b *broken) lose(entry string) { b.lost = entry }

func (b *broken) Refs(context.Context, string) ([]store.Ref, error) {
	var list []store.Ref
	for name, value := range b.refs {
		list = append(list, store.Ref{Name: name, Value: value})
	}
	return list, nil
}

func (b *broken) Blobs(ctx ctx, digests []tree.Digest) ([][]byte, error) {
	got, err := b.Memory.Blobs(ctx, digests)
	for i, d := range digests {
		if data, ok := b.blobs[d]; ok {
			got[i] = data
		}
		if b.lost != "" && bytes.HasPrefix(got[i], []byte("folder\n")) && bytes.Contains(got[i], []byte(b.lost)) {
			got[i] = nil
		}
	}
	return got, err
}
