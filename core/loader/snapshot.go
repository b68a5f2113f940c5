package loader

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lily/core/skill"
	"lily/core/tree"
)

// Snapshot is the immutable result of a load (SN-2). It pins the content of
// every skill it knows (SN-3).
type Snapshot struct {
	Version    int          // 1, 2, 3 … within a session
	Digest     tree.Digest  // of the roots, profile, policy and index
	Profile    tree.Digest  // of the profile it was judged against
	Policy     tree.Digest  // of the policy it was judged against
	Roots      []*Listing   // lowest precedence first
	Skills     []*Candidate // the index: what is available, sorted by name (LD-6)
	Candidates []*Candidate // all, sorted by name, winners first (LD-8)
	Conflicts  []Conflict

	ground  ground
	rules   tree.Digest // its sum
	runs    []run
	base    []*Candidate     // Candidates before what they say of each other
	aliases aliases          // the first winner that declares an alias, as an index
	rivals  map[string][]int // all skills that declare one, when they are several
}

// Conflict is a clash between candidates and which of them wins, if any.
type Conflict struct {
	Kind   string   `json:"kind"`             // shadowed, duplicate, alias, case
	Name   string   `json:"name"`             // the skill's name, or the alias
	Winner string   `json:"winner,omitempty"` // the path that wins; none for alias and case
	Paths  []string `json:"paths"`            // the others; for alias and case all
}

// String says the conflict in one sentence, with every path.
func (c Conflict) String() string {
	paths := strings.Join(c.Paths, ", ")
	switch c.Kind {
	case "alias":
		return fmt.Sprintf("The command /%s resolves to none of %s.", c.Name, paths)
	case "case":
		if !inCaseAlone(c.Paths) {
			return fmt.Sprintf("The names of %s are one name on many disks.", paths)
		}
		return fmt.Sprintf("The names of %s differ in case alone.", paths)
	}
	return fmt.Sprintf("%s wins over %s.", c.Winner, paths)
}

func (s *Snapshot) add(group []*Candidate) {
	c, at := group[0], len(s.Candidates)
	s.Candidates = append(s.Candidates, group...)
	if len(group) > 1 {
		s.Conflicts = append(s.Conflicts, shadowing(group))
	}
	s.alias(c.Brief().Command, at)
}

func shadowing(group []*Candidate) Conflict {
	c := Conflict{Kind: "shadowed", Name: group[0].Name, Winner: group[0].Path}
	for _, loser := range group[1:] {
		c.Paths = append(c.Paths, loser.Path)
		if loser.Source == group[0].Source {
			c.Kind = "duplicate"
		}
	}
	return c
}

// alias notes that the winner at a place of the list declares an alias. One that is
// excluded declares it too: else a fault of one skill would hand its command to
// another one without a word (LD-4, LD-7).
func (s *Snapshot) alias(alias string, at int) {
	switch first, taken := s.aliases.at(alias); {
	case alias == "":
	case !taken:
		s.aliases.all[alias] = at
	case s.rivals[alias] == nil:
		s.rivals[alias] = []int{first, at}
	default:
		s.rivals[alias] = append(s.rivals[alias], at)
	}
}

// finish adds what candidates say of each other, and seals the snapshot.
func (s *Snapshot) finish(old []run) {
	s.base = s.Candidates
	s.aliasClashes()
	s.caseClashes()
	s.Skills = make([]*Candidate, 0, s.Count(Available))
	for _, c := range s.Candidates {
		if c.State == Available {
			s.Skills = append(s.Skills, c)
		}
	}
	s.runs = runs(s.Candidates, old)
	s.seal()
}

// aliasClashes marks the skills that declare one alias (LD-7). What can be nobody's
// alias is told at each skill already.
func (s *Snapshot) aliasClashes() {
	for _, alias := range slices.Sorted(maps.Keys(s.rivals)) {
		list := s.rivals[alias]
		noAlias := func(r skill.Reason) bool { return r.Code == "bad_alias" || r.Code == "command_reserved" }
		if !slices.ContainsFunc(s.Candidates[list[0]].Reasons, noAlias) {
			s.clash("alias", alias, list, warning("alias_conflict", "LD-7",
				"The command /%s is declared by %s; it resolves to none of them.", alias, s.names(list, true)))
		}
	}
}

// clash records a conflict and adds a finding to copies of its candidates.
func (s *Snapshot) clash(kind, name string, list []int, f skill.Finding) {
	if len(s.Candidates) > 0 && &s.Candidates[0] == &s.base[0] {
		s.Candidates = slices.Clone(s.base)
	}
	conflict := Conflict{Kind: kind, Name: name}
	for _, at := range list {
		marked := *s.Candidates[at]
		marked.Findings = append(slices.Clip(marked.Findings), f)
		marked.sealed()
		s.Candidates[at] = &marked
		conflict.Paths = append(conflict.Paths, marked.Path)
	}
	s.Conflicts = append(s.Conflicts, conflict)
}

func (s *Snapshot) seal() {
	h := sha256.New()
	for _, r := range s.Roots {
		fmt.Fprintf(h, "%s %q %s %s %t\n", r.Source, r.Path, r.Scan, r.Digest, r.Present)
		for _, n := range r.Notes {
			fmt.Fprintf(h, "%s %q\n", n.Code, n.Path)
		}
		if r.LeftOut > 0 {
			fmt.Fprintf(h, "%d not looked at\n", r.LeftOut)
		}
	}
	fmt.Fprintf(h, "%s\n", s.rules)
	for _, r := range s.runs {
		h.Write(r.digest[:])
	}
	h.Sum(s.Digest[:0])
}

func (s *Snapshot) index(name string) (int, bool) {
	return slices.BinarySearchFunc(s.Candidates, name, func(c *Candidate, name string) int {
		return cmp.Compare(c.Name, name)
	})
}

// Find returns the winner of a name, whatever its state, or nil.
func (s *Snapshot) Find(name string) *Candidate {
	if at, ok := s.index(name); ok {
		return s.Candidates[at]
	}
	return nil
}

// Alias returns the skills that declare an alias, excluded ones too: one, none, or,
// when it is ambiguous, several (LD-7). A shadowed one declares nothing.
func (s *Snapshot) Alias(alias string) []*Candidate {
	list := s.rivals[alias]
	if at, ok := s.aliases.at(alias); ok && list == nil {
		list = []int{at}
	}
	found := make([]*Candidate, len(list))
	for i, at := range list {
		found[i] = s.Candidates[at]
	}
	return found
}

// AliasOf returns the alias by which a skill can be called, if there is one.
func (s *Snapshot) AliasOf(c *Candidate) string {
	alias := c.Brief().Command
	if c.State != Available || s.rivals[alias] != nil {
		return ""
	}
	return alias
}

// Count returns how many candidates have a state.
func (s *Snapshot) Count(state State) int {
	n := 0
	for _, c := range s.Candidates {
		if c.State == state {
			n++
		}
	}
	return n
}

// maxNamed is how many skills a finding names. Each of them has the finding, so that naming all
// would cost the square of their number.
const maxNamed = 20

// names are those of candidates, with what excluded ones are where that is wanted.
func (s *Snapshot) names(list []int, states bool) string {
	var all []string
	for _, at := range list[:min(len(list), maxNamed)] {
		c := s.Candidates[at]
		name := c.Name
		if states && c.State != Available {
			name += " (excluded: " + c.State.Word() + ")"
		}
		all = append(all, name)
	}
	if more := len(list) - len(all); more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, ", ")
}

// aliases are indexes by alias, of which few have changed since all were noted.
type aliases struct {
	all     map[string]int
	changed map[string]int // over those; below zero for none
}

func (a aliases) at(alias string) (int, bool) {
	at, ok := a.changed[alias]
	if !ok {
		at, ok = a.all[alias]
	}
	return at, ok && at >= 0
}

// moved are the aliases after the skill at a place has another one.
func (a aliases) moved(at int, from, to string) aliases {
	a.changed = maps.Clone(a.changed)
	if a.changed == nil {
		a.changed = map[string]int{}
	}
	if from != "" {
		a.changed[from] = -1
	}
	if to != "" {
		a.changed[to] = at
	}
	return a
}

// run is a stretch of the candidates with the digest of their seals. A reload
// hashes only the runs in which something changed (LD-9): in wasm, hashing
// every seal would take most of its time.
type run struct {
	list   []*Candidate
	digest tree.Digest
}

// runs cuts a list where its seals say so, about every 256 candidates, so that
// an insertion moves no cut but its own. Runs that old has are used again.
func runs(list []*Candidate, old []run) []run {
	var all []run
	for len(list) > 0 {
		n := 1 + slices.IndexFunc(list, func(c *Candidate) bool { return c.seal[0] == 0 })
		if n == 0 {
			n = len(list)
		}
		for len(old) > 0 && old[0].list[0].Name < list[0].Name {
			old = old[1:]
		}
		if len(old) > 0 && slices.Equal(old[0].list, list[:n]) {
			all = append(all, old[0])
		} else {
			h, r := sha256.New(), run{list: list[:n:n]}
			for _, c := range r.list {
				h.Write(c.seal[:])
			}
			h.Sum(r.digest[:0])
			all = append(all, r)
		}
		list = list[n:]
	}
	return all
}
