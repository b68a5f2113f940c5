package persist

import (
	"encoding/json"
	"slices"
	"sync"

	"lily/core/loader"
	"lily/core/plain"
	"lily/core/store"
	"lily/core/tree"
)

// Two refs make the next start quicker and can be made again: the verdicts of the last
// big snapshot, so that no SKILL.md need be read, and the folders of the world as they
// were then in one pack, so that they are asked for at once.
const (
	verdictsRef  = "memo"
	packRef      = "folders"
	verdictsFrom = 300 // skills of a snapshot that is worth it: fewer are read and judged again in less time
)

// says is what one of the two refs says: of the verdicts, which program judged what; of the
// pack, of which tree it is; and the blob.
type says struct {
	Build    string      `json:"build,omitzero"`
	Snapshot tree.Digest `json:"snapshot,omitzero"`
	Skills   int         `json:"skills,omitzero"`
	Tree     tree.Digest `json:"tree,omitzero"`
	Blob     tree.Digest `json:"blob"`
}

// says reads what a ref says, and reports whether it can be read.
func (w *Worlds) says(ref string) (v says, ok bool) {
	err := json.Unmarshal(w.ref(ref), &v)
	return v, err == nil
}

// judged is what the ref says of verdicts of this build.
func (w *Worlds) judged() (says, bool) {
	j, ok := w.says(verdictsRef)
	return j, ok && j.Build == w.Build && w.Build != ""
}

// Expect is told of the snapshot that a reload would take now, which the next one need not judge again.
func (w *Worlds) Expect(snap *loader.Snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.coming = snap
}

func (w *Worlds) expected() *loader.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	snap := w.coming
	w.coming = nil
	return snap
}

// Take is the engine's port Load: it takes a snapshot, the first one of a session with
// the verdicts that the same build of the program kept. Of the one before only the version
// shows, so that another begins from what is expected, which is much nearer after an import.
func (w *Worlds) Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	expected := w.expected()
	switch {
	case prev == nil:
		return loader.LoadWith(in, nil, w.verdicts(), nil)
	case expected == nil:
		return loader.Load(in, prev)
	}
	next, err := loader.Load(in, expected)
	if err == nil {
		again := *next
		again.Version = prev.Version + 1
		next = &again
	}
	return next, err
}

// again takes the snapshots of a session that is read, all with the verdicts, asked for once.
func (w *Worlds) again() func(loader.Input, *loader.Snapshot) (*loader.Snapshot, error) {
	verdicts := sync.OnceValue(w.verdicts)
	return func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
		in.Guard.Judging = w.fresh.Guard.Judging
		return loader.LoadWith(in, prev, verdicts(), nil)
	}
}

// verdicts are those that this build has kept, nil for none.
func (w *Worlds) verdicts() *loader.Verdicts {
	j, ok := w.judged()
	if !ok {
		return nil
	}
	data, err := w.blobs.Blobs([]tree.Digest{j.Blob})
	if err != nil {
		return nil
	}
	var v *loader.Verdicts
	if tree.Sum(data[0]) == j.Blob {
		v, err = loader.ReadVerdicts(data[0])
	}
	if v == nil || err != nil {
		w.spoils(verdictsRef)
		return nil
	}
	return v
}

// Remember keeps the verdicts of a snapshot and the folders of the world together for
// the next start, where there are so many that it is worth it.
func (w *Worlds) Remember(snap *loader.Snapshot) error {
	if w.Build == "" || len(snap.Candidates) < verdictsFrom {
		return nil
	}
	if err := w.pack(); err != nil {
		return err
	}
	if was, ok := w.judged(); ok && was.Snapshot == snap.Digest {
		return nil
	}
	j := says{Build: w.Build, Snapshot: snap.Digest, Skills: len(snap.Candidates)}
	return w.keepNamed(verdictsRef, j, snap.Verdicts())
}

// Foresee is [Worlds.Remember] of a snapshot that nobody has taken yet, as after an
// import: only where it has many more skills than what is kept.
func (w *Worlds) Foresee(snap *loader.Snapshot) error {
	if was, ok := w.judged(); ok && len(snap.Candidates) < was.Skills+verdictsFrom {
		return nil
	}
	return w.Remember(snap)
}

func (w *Worlds) pack() error {
	now, _ := w.kept()
	t := own(now.Tree)
	if was, ok := w.says(packRef); ok && was.Tree == t.Digest() {
		return nil
	}
	return w.keepNamed(packRef, says{Tree: t.Digest()}, tree.Pack(t))
}

func (w *Worlds) keepNamed(ref string, s says, data []byte) error {
	blob := tree.NewBlob(data)
	s.Blob = blob.Digest()
	return w.keep([]tree.Blob{blob}, store.Change{Refs: []store.Set{w.set(ref, plain.JSON(s))}, Relaxed: true})
}

// like is a tree that is likely much as the one that is to be opened: the one that is
// open, or else the one whose folders were packed; empty where that cannot be had.
func (w *Worlds) like() tree.Tree {
	w.mu.Lock()
	mine, opened := own(w.last.Tree), w.opened
	w.mu.Unlock()
	if opened {
		return mine
	}
	p, ok := w.says(packRef)
	if !ok {
		return tree.Tree{}
	}
	data, err := w.blobs.Blobs([]tree.Digest{p.Blob})
	if err != nil {
		return tree.Tree{}
	}
	t, err := tree.Unpack(p.Tree, data[0], w.blobs) // else they are asked for one by one
	locked(&w.mu, func() { w.taken.packed = err == nil })
	if err != nil {
		w.spoils(packRef)
	}
	return t
}

// spoils notes that what a ref names cannot be read, once.
func (w *Worlds) spoils(ref string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.taken.spoilt, ref) {
		w.taken.spoilt = append(w.taken.spoilt, ref)
	}
}
