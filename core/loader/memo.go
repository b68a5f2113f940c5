package loader

import (
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
	path      string
	file      tree.Digest // of SKILL.md
	brief     skill.Brief
	state     State
	untrusted bool
	reasons   []skill.Reason
	findings  []skill.Finding

	rules tree.Digest // that it was judged by
}

// Memo writes the snapshot's verdicts down, as [Recall] reads them.
func (s *Snapshot) Memo() []byte {
	b := append([]byte(memoHeader), s.rules[:]...)
	for _, c := range s.base {
		if c.State == Shadowed || len(c.place.links) > 0 || c.unread() || len(c.Findings) > 0 && c.Findings[len(c.Findings)-1].Code == "duplicate_name" {
			continue
		}
		b = c.remember(b)
	}
	return b
}

// unread reports whether the SKILL.md could not be read, which another start may.
func (c *Candidate) unread() bool {
	return len(c.Findings) > 0 && c.Findings[0].Code == "unreadable"
}

// Recall reads what [Snapshot.Memo] wrote.
func Recall(data []byte) (*Memo, error) {
	r := recalling{rest: string(data)}
	if header := r.take(len(memoHeader)); header != memoHeader {
		return nil, errMemo
	}
	m := &Memo{rules: r.digest(), list: make(map[string]*remembrance, len(data)/256)}
	for r.err == nil && r.rest != "" {
		v := r.verdict()
		v.rules = m.rules
		m.list[v.path] = v
	}
	return m, r.err
}

// LoadAgain is [Load], and takes verdicts from a memo where neither the file nor the
// rules are others than they were; a nil memo has none. It comes to the same.
func LoadAgain(in Input, prev *Snapshot, m *Memo) (*Snapshot, error) { return load(in, prev, m, nil) }

// recall gives new places what is remembered of them.
func (s *Snapshot) recall(m *Memo) {
	if m == nil || m.rules != s.rules {
		return
	}
	for _, l := range s.Roots {
		for _, p := range l.fresh {
			if v := m.list[p.path]; v != nil && v.file == p.file.Digest() && len(p.links) == 0 {
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
	c.State, c.Untrusted = v.state, v.untrusted
	c.Reasons, c.Findings = append(c.Reasons, v.reasons...), append(c.Findings, v.findings...)
	return c
}
