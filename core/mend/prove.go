package mend

import (
	"slices"
	"strings"

	"lily/core/frontmatter"
)

// The bounds on what the proof of one file's fixes may cost: copies of it that are read,
// and their bytes together.
const (
	maxTrials     = 50
	maxTrialBytes = 4 << 20
)

// Reader is what a proof asks of whoever reads the whole file.
type Reader interface {
	// Again reads a copy, with all that is to be told of it and no fixes.
	Again(text string) *frontmatter.Doc
	// Grave reports whether a fault of some code excludes the skill.
	Grave(code string) bool
}

// Prove drops every fix that would not keep what the author wrote (SK-9). Each is made on
// a copy, which is read and compared. Those of a frontmatter that cannot be read hold
// together: where with all of them made it reads, it is told of what the copy has to be
// told of, and meant says that only the copy, the last one, shows what was meant.
func Prove(d *frontmatter.Doc, r Reader) (meant bool) {
	if !slices.ContainsFunc(d.Faults, func(f frontmatter.Fault) bool { return f.Fix != nil }) {
		return false
	}
	m := &mender{Doc: d, Reader: r}
	if d.Outcome != frontmatter.Whole {
		return m.proveReading()
	}
	left := min(maxTrials, maxTrialBytes/(len(d.Text)+1))
	for i := range d.Faults {
		f := &d.Faults[i]
		if f.Fix == nil {
			continue
		}
		if q, _ := m.trial(*f); left <= 0 || !m.keeps(q, *f) {
			f.Fix = nil
		}
		left--
	}
	return false
}

// proveReading proves the fixes of a frontmatter that cannot be read. What it has to be
// told once it can is told at once, so that a fix brings up nothing new.
func (m *mender) proveReading() bool {
	q, made := m.trial(m.Faults...)
	reads, bad := q.Outcome == frontmatter.Whole, m.malformed(m.Doc)
	if reads && (bad || !m.malformed(q)) && m.sameEnd(q) && m.sameNames(q) && !m.misread(q, made) {
		m.adopt(q, made)
		return bad
	}
	open := func(f frontmatter.Fault) bool { return f.Fix == nil && m.Grave(f.Code) }
	if !reads && !m.adds(q) && slices.ContainsFunc(m.Faults, open) {
		return false // it stays unreadable; each fix was tried on its own entry
	}
	for i := range m.Faults {
		m.Faults[i].Fix = nil
	}
	return false
}

func (m *mender) malformed(d *frontmatter.Doc) bool {
	return slices.ContainsFunc(d.Faults, func(f frontmatter.Fault) bool { return m.Grave(f.Code) })
}

// trial reads a copy with fixes made.
func (m *mender) trial(list ...frontmatter.Fault) (*frontmatter.Doc, []frontmatter.Edit) {
	text, made := frontmatter.Apply(m.Text, frontmatter.Fixes(list))
	return m.Again(text), made
}

// sameEnd reports whether the file still ends as it did: a fix of the
// frontmatter leaves the body alone.
func (m *mender) sameEnd(q *frontmatter.Doc) bool {
	is, was := q.Slice(q.Tail), m.Slice(m.Tail)
	return strings.HasSuffix(is, was) || strings.HasSuffix(was, is)
}

// sameNames reports whether the copy has the keys that the lines of the
// frontmatter begin with, in their order, and no other.
func (m *mender) sameNames(q *frontmatter.Doc) bool {
	if m.Head.From == 0 {
		return true
	}
	var had, has []string
	seen := map[string]bool{"": true}
	for _, b := range m.blocks() {
		if !seen[b.key] {
			had = append(had, b.key)
		}
		seen[b.key] = true
	}
	for _, e := range q.Keys {
		if _, _, simple := frontmatter.CutKey(e.Key + ":"); simple {
			has = append(has, e.Key)
		}
	}
	return slices.Equal(had, has)
}

// adopt takes over what a copy with all fixes made has to be told of.
func (m *mender) adopt(q *frontmatter.Doc, made []frontmatter.Edit) {
	told := slices.Clone(m.Faults)
	for _, f := range q.Faults {
		if f.At = before(made, f.At); !slices.Contains(told, f) {
			m.Faults = append(m.Faults, f)
		}
	}
}

// misread reports whether what a fix wrote is of the wrong type there.
func (m *mender) misread(q *frontmatter.Doc, made []frontmatter.Edit) bool {
	return slices.ContainsFunc(q.Faults, func(f frontmatter.Fault) bool {
		at := before(made, f.At)
		here := slices.ContainsFunc(made, func(e frontmatter.Edit) bool { return e.From <= at && at <= e.To })
		return here && slices.Contains([]string{"wrong_type", "odd_type", "tool_key_type", "unbalanced_parens", "bad_proposal"}, f.Code)
	})
}

// before is the offset that an offset of the copy had before the edits, which
// are in the order of the file.
func before(made []frontmatter.Edit, at int) int {
	moved := 0
	for _, e := range made {
		switch {
		case at < e.From+moved:
			return at - moved
		case at < e.From+moved+len(e.Text):
			return e.From
		}
		moved += len(e.Text) - (e.To - e.From)
	}
	return at - moved
}
