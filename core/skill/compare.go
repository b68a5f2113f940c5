package skill

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

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
