// Package store is the port to whatever keeps Lily's things between starts: blobs
// by their digest, refs by name, and logs in append order (VF-4, VF-5).
//
// It promises nothing itself: a [Store] does, and the suite in storetest holds
// every one of them to it. [Memory] is the one that keeps nothing beyond the
// program, for a private window and for tests.
package store

import (
	"context"
	"errors"
	"fmt"

	"lily/core/tree"
)

// Store keeps blobs, refs and logs. A change is done whole or not at all, whatever happens
// meanwhile; what a method returned without an error is so until a later change. Its methods may be
// called from several goroutines, and several programs may have the same store open: a change that
// builds on what another one has changed is refused. Bytes that were given or returned are the
// caller's own: a change of them changes nothing that is kept. Names are any bytes.
//
// A context that is done makes a method return its error, and of a change nothing is kept then;
// without an error the change was done.
type Store interface {
	// Commit does a change. An error is a [*Conflict], [ErrFull], [ErrGone], the
	// context's or one of the machine's; then nothing of the change is kept.
	Commit(ctx context.Context, c Change) error
	// Blobs returns the bytes of blobs, with one place for each digest: nil where
	// there is none. It does not compare them with their digests.
	Blobs(ctx context.Context, digests []tree.Digest) ([][]byte, error)
	// Refs returns the refs whose names begin with a prefix, sorted by the bytes of
	// the name. A value that is lost is nil, and set anew as one that is not there.
	Refs(ctx context.Context, prefix string) ([]Ref, error)
	// Log returns the records of a log after the first ones, of which there are after; a log that is
	// not there is empty. A record that is lost is nil in its place.
	Log(ctx context.Context, name string, after int) ([][]byte, error)
	// Logs returns the names of the logs that have a record, lost ones counted, sorted by their bytes.
	Logs(ctx context.Context) ([]string, error)
	// Collect removes every blob but those that keep reports, which must not use the
	// store. It looks in the same change whether refs still have the values of while;
	// where one has another, it removes nothing, with a [*Conflict]. A blob that someone
	// keeps meanwhile without setting one of these refs first may be removed, too.
	Collect(ctx context.Context, while []Ref, keep func(tree.Digest) bool) (removed int, err error)
}

// Change is what one commit does, all of it or nothing. Its parts are done in this order, and each
// sees what those before it did: a log can be dropped and begun anew in one change.
type Change struct {
	Blobs  []Blob   // to keep; one that is there already may be written again
	Refs   []Set    // each compared and set
	Drop   []string // logs to remove
	Append []Append // to logs
	// Relaxed says that a crash of the machine, though not of the program, may undo the change. It is never torn.
	Relaxed bool
	// Mends says that some of its blobs may be there already, and damaged. A store that keeps many blobs as one needs to
	// be told: of others it may go on to read what it has.
	Mends bool
}

// Blob is bytes under their digest.
type Blob struct {
	Digest tree.Digest
	Data   []byte
}

// Ref is a named value that changes; nil is that of one that is not there.
type Ref struct {
	Name  string
	Value []byte
}

// Set replaces a ref's value, if it is still what it was; nil is a ref that is
// not there, before or after. An empty value is one that is there.
type Set struct {
	Name     string
	Was, Now []byte
}

// Append adds records to a log that has After records now, no less than 0. A nil record is an empty one.
type Append struct {
	Log     string
	After   int
	Records [][]byte
}

// Conflict is a change that built on what is no longer so.
type Conflict struct {
	Name string // of the ref or the log
}

// Error names what has changed.
func (e *Conflict) Error() string {
	return fmt.Sprintf("%q was changed by someone else meanwhile", e.Name)
}

// The errors of a store beside a [*Conflict], which may wrap why.
var (
	ErrFull = errors.New("the store is full")
	ErrGone = errors.New("the store is not there")
	// ErrNewer is an [ErrGone]: what the store has is whole, and a later program's.
	ErrNewer = fmt.Errorf("%w: a newer Lily made it", ErrGone)
)
