// Package past is the sessions of a terminal: those that last in the person's data folder, and a run that goes on with
// one of them, or with a bundle of another machine (TM-6).
//
// It promises that what is answered is on the disk when it is shown, whatever ends the program then (EV-6); that a
// session has one writer at a time, and who comes second is told; and that what comes from a bundle is made one's own,
// with nothing of the other person's in force.
//
//	kept, err := past.Open(dir, w)
//	run := past.New(kept, rec)
//	e := core.New(w, tools, core.Ports{Sessions: run, …})
//	id, err := run.Resume(e, "")
package past

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"lily/core/event"
	"lily/core/persist"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/kept"
)

// Kept are the sessions of a data folder.
type Kept struct {
	Problems []persist.Problem // that were found when it was opened

	store  *kept.Store
	keeper *persist.Keeper
	here   *kept.Lock // this program has the store open
	wanted bool       // the person has said that sessions are to be kept

	mu    sync.Mutex
	locks map[string]*kept.Lock // of the sessions that are written here
}

// Open opens the sessions of a folder, which is made where it is not there. The world is what a run sees now: what of it
// a session has pinned already is read once.
func Open(dir string, w world.World) (*Kept, error) {
	st, err := kept.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("the sessions in %s cannot be had: %w", dir, err)
	}
	k := &Kept{store: st, keeper: persist.New(st, w, tool.Builtin()), locks: map[string]*kept.Lock{}}
	k.keeper.Blobs.Terms = terms(dir)
	k.keeper.Worlds.Elsewhere = true
	if _, k.Problems, err = k.keeper.Open(); err != nil {
		st.Close()
		return nil, fmt.Errorf("the sessions in %s cannot be had: %w", dir, err)
	}
	return k, nil
}

func terms(dir string) persist.Terms {
	return persist.Terms{
		Other: "another run of lily",
		Full:  "There is no room for the session in " + dir + ": what follows is not kept, unless you make room.",
		Newer: "A newer Lily has kept its sessions in " + dir + ", which this one is too old to read.",
		Gone:  "Nothing can be kept in " + dir,
	}
}

// enter counts this program among those that have the store open, before it keeps anything.
func (k *Kept) enter() error {
	for n := 1; k.here == nil; n++ {
		l, err := k.store.Hold(fmt.Sprintf("open %d", n))
		if err != nil && !errors.Is(err, kept.ErrHeld) {
			return err
		}
		k.here = l
	}
	k.keeper.Due()
	return nil
}

// Close keeps what is not kept yet, and lets go of all.
func (k *Kept) Close() error {
	k.keeper.Sessions.Flush()
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, l := range k.locks {
		l.Release()
	}
	clear(k.locks)
	if k.here != nil {
		k.here.Release()
		k.here = nil
	}
	return errors.Join(k.store.Sync(), k.store.Close())
}

// List lists the sessions, the last one touched first.
func (k *Kept) List() []persist.Session {
	return slices.DeleteFunc(k.keeper.Sessions.List(), func(m persist.Session) bool { return m.Deleted })
}

// ErrHeld is that another run of lily writes a session.
type ErrHeld struct{ ID string }

func (e *ErrHeld) Error() string {
	return fmt.Sprintf("another run of lily goes on with the session %s: end that one, read it with lily sessions %[1]s, "+
		"or go on from where it stands with lily session --fork %[1]s", e.ID)
}

// hold makes this program the writer of a session.
func (k *Kept) hold(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.locks[id] != nil {
		return nil
	}
	l, err := k.store.Hold("session " + id)
	if errors.Is(err, kept.ErrHeld) {
		return &ErrHeld{id}
	}
	if err == nil {
		k.locks[id] = l
	}
	return err
}

func (k *Kept) release(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.locks[id]; l != nil {
		l.Release()
		delete(k.locks, id)
	}
}

// Last is the session that was touched last.
func (k *Kept) Last() (id string, err error) {
	if list := k.List(); len(list) > 0 {
		return list[0].ID, nil
	}
	return "", errors.New("there is no session to go on with yet")
}

// Read reads the events of a session, also of one that someone else writes now. What of it cannot be had again is among
// the problems.
func (k *Kept) Read(id string) ([]event.Event, []persist.Problem, error) {
	if err := k.known([]string{id}); err != nil {
		return nil, nil, err
	}
	events, problems, err := k.keeper.Sessions.Load(id)
	if err == nil && len(events) == 0 {
		err = errors.New("nothing of the session " + id + " can be read")
	}
	return events, problems, err
}
