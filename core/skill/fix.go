package skill

import (
	"fmt"
	"slices"
	"sort"
)

// Apply returns data with the fix made; data itself is left as it is. It fails
// when the fix points outside of data, as it does after data was edited (SK-9).
func (f Fix) Apply(data []byte) ([]byte, error) {
	from, to, err := f.bounds(data)
	if err != nil {
		return nil, err
	}
	return slices.Concat(data[:from], []byte(f.Text), data[to:]), nil
}

func (f Fix) bounds(data []byte) (from, to int, err error) {
	text := string(data)
	from, ok := offset(text, f.Line, f.Column)
	if !ok {
		return 0, 0, fmt.Errorf("SKILL.md:%d:%d: the fix begins outside of the file", f.Line, f.Column)
	}
	to, ok = offset(text, f.EndLine, f.EndColumn)
	if !ok || to < from {
		return 0, 0, fmt.Errorf("SKILL.md:%d:%d: the fix ends outside of the file", f.EndLine, f.EndColumn)
	}
	return from, to, nil
}

// ApplyAll makes the fixes of all findings and returns how many were made. Of
// two that overlap the later one in the file is made.
func ApplyAll(data []byte, fs []Finding) ([]byte, int) {
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	for _, f := range fs {
		if f.Fix == nil {
			continue
		}
		if from, to, err := f.Fix.bounds(data); err == nil {
			edits = append(edits, edit{from, to, f.Fix.Text})
		}
	}
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		return b.from-a.from < 0
	})
	made, limit := 0, len(data)+1
	out := slices.Clone(data)
	for _, e := range edits {
		if e.to > limit || e.from == limit {
			continue
		}
		out = slices.Concat(out[:e.from], []byte(e.text), out[e.to:])
		made, limit = made+1, e.from
	}
	return out, made
}

// fix hangs on a finding the replacement of a span.
func (p *parser) fix(f *Finding, at span, text string) {
	f.Fix = newFix(p.text, at, text)
}

func newFix(file string, at span, text string) *Fix {
	f := &Fix{Text: text}
	f.Line, f.Column = position(file, at.from)
	f.EndLine, f.EndColumn = position(file, at.to)
	return f
}
