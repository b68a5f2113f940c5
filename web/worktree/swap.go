package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"lily/web/disk"
)

// Between the look at a file and the write anybody may write, too. So nothing is written over: a file changes places with
// the new one in one step, and what comes out of its place is looked at once more before it goes. What is none of ours
// goes back.

// takes gives a new file the place of one that is what the session has read, or of nothing.
func (p *Project) takes(tmp, at string, c Change) error {
	if c.Was == nil {
		err := p.placed(tmp, at)
		if errors.Is(err, ErrChanged) {
			err = changed(p.root.Remove(tmp))
		}
		return err
	}
	err := p.step("rename", func() error { return p.exchange(tmp, at) })
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return p.root.Rename(tmp, at) // the disk has no such step
	case errors.Is(err, fs.ErrNotExist):
		return changed(p.root.Remove(tmp))
	case err != nil:
		return err
	}
	if held, err := p.holds(tmp); err != nil || !same(held, c.Was) {
		return changed(err, p.back(tmp, at, c))
	}
	return p.root.Remove(tmp)
}

// placed gives a file a name that nothing has.
func (p *Project) placed(tmp, at string) error {
	err := p.step("rename", func() error { return p.root.Link(tmp, at) })
	switch {
	case err == nil:
		return p.root.Remove(tmp)
	case errors.Is(err, fs.ErrExist):
		return ErrChanged
	case errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported):
		return p.root.Rename(tmp, at) // a disk where a file has one name
	}
	return err
}

// removes takes away a file that is what the session has read.
func (p *Project) removes(at string, c Change) error {
	tmp := part(at, c)
	if err := p.step("rename", func() error { return p.root.Rename(at, tmp) }); err != nil {
		return err
	}
	if held, err := p.holds(tmp); err != nil || !same(held, c.Was) {
		return changed(err, p.placed(tmp, at))
	}
	return p.root.Remove(tmp)
}

// changed is [ErrChanged], with what else went wrong.
func changed(more ...error) error {
	said := ErrChanged
	for _, err := range more {
		if err != nil && !errors.Is(err, ErrChanged) {
			said = fmt.Errorf("%w; %w", said, err)
		}
	}
	return said
}

func (p *Project) exchange(one, other string) error {
	dir, err := p.root.Open(filepath.Dir(one))
	if err != nil {
		return err
	}
	defer dir.Close()
	return disk.Exchange(dir, filepath.Base(one), dir, filepath.Base(other))
}

// back puts what was there in its place again. What somebody has made of the new one in between is kept beside it.
func (p *Project) back(tmp, at string, c Change) error {
	if err := p.exchange(tmp, at); err != nil {
		return fmt.Errorf("what was there is in %s: %w", filepath.Join(p.dir, tmp), err)
	}
	if held, err := p.holds(tmp); err == nil && same(held, c.Is) {
		return p.root.Remove(tmp)
	}
	kept := tmp + ".kept"
	if err := p.root.Rename(tmp, kept); err != nil {
		return err
	}
	return fmt.Errorf("what was written there meanwhile is in %s", filepath.Join(p.dir, kept))
}

// Sweep clears away what a write that was killed has left of a change. What is none of ours goes back to its place.
func (p *Project) Sweep(c Change) {
	at, err := p.target(Change{Path: c.Path})
	if err != nil {
		return
	}
	tmp := part(at, c)
	left, err := p.holds(tmp)
	if err != nil || left == nil {
		return // there mostly is none
	}
	now, err := p.holds(at)
	switch {
	case same(left, c.Was) || c.Is != nil && bytes.HasPrefix(c.Is, left): // perhaps as far as it was written
		_ = p.root.Remove(tmp)
	case err == nil && now == nil:
		_ = p.placed(tmp, at)
	case err == nil && same(now, c.Is):
		_ = p.back(tmp, at, c)
	}
}
