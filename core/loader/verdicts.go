package loader

import (
	"encoding/binary"
	"errors"

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

func (p *place) judged() *Candidate {
	c, v := p.candidate(), p.verdict
	c.State, c.Untrusted = v.state, v.untrusted
	c.Reasons, c.Findings = append(c.Reasons, v.reasons...), append(c.Findings, v.findings...)
	return c
}

const verdictsHeader = "verdicts 2\n"

var errVerdicts = errors.New("the verdicts do not read")

// codec writes verdicts as bytes that cost a start little to read, or reads them: texts
// after their lengths and numbers, one after the other. After an error all is empty.
type codec struct {
	b     []byte // what is written
	reads bool
	rest  string // what is still to read, which the texts are parts of
	err   error
}

func (x *codec) verdict(v *verdict) {
	x.texts(&v.path)
	x.digest(&v.file)
	b := &v.brief
	x.texts((*string)(&b.Format), (*string)(&b.Mode), &b.Summary, &b.Command, &b.CommandTool, (*string)(&v.state))
	x.marks(&b.PersonOnly, &b.ModelOnly, &v.untrusted)
	each(x, &v.reasons, func(r *skill.Reason) { x.texts(&r.Code, &r.Message, &r.Clause) })
	each(x, &v.findings, x.finding)
}

func (x *codec) finding(f *skill.Finding) {
	x.texts(&f.Code, (*string)(&f.Severity), &f.File, &f.Message, &f.Clause)
	x.numbers(&f.Line, &f.Column)
	fixed := f.Fix != nil
	if x.marks(&fixed); !fixed {
		return
	}
	if x.reads {
		f.Fix = &skill.Fix{}
	}
	x.numbers(&f.Fix.Line, &f.Fix.Column, &f.Fix.EndLine, &f.Fix.EndColumn)
	x.texts(&f.Fix.Text)
}

func each[T any](x *codec, list *[]T, one func(*T)) {
	n := len(*list)
	x.numbers(&n)
	for i := 0; i < n && x.err == nil; i++ {
		if x.reads {
			*list = append(*list, *new(T))
		}
		one(&(*list)[i])
	}
}

func (x *codec) texts(list ...*string) {
	for _, s := range list {
		n := len(*s)
		if x.numbers(&n); x.reads {
			*s = x.take(n)
		} else {
			x.b = append(x.b, *s...)
		}
	}
}

func (x *codec) numbers(list ...*int) {
	for _, n := range list {
		if !x.reads {
			x.b = binary.AppendUvarint(x.b, uint64(*n))
			continue
		}
		v, size := binary.Uvarint([]byte(x.rest[:min(len(x.rest), binary.MaxVarintLen64)]))
		*n = int(v)
		if x.take(max(1, size)); size <= 0 || *n < 0 {
			x.rest, x.err, *n = "", errVerdicts, 0
		}
	}
}

func (x *codec) marks(list ...*bool) {
	for _, is := range list {
		n := 0
		if *is {
			n = 1
		}
		x.numbers(&n)
		*is = n == 1
	}
}

func (x *codec) digest(d *tree.Digest) {
	if x.reads {
		copy(d[:], x.take(len(d)))
	} else {
		x.b = append(x.b, d[:]...)
	}
}

func (x *codec) take(n int) string {
	if n > len(x.rest) {
		x.rest, x.err = "", errVerdicts
		return ""
	}
	text := x.rest[:n]
	x.rest = x.rest[n:]
	return text
}
