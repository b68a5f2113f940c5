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
	rules     tree.Digest // that it was judged by
}

// Verdicts writes the snapshot's verdicts down, as [ReadVerdicts] reads them.
func (s *Snapshot) Verdicts() []byte {
	x := codec{b: []byte(verdictsHeader)}
	x.digest(&s.rules)
	for _, c := range s.base {
		n := len(c.Findings)
		unread := n > 0 && c.Findings[0].Code == "unreadable" // by this start; another one may read it
		if c.State == Shadowed || len(c.place.links) > 0 || unread || n > 0 && c.Findings[n-1].Code == "duplicate_name" {
			continue
		}
		x.verdict(&verdict{c.Path, c.Digest, c.Brief(), c.State, c.Untrusted, c.Reasons, c.Findings, s.rules})
	}
	return x.b
}

// ReadVerdicts reads what [Snapshot.Verdicts] wrote.
func ReadVerdicts(data []byte) (*Verdicts, error) {
	x := codec{reads: true, rest: string(data)}
	if x.take(len(verdictsHeader)) != verdictsHeader {
		return nil, errVerdicts
	}
	all := &Verdicts{list: make(map[string]*verdict, len(data)/256)}
	x.digest(&all.rules)
	for x.err == nil && x.rest != "" {
		v := &verdict{rules: all.rules}
		x.verdict(v)
		all.list[v.path] = v
	}
	return all, x.err
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
