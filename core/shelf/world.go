package shelf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/store"
	"lily/core/tree"
)

// format is the number of the way in which a world is written.
const format = 1

// saved is a world as its ref has it. The tree is all but what the program brings
// along.
type saved struct {
	Format    int             `json:"format"`
	Tree      tree.Digest     `json:"tree"`
	Profile   profile.Profile `json:"profile"`
	Policy    policy.Policy   `json:"policy"`
	Untrusted []string        `json:"untrusted"`
}

// bundled is the folder of the tree that the program brings along (VF-1).
const bundled = "bundled"

// own is the part of a tree that is kept.
func own(t tree.Tree) tree.Tree {
	if mine, err := t.Remove(bundled); err == nil {
		return mine
	}
	return t
}

func written(w core.World) []byte {
	untrusted := w.Untrusted
	if untrusted == nil {
		untrusted = []string{}
	}
	data, err := json.Marshal(saved{format, own(w.Tree).Digest(), w.Profile, w.Policy, untrusted})
	if err != nil {
		panic(err) // strings, lists and maps of strings always encode
	}
	return seal(data)
}

// read makes a world of a ref's value. What of its files is missing is left out
// and named.
func (s *Shelf) read(value []byte) (core.World, []Problem, error) {
	var v saved
	data, err := unseal(value)
	if err != nil {
		return core.World{}, nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return core.World{}, nil, fmt.Errorf("the record of the files does not read: %w", err)
	}
	if v.Format != format {
		return core.World{}, nil, fmt.Errorf("got the format %d of the record of the files, want %d: a newer Lily wrote it", v.Format, format)
	}
	t, lost, err := tree.Opener{From: s, Like: s.like()}.Salvage(v.Tree)
	if err != nil {
		return core.World{}, nil, err
	}
	w := s.fresh
	w.Profile, w.Policy, w.Untrusted = v.Profile, v.Policy, v.Untrusted
	if w.Tree, err = t.Graft(bundled, s.bundle()); err != nil {
		return core.World{}, nil, err
	}
	return w, lostFolders(lost), nil
}

// bundle is what the program brings along.
func (s *Shelf) bundle() tree.Tree {
	t, _ := s.fresh.Tree.At(bundled)
	return t
}

func lostFolders(paths []string) (list []Problem) {
	for _, p := range paths {
		list = append(list, Problem{"folder_lost", "/" + p, fmt.Sprintf("The list of the folder /%s is missing or damaged in the browser's storage; what was in it is not here.", answer.Line(p))})
	}
	return list
}

// Open reads the world that is kept, and no file of it (VF-4); where nothing is, it
// is the fresh one. A world that is damaged is read as far as it goes, from the
// record before the last where that is all there is, and the problems say so. With
// an error the store cannot be used at all: then the shelf keeps all in memory.
func (s *Shelf) Open() (core.World, []Problem, error) {
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
func (s *Shelf) adopt(w core.World, at []byte, lost bool) {
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

// Clash is an edit that was refused, since someone else has changed the same
// meanwhile, and differently.
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

// Save is the engine's port of that name. Where the store fails, the edit is in
// memory only, the status says so, and the next one tries again.
func (s *Shelf) Save(was, next core.World) (core.World, error) {
	for {
		err := s.put(next, s.seen())
		if moved := new(store.Conflict); !errors.As(err, &moved) {
			s.tell(func(st *Status) { st.Why = why(st.Why, err) })
			return next, nil
		}
		theirs, err := s.Follow()
		if err != nil {
			s.tell(func(st *Status) { st.Why = why(st.Why, err) })
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

// seen is the value of the world's ref that this program knows the files of.
func (s *Shelf) seen() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// Followed is a world that someone else kept, and the one that was known before.
type Followed struct {
	core.World
	was core.World
}

// With is that world with what mine has changed since the one that was known. Where
// both changed the same, and differently, it is theirs, with a [*Clash].
func (f Followed) With(mine core.World) (core.World, error) { return merge(f.was, mine, f.World) }

// Follow reads the world again that another program may have kept meanwhile.
func (s *Shelf) Follow() (Followed, error) {
	if err := s.look(); err != nil {
		return Followed{}, err
	}
	s.mu.Lock()
	was, at, value := s.world, s.at, s.refs[worldRef]
	s.mu.Unlock()
	if value == nil || bytes.Equal(value, at) {
		return Followed{was, was}, nil
	}
	w, lost, err := s.read(value)
	if err != nil {
		return Followed{}, err
	}
	s.adopt(w, value, len(lost) > 0)
	return Followed{w, was}, nil
}

// merge makes in theirs what mine changed since was.
func merge(was, mine, theirs core.World) (core.World, error) {
	next := theirs
	var clash Clash
	t, paths := tree.Merge(was.Tree, mine.Tree, theirs.Tree)
	for _, p := range paths {
		clash.Places = append(clash.Places, "/"+p)
	}
	next.Tree = t
	if mine.Profile.Digest() != was.Profile.Digest() {
		next.Profile = mine.Profile
		clash.unless(theirs.Profile.Digest(), was.Profile.Digest(), mine.Profile.Digest(), "the profile")
	}
	if mine.Policy.Digest() != was.Policy.Digest() {
		next.Policy = mine.Policy
		clash.unless(theirs.Policy.Digest(), was.Policy.Digest(), mine.Policy.Digest(), "the policy")
	}
	next.Untrusted = marks(was.Untrusted, mine.Untrusted, theirs.Untrusted)
	if len(clash.Places) > 0 {
		return theirs, &clash
	}
	return next, nil
}

func (e *Clash) unless(theirs, was, mine tree.Digest, what string) {
	if theirs != was && theirs != mine {
		e.Places = append(e.Places, what)
	}
}

// marks are theirs, with those that mine set or took away since was.
func marks(was, mine, theirs []string) []string {
	next := slices.Clone(theirs)
	for _, p := range mine {
		if !slices.Contains(was, p) && !slices.Contains(next, p) {
			next = append(next, p)
		}
	}
	next = slices.DeleteFunc(next, func(p string) bool { return slices.Contains(was, p) && !slices.Contains(mine, p) })
	slices.Sort(next)
	return next
}
