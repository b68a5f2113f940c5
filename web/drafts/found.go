package drafts

import (
	"iter"
	"maps"
	"slices"

	"lily/core/skill"
)

// Found are the findings of the texts that are edited, as they were judged last.
type Found struct {
	Rev int // rises whenever they change
	by  map[string][]skill.Finding
}

// Has reports whether a text has been judged while it is edited.
func (f Found) Has(of string) bool { return f.by[of] != nil }

// All are those of each text, by what they are of.
func (f Found) All() iter.Seq2[string, []skill.Finding] {
	return func(yield func(string, []skill.Finding) bool) {
		for _, of := range slices.Sorted(maps.Keys(f.by)) {
			if !yield(of, f.by[of]) {
				return
			}
		}
	}
}

// Judged takes what was found in a text. One without a draft is as it is saved: others say what is wrong with that, but
// for the profile and the policy, which only their editors judge. It reports whether the page shows
// another list of problems now.
func (d *Drafts) Judged(of string, list []skill.Finding) bool {
	was, had := d.Found.by[of]
	keep := d.texts[of] != nil || len(list) > 0 && (of == "profile" || of == "policy")
	if keep == had && (!keep || slices.EqualFunc(was, list, func(a, b skill.Finding) bool {
		return a.Code == b.Code && a.Line == b.Line && a.Message == b.Message
	})) {
		return false
	}
	if d.Found.by == nil {
		d.Found.by = map[string][]skill.Finding{}
	}
	if d.Found.Rev++; keep {
		d.Found.by[of] = append([]skill.Finding{}, list...)
	} else {
		delete(d.Found.by, of)
	}
	return d.page.Shown.Low
}
