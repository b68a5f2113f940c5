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
	edits := editsOf(data, fs)
	out := make([]byte, 0, len(data)+len(edits))
	at := 0
	for _, e := range edits {
		out = append(append(out, data[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, data[at:]...), len(edits)
}

// change is a fix as offsets.
type change struct {
	from, to int
	text     string
}

// editsOf lists the fixes that can be made together, in the order of the file.
func editsOf(data []byte, fs []Finding) []change {
	var all, list []change
	for _, f := range fs {
		if f.Fix == nil {
			continue
		}
		if from, to, err := f.Fix.bounds(data); err == nil {
			all = append(all, change{from, to, f.Fix.Text})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[j].from-all[i].from < 0 })
	limit := len(data) + 1
	for _, e := range all {
		if e.to > limit || e.from == limit {
			continue
		}
		list, limit = append(list, e), e.from
	}
	slices.Reverse(list)
	return list
}

// fix hangs on a finding the replacement of a span.
func (p *parser) fix(f *Finding, at span, text string) {
	if p.trying || p.proposed == maxFixes {
		return
	}
	p.proposed++
	f.Fix = newFix(p.text, at, text)
}

func newFix(file string, at span, text string) *Fix {
	f := &Fix{Text: text}
	f.Line, f.Column = position(file, at.from)
	f.EndLine, f.EndColumn = position(file, at.to)
	return f
}
