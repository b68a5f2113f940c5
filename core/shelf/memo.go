package shelf

import (
	"context"
	"encoding/json"
	"fmt"

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

// memoOf is what the ref says: which program judged, and the blob.
type memoOf struct {
	Build string      `json:"build"`
	Blob  tree.Digest `json:"blob"`
}

// Take is the engine's port Load: it takes a snapshot, with the verdicts that the
// same build of the program remembered.
func (s *Shelf) Take(in loader.Input, prev *loader.Snapshot) (*loader.Snapshot, error) {
	if prev != nil {
		return loader.Load(in, prev)
	}
	return loader.LoadAgain(in, nil, s.memo())
}

// memo is what this build remembered, nil for nothing.
func (s *Shelf) memo() *loader.Memo {
	var m memoOf
	if json.Unmarshal(s.ref(memoRef), &m) != nil || m.Build != s.Build || s.Build == "" {
		return nil
	}
	data, err := s.st.Blobs(context.Background(), []tree.Digest{m.Blob})
	if err != nil || data[0] == nil || tree.Sum(data[0]) != m.Blob {
		return nil
	}
	memo, err := loader.Recall(data[0])
	if err != nil {
		return nil
	}
	return memo
}

// Remember keeps the verdicts of a snapshot for the next start, where there are so
// many that it is worth it.
func (s *Shelf) Remember(snap *loader.Snapshot) error {
	if s.Build == "" || len(snap.Candidates) < memoFrom {
		return nil
	}
	blob := tree.NewBlob(snap.Memo())
	ref, err := json.Marshal(memoOf{s.Build, blob.Digest()})
	if err != nil {
		return fmt.Errorf("the verdicts: %w", err)
	}
	if string(ref) == string(s.ref(memoRef)) {
		return nil
	}
	return s.keep([]tree.Blob{blob}, store.Change{Refs: []store.Set{s.set(memoRef, ref)}, Relaxed: true})
}
