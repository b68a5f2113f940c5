// Package shelf keeps a world and its sessions in a store, so that nothing is lost
// when the program ends (VF-4, VF-5).
//
// A world is kept as blobs by digest and one ref that names its root; a session as
// the records of its events. The package promises that an edit that it has taken
// is kept whole, or is in memory only and said to be; that two programs on one store
// never overwrite each other unannounced: what both changed differently is refused
// and said; and that what is damaged is named while the rest is of use.
//
// It knows nothing of the machine: the store is a port.
package shelf

import (
	"context"
	"sync"

	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// Shelf keeps one world and its sessions. It may be used from several goroutines.
type Shelf struct {
	// Told is called after the status has changed, and Moved when this shelf has
	// kept something that other programs on the same store should look at: a
	// session's id, or "" for the world. Both may be nil, and are called without
	// any lock held.
	Told  func(Status)
	Moved func(session string)
	// Build names the program, so that no other one trusts what it remembered;
	// empty remembers nothing.
	Build string

	st    store.Store
	tools tool.Registry
	fresh world.World // what is never kept: the bundled skills, and the roots

	mu        sync.Mutex
	world     world.World // as it is kept
	at        []byte      // the value of its ref then, nil for none
	refs      map[string][]byte
	files     map[tree.Digest]bool // that are kept
	folders   map[tree.Digest]bool // that are kept, with all that is below them
	lost      map[tree.Digest]bool // files that should be kept and cannot be read
	uncounted []tree.Tree          // that are kept, too, and not among these yet
	counted   []byte               // the value of startsRef that this program set
	taken     taken                // until Mend has looked at it
	opened    bool                 // the world was read from the store, or kept there
	spoilt    bool                 // a record of the world could not be read, and is put aside
	status    Status
	sessions  map[string]*book
	numbered  int // of the last session that was named
}

// Status says whether what the person did is kept.
type Status struct {
	Saving int    // commits under way, or about to begin
	Why    string // in memory only, and why: a full sentence; empty while all is kept
}

// Problem is something that was kept and cannot be had as it was.
type Problem struct {
	Code    string // world_damaged, session_damaged, …
	Place   string // a path, or a session's id and event
	Message string // a full sentence
}

// refs of the world: as it is, and as it was before the last edit, in case that one
// is lost.
const (
	worldRef  = "world"
	beforeRef = "world-before"
	damaged   = "world-damaged"
)

// New returns a shelf on a store, for worlds that begin as fresh.
func New(st store.Store, fresh world.World, tools tool.Registry) *Shelf {
	return &Shelf{
		st: st, fresh: fresh, tools: tools, world: fresh, refs: map[string][]byte{}, files: map[tree.Digest]bool{}, folders: map[tree.Digest]bool{},
		lost: map[tree.Digest]bool{}, sessions: map[string]*book{},
	}
}

// Blobs implements [tree.Source] for what is read late.
func (s *Shelf) Blobs(digests []tree.Digest) ([][]byte, error) {
	return s.st.Blobs(context.Background(), digests)
}

// Status returns whether all is kept.
func (s *Shelf) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// tell changes the status and says so.
func (s *Shelf) tell(change func(*Status)) {
	s.mu.Lock()
	before := s.status
	change(&s.status)
	after := s.status
	s.mu.Unlock()
	if before != after && s.Told != nil {
		s.Told(after)
	}
}

// commit does a change and says so while it lasts.
func (s *Shelf) commit(c store.Change) error {
	s.tell(func(st *Status) { st.Saving++ })
	err := s.st.Commit(context.Background(), c)
	s.tell(func(st *Status) {
		st.Saving--
		st.Why = why(st.Why, err)
	})
	return err
}
