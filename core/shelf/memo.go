package shelf

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"lily/core/loader"
	"lily/core/store"
	"lily/core/tree"
)

// memoRef names the verdicts of the last big snapshot, so that the next start need
// read no SKILL.md.
const memoRef = "memo"

// memoFrom is how many skills a snapshot must have to be worth remembering: fewer
// are read and judged again in less time.
const memoFrom = 300

// memoOf is what the ref says: which program judged what, and the blob.
type memoOf struct {
	Build    string      `json:"build"`
	Snapshot tree.Digest `json:"snapshot"`
	Skills   int         `json:"skills"`
	Blob     tree.Digest `json:"blob"`
}

// Take is the engine's port Load: it takes a snapshot, the first one of a session with
// the verdicts that the same build of the program remembered.
func (s *Shelf) Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	if prev != nil {
		return loader.Load(in, prev)
	}
	return loader.LoadAgain(in, nil, s.memo())
}

// again takes the snapshots of a session that is read, all with what was remembered,
// which is asked for once.
func (s *Shelf) again() func(loader.Input, *loader.Snapshot) (*loader.Snapshot, error) {
	memo := sync.OnceValue(s.memo)
	return func(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
		return loader.LoadAgain(in, prev, memo())
	}
}

// memo is what this build remembered, nil for nothing.
func (s *Shelf) memo() *loader.Memo {
	var m memoOf
	if json.Unmarshal(s.ref(memoRef), &m) != nil || m.Build != s.Build || s.Build == "" {
		return nil
	}
	data, err := s.st.Blobs(context.Background(), []tree.Digest{m.Blob})
	if err != nil {
		return nil
	}
	var memo *loader.Memo
	if tree.Sum(data[0]) == m.Blob {
		memo, err = loader.Recall(data[0])
	}
	if memo == nil || err != nil {
		s.spoils(memoRef)
		return nil
	}
	return memo
}

// Remember keeps the verdicts of a snapshot and the folders of the world together for
// the next start, where there are so many that it is worth it.
func (s *Shelf) Remember(snap *loader.Snapshot) error {
	if s.Build == "" || len(snap.Candidates) < memoFrom {
		return nil
	}
	if err := s.pack(); err != nil {
		return err
	}
	var was memoOf
	if json.Unmarshal(s.ref(memoRef), &was) == nil && was.Build == s.Build && was.Snapshot == snap.Digest {
		return nil
	}
	blob := tree.NewBlob(snap.Memo())
	ref, err := json.Marshal(memoOf{s.Build, snap.Digest, len(snap.Candidates), blob.Digest()})
	if err != nil {
		return fmt.Errorf("the verdicts: %w", err)
	}
	return s.keep([]tree.Blob{blob}, store.Change{Refs: []store.Set{s.set(memoRef, ref)}, Relaxed: true})
}

// Foresee is [Shelf.Remember] of a snapshot that nobody has taken yet, as after an
// import: only where it has many more skills than what is remembered.
func (s *Shelf) Foresee(snap *loader.Snapshot) error {
	var was memoOf
	if json.Unmarshal(s.ref(memoRef), &was) == nil && was.Build == s.Build && len(snap.Candidates) < was.Skills+memoFrom {
		return nil
	}
	return s.Remember(snap)
}

// packRef names the folders of the world as they were at the last big snapshot, so
// that the next start asks for them at once.
const packRef = "folders"

// packOf is what the ref says: the tree, and the blob.
type packOf struct {
	Tree tree.Digest `json:"tree"`
	Blob tree.Digest `json:"blob"`
}

// like is a tree that is likely much as the one that is to be opened: the one that is
// open, or else the one whose folders were packed; empty where that cannot be had.
func (s *Shelf) like() tree.Tree {
	s.mu.Lock()
	mine, opened := own(s.world.Tree), s.opened
	s.mu.Unlock()
	if opened {
		return mine
	}
	var p packOf
	if json.Unmarshal(s.ref(packRef), &p) != nil {
		return tree.Tree{}
	}
	data, err := s.st.Blobs(context.Background(), []tree.Digest{p.Blob})
	if err != nil {
		return tree.Tree{}
	}
	t, err := tree.Unpack(p.Tree, data[0], s) // else they are asked for one by one
	s.mu.Lock()
	s.taken.pack = t
	s.mu.Unlock()
	if err != nil {
		s.spoils(packRef)
	}
	return t
}

// spoils notes that what a ref names cannot be read, once.
func (s *Shelf) spoils(ref string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.taken.spoilt, ref) {
		s.taken.spoilt = append(s.taken.spoilt, ref)
	}
}

// pack keeps the folders of the world together.
func (s *Shelf) pack() error {
	s.mu.Lock()
	t := own(s.world.Tree)
	s.mu.Unlock()
	var was packOf
	if json.Unmarshal(s.ref(packRef), &was) == nil && was.Tree == t.Digest() {
		return nil
	}
	blob := tree.NewBlob(tree.Pack(t))
	ref, err := json.Marshal(packOf{t.Digest(), blob.Digest()})
	if err != nil {
		return fmt.Errorf("the folders: %w", err)
	}
	return s.keep([]tree.Blob{blob}, store.Change{Refs: []store.Set{s.set(packRef, ref)}, Relaxed: true})
}
