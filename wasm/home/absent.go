//go:build js && wasm

package home

import (
	"context"

	"lily/core/store"
	"lily/core/tree"
)

// absent is a store that could not be opened, and why.
type absent struct{ err error }

var _ store.Store = absent{}

// Commit implements [store.Store], as do the methods below: each gives the error.
func (a absent) Commit(context.Context, store.Change) error             { return a.err }
func (a absent) Blobs(context.Context, []tree.Digest) ([][]byte, error) { return nil, a.err }
func (a absent) Refs(context.Context, string) ([]store.Ref, error)      { return nil, a.err }
func (a absent) Log(context.Context, string, int) ([][]byte, error)     { return nil, a.err }
func (a absent) Logs(context.Context) ([]string, error)                 { return nil, a.err }
func (a absent) Collect(context.Context, []store.Ref, func(tree.Digest) bool) (int, error) {
	return 0, a.err
}
