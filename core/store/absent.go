package store

import (
	"context"

	"lily/core/tree"
)

// Absent is a store that cannot be had: every method says why.
type Absent struct{ Err error }

var _ Store = Absent{}

// Commit implements [Store].
func (a Absent) Commit(context.Context, Change) error { return a.Err }

// Blobs implements [Store].
func (a Absent) Blobs(context.Context, []tree.Digest) ([][]byte, error) { return nil, a.Err }

// Refs implements [Store].
func (a Absent) Refs(context.Context, string) ([]Ref, error) { return nil, a.Err }

// Log implements [Store].
func (a Absent) Log(context.Context, string, int) ([][]byte, error) { return nil, a.Err }

// Logs implements [Store].
func (a Absent) Logs(context.Context) ([]string, error) { return nil, a.Err }

// Collect implements [Store].
func (a Absent) Collect(context.Context, []Ref, func(tree.Digest) bool) (int, error) {
	return 0, a.Err
}
