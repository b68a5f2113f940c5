package loader

import (
	"encoding/json"
	"fmt"

	"lily/core/skill"
	"lily/core/tree"
)

// Memo is the verdicts of a snapshot, written down so that the next start need read
// no SKILL.md (VF-4). It is of use only to the same program: another one may judge
// otherwise.
type Memo struct {
	rules tree.Digest
	list  map[string]*remembrance
}

// remembrance is what was found of the winner at a path.
type remembrance struct {
	Path      string          `json:"path"`
	File      tree.Digest     `json:"file"` // of SKILL.md
	Brief     skill.Brief     `json:"brief"`
	State     State           `json:"state"`
	Untrusted bool            `json:"untrusted,omitempty"`
	Reasons   []skill.Reason  `json:"reasons,omitempty"`
	Findings  []skill.Finding `json:"findings,omitempty"`

	rules tree.Digest // that it was judged by
}

type memo struct {
	Rules tree.Digest    `json:"rules"`
	List  []*remembrance `json:"list"`
}

// Memo writes the snapshot's verdicts down, as [Recall] reads them.
func (s *Snapshot) Memo() []byte {
	m := memo{s.rules, []*remembrance{}}
	for _, c := range s.base {
		if c.State == Shadowed || c.unread() || len(c.Findings) > 0 && c.Findings[len(c.Findings)-1].Code == "duplicate_name" {
			continue
		}
		m.List = append(m.List, &remembrance{c.Path, c.Digest, c.Brief(), c.State, c.Untrusted, c.Reasons, c.Findings, s.rules})
	}
	data, err := json.Marshal(m)
	if err != nil {
		panic(err) // texts, numbers and lists always encode
	}
	return data
}

// unread reports whether the SKILL.md could not be read, which another start may.
func (c *Candidate) unread() bool {
	return len(c.Findings) > 0 && c.Findings[0].Code == "unreadable"
}

// Recall reads what [Snapshot.Memo] wrote.
func Recall(data []byte) (*Memo, error) {
	var m memo
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("the verdicts do not read: %w", err)
	}
	r := &Memo{m.Rules, make(map[string]*remembrance, len(m.List))}
	for _, v := range m.List {
		v.rules = m.Rules
		r.list[v.Path] = v
	}
	return r, nil
}

// LoadAgain is [Load], and takes verdicts from a memo where neither the file nor the
// rules are others than they were; a nil memo has none. It comes to the same.
func LoadAgain(in Input, prev *Snapshot, m *Memo) (*Snapshot, error) { return load(in, prev, m) }

// recall gives new places what is remembered of them.
func (s *Snapshot) recall(m *Memo) {
	if m == nil || m.rules != s.rules {
		return
	}
	for _, l := range s.Roots {
		for _, p := range l.fresh {
			if v := m.list[p.path]; v != nil && v.File == p.file.Digest() {
				p.memo = v
			}
		}
	}
}

// knows reports whether what is remembered holds under rules.
func (p *place) knows(rules tree.Digest) bool { return p.memo != nil && p.memo.rules == rules }

// remembered is the candidate of a remembered verdict.
func (p *place) remembered() *Candidate {
	c, v := p.candidate(), p.memo
	c.State, c.Untrusted = v.State, v.Untrusted
	c.Reasons, c.Findings = append(c.Reasons, v.Reasons...), append(c.Findings, v.Findings...)
	return c
}
