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

// Prove drops every fix that would not keep what the author wrote (SK-9), where there is one. Each is made on
// a copy, which is read and compared. Those of a frontmatter that cannot be read hold
// together: where with all of them made it reads, it is told of what the copy has to be
// told of, and meant says that only the copy, the last one, shows what was meant. again
// reads a copy, with all that is to be told of it and no fixes; a grave fault excludes the
// skill.
func Prove(d *frontmatter.Doc, again func(text string) *frontmatter.Doc, grave func(code string) bool) (meant bool) {
	m := &mender{Doc: d, again: again, grave: grave}
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
	open := func(f frontmatter.Fault) bool { return f.Fix == nil && m.grave(f.Code) }
	if !reads && !m.adds(q) && slices.ContainsFunc(m.Faults, open) {
		return false // it stays unreadable; each fix was tried on its own entry
	}
	for i := range m.Faults {
		m.Faults[i].Fix = nil
	}
	return false
}

func (m *mender) malformed(d *frontmatter.Doc) bool {
	return slices.ContainsFunc(d.Faults, func(f frontmatter.Fault) bool { return m.grave(f.Code) })
}

func (m *mender) trial(list ...frontmatter.Fault) (*frontmatter.Doc, []frontmatter.Edit) {
	text, made := frontmatter.Apply(m.Text, frontmatter.Fixes(list))
	return m.again(text), made
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
	for _, b := range m.blocks() {
		if b.key != "" && !slices.Contains(had, b.key) {
			had = append(had, b.key)
		}
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

// keeps reports whether a copy has one fault less, no other more, and all else
// that was written.
func (m *mender) keeps(q *frontmatter.Doc, f frontmatter.Fault) bool {
	if m.adds(q) || counts(q)[f.Code] >= counts(m.Doc)[f.Code] || q.Outcome != frontmatter.Whole || q.Head.From != m.Head.From {
		return false
	}
	word := slices.Contains([]string{"name_mismatch", "bad_alias", "bad_tool_name", "tool_key_type"}, f.Code) // by its nature
	return (word || letters(m.Slice(f.Fix.Span), f.Fix.Text)) && m.sameKeys(q, f.Fix.From)
}

func (m *mender) adds(q *frontmatter.Doc) bool {
	had := counts(m.Doc)
	for code, n := range counts(q) {
		if n > had[code] {
			return true
		}
	}
	return false
}

func counts(d *frontmatter.Doc) map[string]int {
	n := map[string]int{}
	for _, f := range d.Faults {
		n[f.Code]++
	}
	return n
}

// letters reports whether what was written is still there in its order, but for
// blanks, quotes and escapes, and that only signs of YAML were added.
func letters(was, is string) bool {
	was = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", `"`, "", "'", "", `\`, "").Replace(was)
	for _, r := range is {
		rest, same := strings.CutPrefix(was, string(r))
		if was = rest; !same && !strings.ContainsRune("\"'\\[]{} \t\r\n", r) {
			return false
		}
	}
	return was == ""
}

// sameKeys reports whether all keys are there in their order, with the same
// values but for the one around an offset.
func (m *mender) sameKeys(q *frontmatter.Doc, fixed int) bool {
	if len(m.Keys) != len(q.Keys) {
		return false
	}
	for i, e := range m.Keys {
		here := fixed >= e.At && (i+1 == len(m.Keys) || fixed < m.Keys[i+1].At)
		if e.Key != q.Keys[i].Key || !here && !frontmatter.Same(e.Value, q.Keys[i].Value) {
			return false
		}
	}
	return true
}
