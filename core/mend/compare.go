package mend

import (
	"slices"
	"strings"

	"lily/core/frontmatter"
)

// keeps reports whether a copy has one fault less, no other more, and all else
// that was written.
func (m *mender) keeps(q *frontmatter.Doc, f frontmatter.Fault) bool {
	if m.adds(q) || counts(q)[f.Code] >= counts(m.Doc)[f.Code] || q.Outcome != frontmatter.Whole || q.Head.From != m.Head.From {
		return false
	}
	word := slices.Contains([]string{"name_mismatch", "bad_alias", "bad_tool_name", "tool_key_type"}, f.Code) // by its nature
	return (word || letters(m.Slice(f.Fix.Span), f.Fix.Text)) && m.sameKeys(q, f.Fix.From)
}

// adds reports whether a copy has a fault more of some code.
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
