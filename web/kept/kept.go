// Package kept is the store on a disk: what lasts of the sessions of a terminal (TM-6).
//
//	head      what there is: refs, and how far each log goes; a line with its digest for each change
//	logs/7    the records of a log, one after the other
//	blobs/3   a pack: blobs, each behind a line with its digest
//	lock      held while something changes; held/ has what a program holds longer, as a session
//
// It promises all that [store.Store] does, whatever ends a program: a change is done once its line of the head is
// there whole, and not before. What a killed program has begun is not seen, and gives way to the next change. A line
// of the head that is damaged takes with it what that one change said; a log or a blob, itself alone; and of a head
// that is gone the logs are found again.
//
//	st, err := kept.Open(kept.Home(os.Getenv))
//	err = st.Commit(ctx, store.Change{…})
package kept

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"lily/core/store"
)

// format is the number of the way in which all is written.
const format = 1

// The modes: what is kept is its owner's alone.
const (
	ofFolder = 0o700
	ofFile   = 0o600
)

// Store is a [store.Store] in a folder.
type Store struct {
	dir string

	mu   sync.Mutex // of all below, and held by who holds the lock of the disk
	head *os.File   // as it was read last; nil before
	read int64      // bytes of it
	// broken is that the head does not say how it began: the logs were found by their files.
	broken bool
	state
	packed
}

var _ store.Store = (*Store)(nil)

// Open opens the store in a folder, which is made where it is not there. An error is a [store.ErrGone].
func Open(dir string) (*Store, error) {
	s := &Store{dir: dir, state: none()}
	err := s.folders()
	if err == nil {
		err = s.fresh()
	}
	if err == nil {
		err = s.mend()
	}
	if err != nil && !errors.Is(err, store.ErrGone) {
		err = fmt.Errorf("%w: %w", store.ErrGone, err)
	}
	return s, err
}

// folders makes the folders, and keeps those that were there from others.
func (s *Store) folders() error {
	if err := os.MkdirAll(s.dir, ofFolder); err != nil {
		return err
	}
	for _, name := range []string{"", "logs", "blobs", "held"} {
		at := filepath.Join(s.dir, name)
		if err := os.Mkdir(at, ofFolder); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		info, err := os.Stat(at)
		if err == nil && !info.IsDir() {
			err = &fs.PathError{Op: "open", Path: at, Err: errors.New("it is no folder")}
		}
		if err == nil && info.Mode().Perm() != ofFolder {
			err = os.Chmod(at, ofFolder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Close lets go of the store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	return nil
}

// forget lets the head be read from its beginning.
func (s *Store) forget() {
	if s.head != nil {
		s.head.Close() // it was only read
	}
	s.head, s.read, s.broken, s.state = nil, 0, false, none() // what is known of the packs is so still
}

// Refs implements [store.Store].
func (s *Store) Refs(ctx context.Context, prefix string) (list []store.Ref, err error) {
	err = s.seen(ctx, func() { list = s.state.from(prefix) })
	return list, err
}

// Logs implements [store.Store].
func (s *Store) Logs(ctx context.Context) (list []string, err error) {
	err = s.seen(ctx, func() { list = s.state.names() })
	return list, err
}

// seen does something with the state as it is now.
func (s *Store) seen(ctx context.Context, do func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.fresh(); err != nil {
		return err
	}
	do()
	return nil
}

func (s *Store) at(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// Sync waits until all that was done is on the disk: what was relaxed, too.
func (s *Store) Sync() error {
	f, err := os.OpenFile(s.at("head"), os.O_WRONLY, ofFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return told(err)
	}
	defer f.Close()
	return told(f.Sync())
}
