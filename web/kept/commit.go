package kept

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"

	"lily/core/store"
	"lily/web/disk"
)

// Commit implements [store.Store]. Blobs and records are on the disk before the head tells of them, so that a crash
// of the machine leaves no line of it that is about nothing; a relaxed change does not wait for the line itself.
func (s *Store) Commit(ctx context.Context, c store.Change) error {
	return s.alone(ctx, func() error {
		l, after, err := s.compare(c)
		if err != nil {
			return err
		}
		l.Packs, err = s.keep(c.Blobs)
		if err == nil {
			l.Logs, err = s.records(c, after)
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && len(l.Refs)+len(l.Drop)+len(l.Logs)+len(l.Packs) > 0 {
			before := s.logs
			if err = s.write(l, !c.Relaxed); err == nil {
				s.unlink(before)
			}
		}
		if err != nil {
			s.undo(l)
		}
		return err
	})
}

// undo gives back the room of a change that is not done. What comes after the end of a file is of no change anyway.
func (s *Store) undo(l line) {
	for _, p := range l.Packs {
		_ = os.Truncate(s.pack(p.File), s.packs[p.File])
	}
	for _, g := range l.Logs {
		_ = os.Truncate(s.at("logs", strconv.Itoa(g.File)), s.logs[string(g.Name)].size)
	}
}

// alone does something that changes the store, while nobody else does.
func (s *Store) alone(ctx context.Context, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	lock, err := hold(ctx, s.at("lock"))
	if err != nil {
		return told(err)
	}
	defer lock.Close()
	if err := s.fresh(); err != nil {
		return told(err)
	}
	return told(do())
}

// told is an error as the port has it.
func told(err error) error {
	switch {
	case err == nil || errors.Is(err, store.ErrGone):
		return err
	case disk.Full(err):
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", store.ErrGone, err)
	}
	return err
}

// hold waits until this program alone holds a file, which the system lets go of when the program ends.
func hold(ctx context.Context, path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ofFile)
	if err != nil {
		return nil, err
	}
	const longest = 20 * time.Millisecond
	end := time.Now().Add(patience)
	for pause := time.Millisecond / 2; ; pause = min(2*pause, longest) {
		err := ctx.Err()
		if err == nil {
			err = disk.Lock(f)
		}
		switch {
		case err == nil:
			return f, nil
		case !disk.Held(err):
			f.Close()
			return nil, err
		case time.Now().After(end):
			f.Close()
			return nil, fmt.Errorf("another run of lily has held %s for %s: is it stopped?", path, patience)
		}
		time.Sleep(pause)
	}
}

// patience is how long a change waits for those of others, each of which takes milliseconds.
const patience = 20 * time.Second

// unlink removes the files of logs that are dropped.
func (s *Store) unlink(before map[string]log) {
	for name, l := range before {
		if s.logs[name].file != l.file && l.file > 0 {
			_ = os.Remove(s.at("logs", l.name())) // else it is of no log, and goes with the next collection
		}
	}
}
