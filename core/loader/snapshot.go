package loader

import (
	"cmp"
	"crypto/sha256"
	"fmt"
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

	rules   tree.Digest
	base    []*Candidate // Candidates before what they say of each other
	aliases map[string][]*Candidate
}

// Conflict is a clash between candidates and how it was settled.
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
		return fmt.Sprintf("The names of %s differ in case alone.", paths)
	}
	return fmt.Sprintf("%s wins over %s.", c.Winner, paths)
}

func (s *Snapshot) listing(i int) *Listing {
	if s == nil || i >= len(s.Roots) {
		return nil
	}
	return s.Roots[i]
}

func (s *Snapshot) judged(rules tree.Digest) []*Candidate {
	if s == nil || s.rules != rules {
		return nil
	}
	return s.base
}

// finish adds what candidates say of each other, and seals the snapshot.
func (s *Snapshot) finish() {
	s.Candidates, s.Conflicts = slices.Clone(s.base), []Conflict{}
	s.shadows()
	s.gatherAliases()
	s.caseClashes()
	s.Skills = []*Candidate{}
	for _, c := range s.Candidates {
		if c.State == Available {
			s.Skills = append(s.Skills, c)
		}
	}
	s.sealed()
}

func (s *Snapshot) shadows() {
	for i := 0; i < len(s.base); {
		n := i + 1
		for n < len(s.base) && s.base[n].Name == s.base[i].Name {
			n++
		}
		if n > i+1 {
			s.Conflicts = append(s.Conflicts, shadowing(s.base[i:n]))
		}
		i = n
	}
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

// gatherAliases finds the aliases that two available skills declare (LD-7).
func (s *Snapshot) gatherAliases() {
	s.aliases = map[string][]*Candidate{}
	var clashes []string
	for _, c := range s.base {
		if c.State != Available || c.Skill().Command == "" {
			continue
		}
		alias := c.Skill().Command
		s.aliases[alias] = append(s.aliases[alias], c)
		if len(s.aliases[alias]) == 2 {
			clashes = append(clashes, alias)
		}
	}
	slices.Sort(clashes)
	for _, alias := range clashes {
		s.clash("alias", alias, s.aliases[alias], skill.Finding{
			Code: "alias_conflict", Clause: "LD-7",
			Message: fmt.Sprintf("The command /%s is declared by %s; it resolves to none of them.", alias, names(s.aliases[alias])),
		})
	}
}

// caseClashes finds winners whose names differ in case alone: two skills here,
// one folder on a disk that does not tell them apart.
func (s *Snapshot) caseClashes() {
	folded := map[string][]*Candidate{}
	for _, c := range s.base {
		if low := strings.ToLower(c.Name); low != c.Name && c.State != Shadowed {
			folded[low] = append(folded[low], c)
		}
	}
	for _, low := range sortedKeys(folded) {
		list := folded[low]
		if c := s.Find(low); c != nil {
			list = append(list, c)
		}
		if len(list) > 1 {
			s.clash("case", low, list, skill.Finding{
				Code: "case_clash", Clause: "VF-3",
				Message: fmt.Sprintf("The names %s differ in case alone; many disks cannot hold both.", names(list)),
			})
		}
	}
}

func (s *Snapshot) clash(kind, name string, list []*Candidate, f skill.Finding) {
	f.Severity, f.File, f.Line, f.Column = skill.Warning, File, 1, 1
	conflict := Conflict{Kind: kind, Name: name}
	for _, c := range list {
		conflict.Paths = append(conflict.Paths, c.Path)
		i := s.index(c.Name)
		marked := *s.Candidates[i]
		marked.Findings = append(slices.Clip(marked.Findings), f)
		marked.sealed()
		s.Candidates[i] = &marked
	}
	s.Conflicts = append(s.Conflicts, conflict)
}

func (s *Snapshot) sealed() {
	h := sha256.New()
	for _, r := range s.Roots {
		fmt.Fprintf(h, "%s %s %s\n", r.Source, r.Scan, r.Digest)
	}
	fmt.Fprintf(h, "%s\n", s.rules)
	for _, c := range s.Candidates {
		h.Write(c.seal[:])
	}
	h.Sum(s.Digest[:0])
}

func (s *Snapshot) index(name string) int {
	i, _ := slices.BinarySearchFunc(s.Candidates, name, func(c *Candidate, name string) int {
		return cmp.Compare(c.Name, name)
	})
	return i
}

// Find returns the winner of a name, whatever its state, or nil.
func (s *Snapshot) Find(name string) *Candidate {
	if i := s.index(name); i < len(s.Candidates) && s.Candidates[i].Name == name {
		return s.Candidates[i]
	}
	return nil
}

// Alias returns the available skills that declare an alias: one, none, or,
// when it is ambiguous, several (LD-7).
func (s *Snapshot) Alias(alias string) []*Candidate { return s.aliases[alias] }

// AliasOf returns the alias by which a skill can be called, if there is one.
func (s *Snapshot) AliasOf(c *Candidate) string {
	alias := c.Skill().Command
	if c.State != Available || len(s.aliases[alias]) != 1 {
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

func names(list []*Candidate) string {
	all := make([]string, len(list))
	for i, c := range list {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
