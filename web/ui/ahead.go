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
	delta    loader.Delta
	err      error
}

// look computes what a reload would do, once for each state of the world.
func (s *Store) look() ahead {
	if s.held() != "" {
		return ahead{}
	}
	w, snap := s.Engine.World(), s.snapshot()
	key := ahead{world: w.Tree.Digest(), trust: strings.Join(w.Untrusted, "\n"), snapshot: snap, rules: [2]tree.Digest{w.Profile.Digest(), w.Policy.Digest()}}
	if s.ahead.world == key.world && s.ahead.trust == key.trust && s.ahead.snapshot == snap && s.ahead.rules == key.rules {
		return s.ahead
	}
	in := s.Engine.Input()
	if key.behind = snap.Behind(in); key.behind {
		next, err := loader.Load(in, snap)
		if key.err = err; err == nil {
			key.delta = loader.Compare(snap, next)
			if s.Ports.Foreseen != nil {
				s.Ports.Foreseen(next)
			}
		}
	}
	s.ahead = key
	return key
}
