package skill

import (
	"slices"
	"strings"
)

// The bounds on what the proof of one file's fixes may cost: copies of it that
// are read, and their bytes together; and how many are proposed at all.
const (
	maxFixes      = 200
	maxTrials     = 50
	maxTrialBytes = 4 << 20
)

// prove drops every fix that would not keep what the author wrote (SK-9). Each
// is made on a copy, which is read and compared.
func (p *parser) prove() {
	if !slices.ContainsFunc(p.Findings, func(f Finding) bool { return f.Fix != nil }) {
		return
	}
	if !p.read {
		p.proveReading()
		return
	}
	left := min(maxTrials, maxTrialBytes/(len(p.text)+1))
	for i := range p.Findings {
		f := &p.Findings[i]
		if f.Fix == nil {
			continue
		}
		if q, ok := p.trial(*f); !ok || left <= 0 || !p.keeps(q, *f) {
			f.Fix = nil
		}
		left--
	}
}

// proveReading proves the fixes of a frontmatter that cannot be read, which hold
// together: with all of them made it reads. What it then has to be told is told
// at once, so that a fix brings up nothing new.
func (p *parser) proveReading() {
	q, ok := p.trial(p.Findings...)
	if ok && q.read && (p.Malformed() || !q.Malformed()) && p.sameEnd(q) && p.sameNames(q) && !p.misread(q) {
		p.adopt(q)
		return
	}
	open := func(f Finding) bool { return f.Fix == nil && f.Severity == Error }
	if ok && !q.read && !p.adds(q) && slices.ContainsFunc(p.Findings, open) {
		return // it stays unreadable; each fix was tried on its own entry
	}
	for i := range p.Findings {
		p.Findings[i].Fix = nil
	}
}

// sameEnd reports whether the file still ends as it did: a fix of the
// frontmatter leaves the body alone.
func (p *parser) sameEnd(q *parser) bool {
	short, long := q.slice(q.body), p.slice(p.body)
	if len(short) > len(long) {
		short, long = long, short
	}
	return strings.HasSuffix(long, short)
}

// sameNames reports whether the copy has the keys that the lines of the
// frontmatter begin with, in their order, and no other.
func (p *parser) sameNames(q *parser) bool {
	if p.fm.from == 0 {
		return true
	}
	var had, has []string
	seen := map[string]bool{"": true}
	for _, b := range p.blocks() {
		if !seen[b.key] {
			had = append(had, b.key)
		}
		seen[b.key] = true
	}
	for _, e := range q.keys {
		if _, _, simple := cutKey(e.key + ":"); simple {
			has = append(has, e.key)
		}
	}
	return slices.Equal(had, has)
}

// trial reads a copy with fixes made.
func (p *parser) trial(list ...Finding) (*parser, bool) {
	data, n := ApplyAll(p.data, list)
	if n == 0 {
		return nil, false
	}
	q := newParser(p.Name, data)
	q.trying = true
	q.readAll()
	return q, true
}

// adopt takes over what a copy with all fixes made has to be told of.
func (p *parser) adopt(q *parser) {
	if p.Malformed() {
		p.Format = q.Format
	}
	edits, told := editsOf(p.data, p.Findings), slices.Clone(p.Findings)
	for _, f := range q.Findings {
		at, ok := offset(q.text, f.Line, f.Column)
		if f.Line, f.Column = p.place(before(edits, at)); ok && !slices.Contains(told, f) {
			p.Findings = append(p.Findings, f)
		}
	}
}

// misread reports whether what a fix wrote is of the wrong type there.
func (p *parser) misread(q *parser) bool {
	edits := editsOf(p.data, p.Findings)
	return slices.ContainsFunc(q.Findings, func(f Finding) bool {
		at, _ := offset(q.text, f.Line, f.Column)
		at = before(edits, at)
		here := slices.ContainsFunc(edits, func(e change) bool { return e.from <= at && at <= e.to })
		return here && slices.Contains([]string{"wrong_type", "odd_type", "tool_key_type", "unbalanced_parens", "bad_proposal"}, f.Code)
	})
}

// before is the offset that an offset of the copy had before the edits, which
// are in the order of the file.
func before(edits []change, at int) int {
	moved := 0
	for _, e := range edits {
		switch {
		case at < e.from+moved:
			return at - moved
		case at < e.from+moved+len(e.text):
			return e.from
		}
		moved += len(e.text) - (e.to - e.from)
	}
	return at - moved
}
