package skill

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// The bounds on what the proof of one file's fixes may cost: copies of it that
// are read, and their bytes together.
const (
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
	edits := editsOf(p.data, p.Findings)
	for _, f := range q.Findings {
		at, ok := offset(q.text, f.Line, f.Column)
		if !ok || p.told(f) {
			continue
		}
		f.Line, f.Column = p.place(before(edits, at))
		p.Findings = append(p.Findings, f)
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

func (p *parser) told(f Finding) bool {
	return slices.ContainsFunc(p.Findings, func(g Finding) bool { return g.Code == f.Code && g.Message == f.Message })
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

// keeps reports whether a copy has one fault less, no other more, and all else
// that was written.
func (p *parser) keeps(q *parser, f Finding) bool {
	if p.adds(q) || q.counts()[f.Code] >= p.counts()[f.Code] || !q.read || q.fm.from != p.fm.from {
		return false
	}
	from, to, err := f.Fix.bounds(p.data)
	return err == nil && (replaces(f.Code) || letters(p.text[from:to], f.Fix.Text)) && p.sameKeys(q, from)
}

// adds reports whether a copy has a finding more of some code.
func (p *parser) adds(q *parser) bool {
	had := p.counts()
	for code, n := range q.counts() {
		if n > had[code] {
			return true
		}
	}
	return false
}

func (p *parser) counts() map[string]int {
	n := map[string]int{}
	for _, f := range p.Findings {
		n[f.Code]++
	}
	return n
}

// replaces names the findings whose fix is another word by its nature.
func replaces(code string) bool {
	return slices.Contains([]string{"name_mismatch", "bad_alias", "bad_tool_name", "tool_key_type"}, code)
}

// letters reports whether what was written is still there in its order, but for
// blanks, quotes and escapes, and that only signs of YAML were added.
func letters(was, is string) bool {
	const signs = "\"'\\[]{}"
	at := 0
	was = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", `"`, "", "'", "", `\`, "").Replace(was)
	for _, r := range is {
		switch rest := was[at:]; {
		case strings.HasPrefix(rest, string(r)):
			at += len(string(r))
		case !strings.ContainsRune(signs+" \t\r\n", r):
			return false
		}
	}
	return at == len(was)
}

// sameKeys reports whether all keys are there in their order, with the same
// values but for the one around an offset.
func (p *parser) sameKeys(q *parser, fixed int) bool {
	if len(p.keys) != len(q.keys) {
		return false
	}
	for i, e := range p.keys {
		here := fixed >= e.at && (i+1 == len(p.keys) || fixed < p.keys[i+1].at)
		if e.key != q.keys[i].key || !here && !same(e.value, q.keys[i].value, maxDepth) {
			return false
		}
	}
	return true
}

// same compares two values as they are written. What is nested too deeply is
// not the same.
func same(a, b *yaml.Node, depth int) bool {
	if depth == 0 || a.Kind != b.Kind || a.ShortTag() != b.ShortTag() || a.Value != b.Value || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i], depth-1) {
			return false
		}
	}
	return true
}
