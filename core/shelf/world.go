package shelf

import (
	"context"
	"fmt"

	"lily/core/tree"
	"lily/core/world"
)

// Open reads the world that is kept, and no file of it (VF-4); where nothing is, it
// is the fresh one. A world that is damaged is read as far as it goes, from the
// record before the last where that is all there is, and the problems say so. With
// an error the store cannot be used at all: then the shelf keeps all in memory.
func (s *Shelf) Open() (world.World, []Problem, error) {
	if err := s.look(); err != nil {
		s.tell(func(st *Status) { st.Why = why("", err) })
		return s.fresh, nil, err
	}
	s.at = s.refs[worldRef]
	var problems []Problem
	for _, name := range []string{worldRef, beforeRef} {
		value, there := s.refs[name]
		if !there {
			problems = append(problems, Problem{"world_lost", name, missing[name]})
			continue
		}
		w, lost, err := s.read(value)
		if err == nil {
			s.adopt(w, s.seen(), len(lost) > 0)
			s.spoilt = s.spoilt || len(lost) > 0
			return w, append(append(problems, lost...), s.unlisted()...), nil
		}
		s.spoilt = true
		problems = append(problems, Problem{"world_damaged", name, fmt.Sprintf("The files as they were kept last cannot be read: %s.", err)})
	}
	if len(s.sessions) == 0 && !s.spoilt {
		problems = nil // a first start
	}
	return s.fresh, append(problems, s.unlisted()...), nil
}

var missing = map[string]string{
	worldRef:  "The last record of the files is missing.",
	beforeRef: "The record before the last is missing, too, so the files of a first start are shown. What sessions pinned is still with them.",
}

// Look reads anew what the list of sessions says.
func (s *Shelf) Look() error { return s.look() }

// look reads the refs anew. The logs are named first: one that is there then has its
// ref, which came with it.
func (s *Shelf) look() error {
	logs, err := s.st.Logs(context.Background())
	if err != nil {
		return err
	}
	list, err := s.st.Refs(context.Background(), "")
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refs = map[string][]byte{}
	for _, r := range list {
		s.refs[r.Name] = r.Value
	}
	s.index(logs)
	return nil
}

// adopt remembers a world that is kept, and the value of its ref. What it holds is
// counted when that is first asked for, since a start need not know. Where some of it
// is lost, its folders are not those that are kept.
func (s *Shelf) adopt(w world.World, at []byte, lost bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.opened {
		s.taken.world = own(w.Tree)
	}
	s.world, s.at, s.opened = w, at, true
	if !lost {
		s.uncounted = append(s.uncounted, own(w.Tree))
		return
	}
	for b := range own(w.Tree).Blobs(nil) {
		if !b.Dir() {
			s.keeps(b)
		}
	}
}

// reckon notes what is kept. Its caller holds the lock.
func (s *Shelf) reckon() {
	for _, t := range s.uncounted {
		for b := range t.Blobs(func(d tree.Digest) bool { return s.folders[d] }) {
			s.keeps(b)
		}
	}
	s.uncounted = nil
}
