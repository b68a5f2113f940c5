package store

import (
	"context"

	"lily/core/tree"
)

// Absent is a store that cannot be had: every method says why.
type Absent struct{ Err error }

var _ Store = Absent{}

// Commit implements [Store], as do the methods below.
func (a Absent) Commit(context.Context, Change) error                   { return a.Err }
func (a Absent) Blobs(context.Context, []tree.Digest) ([][]byte, error) { return nil, a.Err }
func (a Absent) Refs(context.Context, string) ([]Ref, error)            { return nil, a.Err }
func (a Absent) Log(context.Context, string, int) ([][]byte, error)     { return nil, a.Err }
func (a Absent) Logs(context.Context) ([]string, error)                 { return nil, a.Err }
func (a Absent) Collect(context.Context, []Ref, func(tree.Digest) bool) (int, error) {
	return 0, a.Err
}
