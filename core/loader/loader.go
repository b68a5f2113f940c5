// Package loader decides which skills count, and says of every other one why
// it does not (LD-1 to LD-9).
//
// It turns a tree, a profile and a policy into a [Snapshot]: every candidate
// that was discovered with exactly one state and all of its reasons, and the
// index of those that are available. It promises that equal input gives equal
// bytes on every platform, that the order in which a folder lists its entries
// never matters, and that an unusable winner is never replaced by a loser.
//
// It reads nothing but the tree that it is given and keeps nothing between
// loads but what the previous snapshot, if one is passed, already holds.
package loader

import (
	"fmt"
	"slices"

	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// Input is everything that a load depends on: the world, of which it does not look at the
// faults, and what the program brings along.
type Input struct {
	world.World
	Tools    []string                 // names of the registered tools, sorted
	Params   map[string][]skill.Param // what each of them takes; nil where nobody knows
	Reserved []string                 // names of the built-in commands, sorted
	// Ahead may do so many things, which come to the same in any order, before they are asked for one by one: each parses
	// a file. Nil is nobody.
	Ahead func(n int, do func(i int))
}

// Error is a load that failed because a required root cannot be read (LD-1).
type Error struct {
	Code string // root_missing, root_not_a_folder
	Path string // of the root, with a leading slash
}

// Error returns what is wrong with which root.
func (e *Error) Error() string {
	if e.Code == "root_not_a_folder" {
		return fmt.Sprintf("the root %s is not a folder", e.Path)
	}
	return fmt.Sprintf("the required root %s is missing", e.Path)
}

// Load takes a snapshot. What prev already parsed and judged is used again
// where neither the folder nor anything else it depends on has changed (LD-9);
// prev may be nil, and shows in the result only as its version plus one.
func Load(in Input, prev *Snapshot) (*Snapshot, error) { return LoadWith(in, prev, nil, nil) }

// LoadWith is [Load], and takes verdicts where neither the file nor the rules are others
// than they were, and tells a tick how many skills of how many are judged; both may be nil.
// It comes to the same. Where the tick says to stop the error is [tree.ErrStopped].
func LoadWith(in Input, prev *Snapshot, v *Verdicts, tick tree.Tick) (*Snapshot, error) {
	if prev == nil {
		prev = &Snapshot{}
	}
	s := blank(in, prev)
	total, err := s.discover(in, prev.Roots, tick)
	if err != nil {
		return nil, err
	}
	if again := prev.again(s); again != nil && tick.GoOn(total, total) {
		return again, nil
	}
	s.recall(v)
	if s.amend(in, prev) {
		if !tick.GoOn(total, total) {
			return nil, tree.ErrStopped
		}
		return s, nil
	}
	s.Candidates, s.Conflicts = make([]*Candidate, 0, len(prev.Candidates)+1), []Conflict{}
	s.aliases, s.rivals = aliases{all: make(map[string]int, len(prev.aliases.all))}, map[string][]int{}
	j := judge{in: in, rules: s.rules}
	if prev.rules == s.rules {
		j.old = prev.base
	}
	s.read(prev.rules != s.rules && prev.Version > 0)
	s.ahead(in)
	for group := range groups(s.Roots) {
		if !tick.GoOn(len(s.Candidates), total) {
			return nil, tree.ErrStopped
		}
		s.add(j.group(group))
	}
	if !tick.GoOn(total, total) {
		return nil, tree.ErrStopped
	}
	s.finish(prev.runs)
	return s, nil
}

// again is the snapshot once more, as the next version, where the same was found and nothing that a verdict rests on is
// another; nil else.
func (s *Snapshot) again(found *Snapshot) *Snapshot {
	if s.rules != found.rules || !slices.Equal(s.Roots, found.Roots) {
		return nil
	}
	next := *s
	next.Version = found.Version
	return &next
}

// discover lists every root, and counts the candidates of all.
func (s *Snapshot) discover(in Input, before []*Listing, tick tree.Tick) (total int, err error) {
	for i, root := range in.Roots {
		var old *Listing
		if i < len(before) {
			old = before[i]
		}
		l, err := discover(in, root, old, tick)
		if err != nil {
			return 0, err
		}
		s.Roots, total = append(s.Roots, l), total+l.Count
	}
	return total, nil
}

// read brings the SKILL.md of every winner that is judged anew into memory at once:
// where there are new ones, or of all. One that cannot be read is that candidate's
// fault, and is judged with it.
func (s *Snapshot) read(all bool) {
	for _, l := range s.Roots {
		if len(l.fresh) > 0 { // a listing of before is shared, and has none
			all, l.fresh = true, nil
		}
	}
	if !all {
		return
	}
	var files []tree.Blob
	for group := range groups(s.Roots) {
		if p := group[0]; !p.knows(s.rules) {
			files = append(files, p.file)
		}
	}
	_ = tree.Load(files)
}

// ahead has every winner parsed that is judged anew, where somebody does it on many cores.
func (s *Snapshot) ahead(in Input) {
	if in.Ahead == nil {
		return
	}
	var list []*place
	for group := range groups(s.Roots) {
		if p := group[0]; p.verdict == nil {
			list = append(list, p)
		}
	}
	in.Ahead(len(list), func(i int) { list[i].skill() })
}

// Read brings every SKILL.md that is not parsed yet into memory at once, for whoever
// is about to look at all of them.
func (s *Snapshot) Read() {
	var files []tree.Blob
	for _, c := range s.Candidates {
		files = append(files, c.place.file)
	}
	_ = tree.Load(files)
}

// blank is the snapshot before anything is found.
func blank(in Input, prev *Snapshot) *Snapshot {
	s := &Snapshot{
		Version: prev.Version + 1, Roots: []*Listing{}, Conflicts: []Conflict{}, ground: in.ground(prev.ground),
	}
	s.Profile, s.Policy, s.rules = s.ground.profile, s.ground.policy, s.ground.sum
	return s
}
