// Package changes is the difference of two sets of skills as who reviews a change wants it: by skill what became of its
// state and reasons, of what a model is told, of the tools and programs that it may use, of its files with their text,
// its findings and its tokens, and what each agent makes of it.
//
// It builds on core/review, which says which skills differ. It promises one value for the terminal, for programs, for a
// pull request and for the page, sorted by name and equal for equal sides, and nothing of what is the same in both. It
// has no verdict of its own, and reads no disk.
//
//	r := changes.Of(changes.Side{Skills: before}, changes.Side{Skills: after})
//	err := r.Text(os.Stdout)
package changes

import (
	"maps"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/loader"
	"lily/core/policy"
	"lily/core/review"
	"lily/core/skill"
	"lily/core/tree"
)

// Side is one of the two sets of skills that are compared.
type Side struct {
	Name   string // as the person named it
	Skills *loader.Snapshot
	Policy policy.Policy
	Tools  []string     // the registered tools, sorted
	Root   string       // where its skills lie in the snapshot, such as "/workspace/skills"
	Eyes   agents.Table // what agents make of the folder at Root; empty where nobody looks
	// Advice is all that is found of a skill, with what its author is advised of; nil for the loader's findings alone.
	Advice func(*loader.Candidate) []skill.Finding
}

// Review is what differs from one side to the other.
type Review struct {
	Was    string  `json:"was"`
	Is     string  `json:"is"`
	Skills []Skill `json:"skills"`
	Same   int     `json:"same"` // skills that are the same in both
}

// Skill is one skill that differs.
type Skill struct {
	Name     string       `json:"name"`
	Op       tree.Op      `json:"op"`            // added, removed or changed
	Renamed  string       `json:"was,omitempty"` // the name that it had
	State    Pair         `json:"state"`
	Path     Pair         `json:"path"` // in the root, of the folder
	Reasons  Set          `json:"reasons"`
	Catalog  Pair         `json:"catalog"` // what a model is told of it
	Tools    Set          `json:"tools"`   // that a request of it may use
	Programs Set          `json:"programs"`
	Files    []File       `json:"files"`
	Findings Found        `json:"findings"`
	Tokens   Tokens       `json:"tokens"`
	Agents   []glance.Eye `json:"agents"` // those to whom it is something else now
}

// Pair is a text on both sides; empty where there is none.
type Pair struct {
	Was string `json:"was"`
	Is  string `json:"is"`
}

// Differs reports whether the two are others.
func (p Pair) Differs() bool { return p.Was != p.Is }

// Set is what one side has and the other has not.
type Set struct {
	Gone []string `json:"gone"`
	New  []string `json:"new"`
}

// Differs reports whether there is any.
func (s Set) Differs() bool { return len(s.Gone)+len(s.New) > 0 }

// Count is a number on both sides.
type Count struct {
	Was int `json:"was"`
	Is  int `json:"is"`
}

// Tokens is what a skill costs a context, about.
type Tokens struct {
	Listed Count `json:"listed"` // in the catalog
	Used   Count `json:"used"`   // once it is used
	Files  Count `json:"files"`  // all of its texts
}

// Differs reports whether any of them is another.
func (t Tokens) Differs() bool {
	return t.Listed.Was != t.Listed.Is || t.Used.Was != t.Used.Is || t.Files.Was != t.Files.Is
}

// Of is what differs from a to b.
func Of(a, b Side) Review {
	r := Review{Was: a.Name, Is: b.Name, Skills: []Skill{}}
	seen := map[string]bool{}
	lone := len(a.names()) == 1 && len(b.names()) == 1
	for _, s := range renamed(within(review.Of(a.Skills, b.Skills), a.Root, b.Root), lone) {
		r.Skills = append(r.Skills, One(a, b, s))
		seen[s.Name] = true
	}
	for _, s := range others(a, b, seen) {
		r.Skills = append(r.Skills, s)
		seen[s.Name] = true
	}
	for _, s := range losers(a, b) {
		r.Skills = append(r.Skills, One(a, b, s))
	}
	slices.SortStableFunc(r.Skills, func(x, y Skill) int { return strings.Compare(x.Name, y.Name) })
	for _, name := range b.names() {
		if !seen[name] {
			r.Same++
		}
	}
	return r
}

// names are those of the skills of the root.
func (d Side) names() (list []string) {
	for _, c := range d.Skills.Candidates {
		if c.State != loader.Shadowed && below(c, d.Root) {
			list = append(list, c.Name)
		}
	}
	return list
}

// below reports whether a candidate lies in a root; without one each does.
func below(c *loader.Candidate, root string) bool {
	return c != nil && (root == "" || strings.HasPrefix(c.Path, root+"/"))
}

// within leaves out what lies in other roots on both sides.
func within(list []review.Skill, was, is string) []review.Skill {
	return slices.DeleteFunc(list, func(s review.Skill) bool {
		if !below(s.Was, was) {
			s.Was = nil
		}
		if !below(s.Is, is) {
			s.Is = nil
		}
		return s.Was == nil && s.Is == nil
	})
}

// One is what differs of one skill.
func One(a, b Side, s review.Skill) Skill {
	one := Judged(a, b, s)
	one.Files = files(s)
	return one
}

// Judged is [One] without its files, for who shows these otherwise.
func Judged(a, b Side, s review.Skill) Skill {
	one := Skill{Name: s.Name, Op: op(s), State: Pair{review.State(s.Was), review.State(s.Is)}, Files: []File{}}
	if s.Was != nil && s.Was.Name != s.Name {
		one.Renamed = s.Was.Name
	}
	one.Path = Pair{a.path(s.Was), b.path(s.Is)}
	gone, come := s.Reasons()
	one.Reasons = Set{[]string{}, []string{}}
	for _, r := range gone {
		one.Reasons.Gone = append(one.Reasons.Gone, r.Message)
	}
	for _, r := range come {
		one.Reasons.New = append(one.Reasons.New, r.Message)
	}
	one.Catalog = Pair{entry(s.Was), entry(s.Is)}
	one.Tools = sets(a.tools(s.Was), b.tools(s.Is))
	one.Programs = sets(programs(s.Was), programs(s.Is))
	one.Findings = found(a.findings(s.Was), b.findings(s.Is))
	one.Tokens = tokens(s.Was, s.Is)
	one.Agents = eyes(a, b, s)
	return one
}

// losers are skills that another one of their name wins over, by their places: review looks at winners alone.
func losers(a, b Side) (list []review.Skill) {
	places := map[string]*loader.Candidate{}
	maps.Copy(places, a.shadowed())
	maps.Copy(places, b.shadowed())
	for at, c := range places {
		was, is := a.at(at), b.at(at)
		if was == nil || is == nil || !was.Folder().Equal(is.Folder()) {
			list = append(list, review.Skill{Name: c.Name, Was: was, Is: is, Files: tree.Diff(folder(was), folder(is))})
		}
	}
	slices.SortFunc(list, func(x, y review.Skill) int { return strings.Compare(place(x), place(y)) })
	return list
}

func place(s review.Skill) string {
	if s.Is == nil {
		return s.Was.Path
	}
	return s.Is.Path
}

// shadowed are those of the root by their places in it.
func (d Side) shadowed() map[string]*loader.Candidate {
	all := map[string]*loader.Candidate{}
	for _, c := range d.Skills.Candidates {
		if c.State == loader.Shadowed && below(c, d.Root) {
			all[d.path(c)] = c
		}
	}
	return all
}

// at is the candidate at a place of the root.
func (d Side) at(place string) *loader.Candidate { return d.Skills.At(d.Root + "/" + place) }

func op(s review.Skill) tree.Op {
	switch {
	case s.Was == nil:
		return tree.Added
	case s.Is == nil:
		return tree.Removed
	}
	return tree.Changed
}

func (d Side) path(c *loader.Candidate) string {
	if c == nil {
		return ""
	}
	return strings.TrimPrefix(c.Path, d.Root+"/")
}
