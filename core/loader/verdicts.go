package loader

import (
	"lily/core/skill"
	"lily/core/tree"
)

// Verdicts are those of a snapshot, kept so that the next start need read no SKILL.md
// (VF-4). They are of use only to the same program: another one may judge otherwise.
type Verdicts struct {
	rules tree.Digest
	list  map[string]*verdict
}

// verdict is what was found of the winner at a path.
type verdict struct {
	path      string
	file      tree.Digest // of SKILL.md
	brief     skill.Brief
	state     State
	untrusted bool
	reasons   []skill.Reason
	findings  []skill.Finding

	rules tree.Digest // that it was judged by
}

// Verdicts writes the snapshot's verdicts down, as [ReadVerdicts] reads them.
func (s *Snapshot) Verdicts() []byte {
	b := append([]byte(verdictsHeader), s.rules[:]...)
	for _, c := range s.base {
		if c.State == Shadowed || len(c.place.links) > 0 || c.unread() || len(c.Findings) > 0 && c.Findings[len(c.Findings)-1].Code == "duplicate_name" {
			continue
		}
		b = c.verdict(b)
	}
	return b
}

// unread reports whether the SKILL.md could not be read, which another start may.
func (c *Candidate) unread() bool {
	return len(c.Findings) > 0 && c.Findings[0].Code == "unreadable"
}

// ReadVerdicts reads what [Snapshot.Verdicts] wrote.
func ReadVerdicts(data []byte) (*Verdicts, error) {
	r := verdictReader{rest: string(data)}
	if header := r.take(len(verdictsHeader)); header != verdictsHeader {
		return nil, errVerdicts
	}
	all := &Verdicts{rules: r.digest(), list: make(map[string]*verdict, len(data)/256)}
	for r.err == nil && r.rest != "" {
		v := r.verdict()
		v.rules = all.rules
		all.list[v.path] = v
	}
	return all, r.err
}

// recall gives new places the verdicts on them.
func (s *Snapshot) recall(all *Verdicts) {
	if all == nil || all.rules != s.rules {
		return
	}
	for _, l := range s.Roots {
		for _, p := range l.fresh {
			if v := all.list[p.path]; v != nil && v.file == p.file.Digest() && len(p.links) == 0 {
				p.verdict = v
			}
		}
	}
}

// knows reports whether the verdict holds under rules.
func (p *place) knows(rules tree.Digest) bool { return p.verdict != nil && p.verdict.rules == rules }

// judged is the candidate of a verdict.
func (p *place) judged() *Candidate {
	c, v := p.candidate(), p.verdict
	c.State, c.Untrusted = v.state, v.untrusted
	c.Reasons, c.Findings = append(c.Reasons, v.reasons...), append(c.Findings, v.findings...)
	return c
}
