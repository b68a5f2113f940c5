package persist

import (
	"errors"

	"lily/core/store"
)

// Status says whether what the person did is kept.
type Status struct {
	Saving int    // commits under way, or about to begin
	Why    string // in memory only, and why: a full sentence; empty while all is kept
}

// Status returns whether all is kept.
func (b *Blobs) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.status
}

func (b *Blobs) tell(change func(*Status)) {
	b.mu.Lock()
	before := b.status
	change(&b.status)
	after := b.status
	b.mu.Unlock()
	if before != after && b.Told != nil {
		b.Told(after)
	}
}

// say tells how something ended that was to keep what the person did.
func (b *Blobs) say(err error) { b.tell(func(s *Status) { s.Why = why(s.Why, err) }) }

// why says why all is in memory only after a commit ended as it did; a conflict
// says nothing of that.
func why(before string, err error) string {
	switch {
	case err == nil:
		return ""
	case conflict(err):
		return before
	case errors.Is(err, store.ErrFull):
		return "The browser's storage is full: what changes now is not stored, unless you make room."
	case errors.Is(err, store.ErrGone):
		return "The browser lets this page store nothing."
	}
	return "What changes now could not be stored: " + err.Error() + "."
}

func conflict(err error) bool { return errors.As(err, new(*store.Conflict)) }
