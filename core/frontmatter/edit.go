package frontmatter

import (
	"slices"

	"lily/core/order"
)

// Apply makes edits and returns the text with those that were made, in the order of the
// text. Of two that overlap the later one is made.
func Apply(text string, list []Edit) (string, []Edit) {
	list = slices.Clone(list)
	order.StableFunc(list, func(a, b Edit) int { return b.From - a.From })
	made, limit := []Edit{}, len(text)+1
	for _, e := range list {
		if e.To <= limit && e.From != limit {
			made, limit, text = append(made, e), e.From, text[:e.From]+e.Text+text[e.To:]
		}
	}
	slices.Reverse(made)
	return text, made
}

// Fixes are the edits that faults propose.
func Fixes(list []Fault) (edits []Edit) {
	for _, f := range list {
		if f.Fix != nil {
			edits = append(edits, *f.Fix)
		}
	}
	return edits
}
