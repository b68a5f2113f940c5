// Package persist keeps a world and its sessions in a store, so that nothing is lost
// when the program ends (VF-4, VF-5).
//
// A world is kept as blobs by digest and one ref that names its root; a session as
// the records of its events. Three parts do it, each with a lock of its own, and each
// knows those before it only: [Blobs], [Worlds] and [Sessions].
//
// The package promises that an edit that it has taken is kept whole, or is in memory
// only and said to be; that two programs on one store never overwrite each other
// unannounced: what both changed differently is refused and said; and that what is
// damaged is named while the rest is of use. It knows nothing of the machine: the store
// is a port.
//
//	k := persist.New(st, fresh, tool.Builtin())
//	w, problems, err := k.Open()
//	w, err = k.Worlds.Save(w, next)
//	k.Sessions.Watch(event)
package persist

import (
	"fmt"

	"lily/core/store"
	"lily/core/tool"
	"lily/core/world"
)

// Keeper keeps one world and its sessions. It may be used from several goroutines.
type Keeper struct {
	Blobs    *Blobs
	Worlds   *Worlds
	Sessions *Sessions

	counted []byte // the value of startsRef that this program set
}

// Emptied is the code of a [Problem]: the store is not the one that was here before.
const Emptied = "store_emptied"

// Problem is something that was kept and cannot be had as it was.
type Problem struct {
	Code    string // world_damaged, session_damaged, …
	Place   string // a path, or a session's id and event
	Message string // a full sentence
}

func problem(code, place, format string, args ...any) Problem {
	return Problem{code, place, fmt.Sprintf(format, args...)}
}

// New returns a keeper on a store, for worlds that begin as fresh.
func New(st store.Store, fresh world.World, tools tool.Registry) *Keeper {
	b := newBlobs(st)
	w := &Worlds{Moved: func() {}, blobs: b, fresh: fresh, last: fresh, refs: refs{}}
	s := &Sessions{Moved: func(string) {}, blobs: b, worlds: w, tools: tools, books: books{}}
	return &Keeper{Blobs: b, Worlds: w, Sessions: s}
}

// Open reads the world that is kept, and no file of it (VF-4); where nothing is, it
// is the fresh one. A world that is damaged is read as far as it goes, from the
// record before the last where that is all there is, and the problems say so. With
// an error the store cannot be used at all, as that of a newer program: then the keeper
// keeps all in memory, and touches nothing of what is there.
func (k *Keeper) Open() (world.World, []Problem, error) {
	r, err := k.Sessions.look()
	if err == nil && r.newer() {
		err = store.ErrNewer
		k.Blobs.st = store.Absent{Err: err}
	}
	if err != nil {
		k.Blobs.say(err)
		return k.Worlds.fresh, nil, err
	}
	if k.Worlds.Elsewhere {
		return k.Worlds.fresh, k.Sessions.unlisted(), nil
	}
	w, problems := k.Worlds.open(r, len(k.Sessions.List()) == 0)
	return w, append(problems, k.Sessions.unlisted()...), nil
}
