package persist

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/loader"
	"lily/core/store"
	"lily/core/tree"
	"lily/core/world"
)

// Worlds keeps the world: what is edited is saved, and what another program saves is followed.
type Worlds struct {
	// Moved is called when this program has kept a world that others on the same store
	// should look at, without any lock held.
	Moved func()
	Build string // names the program, so that no other one trusts its verdicts; empty keeps none
	// Elsewhere is that the world itself is kept by someone else, as on a disk: only what sessions pinned of it is kept.
	Elsewhere bool

	blobs *Blobs
	fresh world.World // what is never kept: the bundled skills, and the roots

	mu     sync.Mutex
	last   world.World      // as it is kept
	at     []byte           // the value of its ref then, nil for none
	refs   refs             // as they were read last, which says nothing of whether their files were
	taken  taken            // until Mend has looked at it
	opened bool             // the world was read from the store, or kept there
	coming *loader.Snapshot // that the next reload likely takes, nil for none
	spoilt bool             // a record of the world could not be read, and is put aside
}

const (
	worldRef  = "world"
	beforeRef = "world-before" // as it was before the last edit, in case that the other is lost
	damaged   = "world-damaged"
)

// open reads the world that is kept. Where nothing is in a store that has nothing, all is well.
func (w *Worlds) open(r refs, empty bool) (world.World, []Problem) {
	locked(&w.mu, func() { w.refs, w.at = r, r[worldRef] })
	var problems []Problem
	for _, name := range []string{worldRef, beforeRef} {
		value, there := r[name]
		if !there {
			problems = append(problems, Problem{"world_lost", name, missing[name]})
			continue
		}
		next, lost, err := w.read(value)
		locked(&w.mu, func() { w.spoilt = w.spoilt || err != nil || len(lost) > 0 })
		if err == nil {
			w.adopt(next, r[worldRef], len(lost) > 0)
			return next, append(problems, lost...)
		}
		empty = false
		problems = append(problems, problem("world_damaged", name, "The files as they were kept last cannot be read: %s.", err))
	}
	if empty {
		problems = nil
	}
	return w.fresh, problems
}

var missing = map[string]string{
	worldRef: "The last record of the files is missing.",
	beforeRef: "The record before the last is missing, too, so the files of a first start are shown. " +
		"What sessions pinned is still with them.",
}

func (w *Worlds) adopt(next world.World, at []byte, lost bool) {
	mine := own(next.Tree)
	w.blobs.found(mine, lost)
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.opened {
		w.taken.world = mine
	}
	w.last, w.at, w.opened = next, at, true
}

func (w *Worlds) kept() (world.World, []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last, w.at
}

// begin keeps the world of a first start, with the first session.
func (w *Worlds) begin() {
	if !w.Elsewhere && w.ref(worldRef) == nil && conflict(w.put(w.kept())) {
		_ = w.look() // another program was first
	}
}

// Save is the engine's port of that name. Where the store fails, the edit is in
// memory only, the status says so, and the next one tries again.
func (w *Worlds) Save(was, next world.World) (world.World, error) {
	for {
		_, at := w.kept()
		if !conflict(w.put(next, at)) {
			return next, nil
		}
		theirs, err := w.Follow()
		if err != nil {
			w.blobs.say(err)
			return next, nil
		}
		merged, clash := theirs.With(next)
		if clash != nil {
			before, _ := theirs.With(was) // what is in memory only stays
			return before, clash
		}
		next, was = merged, theirs.World
	}
}

// put keeps a world that was made of the one whose ref had the value was. What the
// ref has now says nothing of that: it may have been read for something else. The last
// commit of a big world is the one that moves the ref (VF-4).
func (w *Worlds) put(next world.World, was []byte) error {
	piece, err := w.blobs.keepAll(own(next.Tree))
	if err != nil {
		return err
	}
	now := written(next)
	c := store.Change{Refs: []store.Set{{Name: worldRef, Was: was, Now: now}}}
	if was != nil && !bytes.Equal(was, now) {
		aside := beforeRef
		locked(&w.mu, func() {
			if w.spoilt {
				aside = damaged // what could not be read is never written over
			}
		})
		c.Refs = append(c.Refs, w.set(aside, was))
	}
	if err := w.keep(piece, c); err != nil {
		return err
	}
	locked(&w.mu, func() { w.last, w.at, w.opened, w.spoilt = next, now, true, false })
	w.Moved()
	return nil
}

func (w *Worlds) keep(fresh []tree.Blob, c store.Change) error {
	err := w.blobs.keep(fresh, c)
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, s := range c.Refs {
			w.refs[s.Name] = s.Now
		}
	}
	return err
}

func (w *Worlds) look() error {
	r, err := w.blobs.refs()
	if err == nil {
		locked(&w.mu, func() { w.refs = r })
	}
	return err
}

// ref is the value that a ref was known to have.
func (w *Worlds) ref(name string) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.refs[name]
}

func (w *Worlds) set(name string, now []byte) store.Set {
	return store.Set{Name: name, Was: w.ref(name), Now: now}
}

// Followed is a world that someone else kept, and the one that was known before.
type Followed struct {
	world.World
	was world.World
}

// With is that world with what mine has changed since the one that was known. Where
// both changed the same, and differently, it is theirs, with a [*Clash].
func (f Followed) With(mine world.World) (world.World, error) {
	next, places := f.Merge(f.was, mine)
	if len(places) > 0 {
		return next, &Clash{places}
	}
	return next, nil
}

// Follow reads the world again that another program may have kept meanwhile.
func (w *Worlds) Follow() (Followed, error) {
	if err := w.look(); err != nil {
		return Followed{}, err
	}
	was, at := w.kept()
	value := w.ref(worldRef)
	if value == nil || bytes.Equal(value, at) {
		return Followed{was, was}, nil
	}
	next, lost, err := w.read(value)
	if err != nil {
		return Followed{}, err
	}
	w.adopt(next, value, len(lost) > 0)
	return Followed{next, was}, nil
}

// Clash is an edit that was refused, since someone else has changed the same meanwhile, and differently.
type Clash struct{ Places []string }

// Error names the places.
func (e *Clash) Error() string {
	list := slices.Clone(e.Places[:min(len(e.Places), 5)])
	for i, p := range list {
		list[i] = answer.Line(p)
	}
	if more := len(e.Places) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ") + " was changed in another tab meanwhile; look at it and do it again"
}
