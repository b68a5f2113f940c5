package state

import (
	"strings"

	"lily/core"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/port"
)

// Forecast works out what a reload of the skills would change (SN-4), once for each state of
// the world.
type Forecast struct {
	*Loop
	engine   *core.Engine
	sessions *Sessions
	port     port.Storage
	last     Reload
	of       basis
	stop     func()
}

// Reload is what a reload would do.
type Reload struct {
	Behind  bool // the snapshot is not what a reload would give
	Pending bool // the rest is being worked out
	Delta   loader.Delta
	Err     error
	Next    *loader.Snapshot // that it would take; nil while that is not known
}

// basis is what a forecast is of.
type basis struct {
	files    tree.Digest
	trust    string // the marks
	snapshot *loader.Snapshot
	rules    [2]tree.Digest
}

// Reload is what a reload would do now; nothing at a moment of the past.
func (f *Forecast) Reload() Reload {
	if f.sessions.Held() != "" {
		return Reload{}
	}
	w, snap := f.engine.World(), f.sessions.Snapshot()
	rules := [2]tree.Digest{w.Profile.Digest(), w.Policy.Digest()}
	of := basis{w.Tree.Digest(), strings.Join(w.Untrusted, "\n"), snap, rules}
	if f.of == of {
		return f.last
	}
	if f.stop != nil {
		f.stop()
	}
	in := f.engine.Input()
	f.of, f.last = of, Reload{Behind: snap.Behind(in)}
	if f.last.Behind {
		f.last.Pending = true
		f.stop = f.foresee(in, snap)
	}
	return f.last
}

// foresee works out what differs from a snapshot.
func (f *Forecast) foresee(in loader.Input, snap *loader.Snapshot) (stop func()) {
	return f.slowly(func(tick tree.Tick) func() {
		next, err := loader.LoadWith(in, snap, nil, tick)
		delta := loader.Delta{}
		if err == nil {
			delta = loader.Compare(snap, next)
		}
		return func() {
			f.last.Pending, f.last.Delta, f.last.Err, f.last.Next = false, delta, err, next
			if err == nil && f.port != nil {
				f.port.Foreseen(next)
			}
		}
	}, func(Progress) {})
}
