package kept

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lily/core/store"
)

// state is what the head says.
type state struct {
	refs map[string][]byte
	logs map[string]log
	next int // the number of the next log's file, which none had before

	packs    map[int]int64 // how far each pack goes, by its number
	nextPack int
}

// log is how far a log goes.
type log struct {
	file    int
	records int
	size    int64 // bytes of its file; what comes after is of no change
}

func (l log) name() string { return strconv.Itoa(l.file) }

func none() state {
	return state{refs: map[string][]byte{}, logs: map[string]log{}, next: 1, packs: map[int]int64{}, nextPack: 1}
}

func (s state) clone() state {
	s.refs, s.logs, s.packs = maps.Clone(s.refs), maps.Clone(s.logs), maps.Clone(s.packs)
	return s
}

func (s state) from(prefix string) []store.Ref {
	list := []store.Ref{}
	for _, name := range slices.Sorted(maps.Keys(s.refs)) {
		if strings.HasPrefix(name, prefix) {
			list = append(list, store.Ref{Name: name, Value: bytes.Clone(s.refs[name])})
		}
	}
	return list
}

func (s state) names() []string {
	list := []string{}
	for name, l := range s.logs {
		if l.records > 0 {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// line is a change as the head has it. Of a log it says how far that goes then, so that a line that is lost before
// takes nothing else with it.
type line struct {
	Format int     `json:"format,omitempty"` // of the first line, which begins all anew
	Next   int     `json:"next,omitempty"`
	Refs   []value `json:"refs,omitempty"`
	Drop   []name  `json:"drop,omitempty"`
	Logs   []grown `json:"logs,omitempty"`

	NextPack int    `json:"next_pack,omitempty"`
	Unpack   []int  `json:"unpack,omitempty"`
	Packs    []pack `json:"packs,omitempty"`
}

// pack is how far a pack of blobs goes.
type pack struct {
	File int   `json:"file"`
	Size int64 `json:"size"`
}

// name is any bytes.
type name []byte

type value struct {
	Name name   `json:"name"`
	Now  []byte `json:"now"` // null for none
}

type grown struct {
	Name    name  `json:"name"`
	File    int   `json:"file"`
	Records int   `json:"records"`
	Size    int64 `json:"size"`
}

// apply does what a line says.
func (s *state) apply(l line) {
	if l.Format > 0 {
		*s = none()
	}
	for _, r := range l.Refs {
		if r.Now == nil {
			delete(s.refs, string(r.Name))
		} else {
			s.refs[string(r.Name)] = r.Now
		}
	}
	for _, n := range l.Drop {
		delete(s.logs, string(n))
	}
	for _, g := range l.Logs {
		s.logs[string(g.Name)] = log{g.File, g.Records, g.Size}
		s.next = max(s.next, g.File+1)
	}
	for _, n := range l.Unpack {
		delete(s.packs, n)
	}
	for _, p := range l.Packs {
		s.packs[p.File] = p.Size
		s.nextPack = max(s.nextPack, p.File+1)
	}
	s.next, s.nextPack = max(s.next, l.Next), max(s.nextPack, l.NextPack)
}

// whole is the line that says all of a state.
func (s state) whole() line {
	l := line{Format: format, Next: s.next, NextPack: s.nextPack}
	for _, n := range slices.Sorted(maps.Keys(s.refs)) {
		l.Refs = append(l.Refs, value{name(n), s.refs[n]})
	}
	for _, n := range slices.Sorted(maps.Keys(s.logs)) {
		g := s.logs[n]
		l.Logs = append(l.Logs, grown{name(n), g.file, g.records, g.size})
	}
	for _, n := range slices.Sorted(maps.Keys(s.packs)) {
		l.Packs = append(l.Packs, pack{n, s.packs[n]})
	}
	return l
}

// compare looks whether a change builds on what is so, and returns its line without the ends of the logs.
func (s state) compare(c store.Change) (l line, after state, err error) {
	after = s.clone()
	for _, set := range c.Refs {
		was, there := after.refs[set.Name]
		if there != (set.Was != nil) || !bytes.Equal(was, set.Was) {
			return l, s, &store.Conflict{Name: set.Name}
		}
		one := line{Refs: []value{{name(set.Name), own(set.Now)}}}
		l.Refs = append(l.Refs, one.Refs...)
		after.apply(one)
	}
	for _, n := range c.Drop {
		l.Drop = append(l.Drop, name(n))
		delete(after.logs, n)
	}
	for _, a := range c.Append {
		g := after.logs[a.Log]
		if g.records != a.After {
			return l, s, &store.Conflict{Name: a.Log}
		}
		if g.records += len(a.Records); g.records > 0 {
			after.logs[a.Log] = g
		}
	}
	return l, after, nil
}

// own copies bytes, and tells empty ones from none.
func own(data []byte) []byte {
	if data == nil {
		return nil
	}
	return append([]byte{}, data...)
}
