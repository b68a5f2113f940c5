package ui

import (
	"strings"

	"lily/core/loader"
	"lily/core/tree"
)

// ahead remembers what a reload would do, for one state of the world.
type ahead struct {
	world    tree.Digest
	trust    string // the marks
	snapshot *loader.Snapshot
	rules    [2]tree.Digest
	behind   bool
	pending  bool // the rest is being worked out
	delta    loader.Delta
	err      error
	next     *loader.Snapshot // that a reload would take, nil while that is not known

	stop func()
}

// look is what a reload would do, worked out once for each state of the world.
func (s *Store) look() ahead {
	if s.held() != "" {
		return ahead{}
	}
	w, snap := s.Engine.World(), s.snapshot()
	key := ahead{world: w.Tree.Digest(), trust: strings.Join(w.Untrusted, "\n"), snapshot: snap, rules: [2]tree.Digest{w.Profile.Digest(), w.Policy.Digest()}}
	if s.ahead.world == key.world && s.ahead.trust == key.trust && s.ahead.snapshot == snap && s.ahead.rules == key.rules {
		return s.ahead
	}
	if s.ahead.stop != nil {
		s.ahead.stop()
	}
	in := s.Engine.Input()
	key.behind = snap.Behind(in)
	if s.ahead = key; key.behind {
		s.ahead.pending = true
		s.ahead.stop = s.foresee(in, snap)
	}
	return s.ahead
}

// foresee works out what differs from a snapshot.
func (s *Store) foresee(in loader.Input, snap *loader.Snapshot) (stop func()) {
	return s.slowly(func(tick tree.Tick) func() {
		next, err := loader.LoadWith(in, snap, nil, tick)
		delta := loader.Delta{}
		if err == nil {
			delta = loader.Compare(snap, next)
		}
		return func() {
			s.ahead.pending, s.ahead.delta, s.ahead.err, s.ahead.next = false, delta, err, next
			if err == nil && s.Ports.Foreseen != nil {
				s.Ports.Foreseen(next)
			}
		}
	}, func(int, int) {})
}
