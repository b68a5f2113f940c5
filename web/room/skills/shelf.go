package skills

import (
	"math/bits"
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/near"
	"lily/core/prompt"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/state"
)

// kind is what chips tell apart, as a set of bits.
type kind uint

const (
	excluded kind = 1 << iota
	findings
	hidden
	untrusted
	bundled
	user
	workspace
	kinds = iota
)

// sources are the kinds of what lies in a root.
var sources = map[world.Source]kind{world.Bundled: bundled, world.User: user, world.Workspace: workspace}

// shelf is a snapshot's candidates in the order in which they are listed, with what chips and
// the search ask of each. It is made once for a snapshot and its catalog.
type shelf struct {
	of    string
	list  []*loader.Candidate
	kinds []kind
	count [kinds]int // of each kind, in their order
	names []string   // in lower case; nil until one is searched for
	said  []string   // summaries in lower case; the same
}

// newShelf puts problems first, then what was found to be odd, then what is as it should be, and
// last what someone wants out of the way.
func newShelf(of string, snap *loader.Snapshot, catalog *state.Standing) *shelf {
	n := len(snap.Candidates)
	h := &shelf{of: of, list: make([]*loader.Candidate, 0, n), kinds: make([]kind, 0, n)}
	ranked := [4][]*loader.Candidate{}
	for _, c := range snap.Candidates {
		at := rank(c)
		ranked[at] = append(ranked[at], c)
	}
	for _, list := range ranked {
		for _, c := range list {
			k := kindOf(c, catalog)
			h.list, h.kinds = append(h.list, c), append(h.kinds, k)
			for i := range h.count {
				h.count[i] += int(k >> i & 1)
			}
		}
	}
	return h
}

// many is how many there are of a kind.
func (h *shelf) many(of kind) int {
	if of == 0 {
		return len(h.list)
	}
	return h.count[bits.TrailingZeros(uint(of))]
}

// paths are those of all.
func (h *shelf) paths() map[string]bool {
	all := make(map[string]bool, len(h.list))
	for _, c := range h.list {
		all[c.Path] = true
	}
	return all
}

func rank(c *loader.Candidate) int {
	switch {
	case c.State == loader.Disabled || c.State == loader.Shadowed:
		return 3
	case c.State != loader.Available:
		return 0
	case grave(c) > 0:
		return 1
	}
	return 2
}

// grave is how many findings say more than a note.
func grave(c *loader.Candidate) (n int) {
	for i := range c.Findings {
		if c.Findings[i].Severity != skill.Info {
			n++
		}
	}
	return n
}

func kindOf(c *loader.Candidate, catalog *state.Standing) (k kind) {
	k = sources[c.Source]
	if c.State != loader.Available {
		k |= excluded
	} else if e, ok := catalog.Entry(c.Name); ok && (e.Listing == prompt.Dropped || e.Listing == prompt.Apart) || c.Brief().PersonOnly {
		k |= hidden
	}
	if grave(c) > 0 {
		k |= findings
	}
	if c.Untrusted {
		k |= untrusted
	}
	return k
}

// name is a skill's in lower case.
func (h *shelf) name(i int) string {
	if h.names == nil {
		h.names = make([]string, len(h.list))
		for i, c := range h.list {
			h.names[i] = strings.ToLower(c.Name)
		}
	}
	return h.names[i]
}

// summary is a skill's in lower case. One that is shadowed has none, since it is not parsed.
func (h *shelf) summary(i int) string {
	if h.said == nil {
		h.said = make([]string, len(h.list))
		for i, c := range h.list {
			if c.State != loader.Shadowed {
				h.said[i] = strings.ToLower(c.Brief().Summary)
			}
		}
	}
	return h.said[i]
}

// find are the skills of a kind that match a query, the nearest first: each of its words is in the
// name, letters between them allowed, or in the summary.
func (h *shelf) find(query string, of kind) (list []int) {
	const worst = 24
	words := strings.Fields(strings.ToLower(query))
	var by [worst + 1][]int
	for i, k := range h.kinds {
		if k&of != of {
			continue
		}
		if score, ok := h.score(i, words); ok {
			score = min(score, worst)
			by[score] = append(by[score], i)
		}
	}
	return slices.Concat(by[:]...)
}

// inSummary is the score of a word that is in a summary, and no more than scattered over the name.
const inSummary = 12

func (h *shelf) score(i int, words []string) (sum int, ok bool) {
	for _, w := range words {
		score, ok := h.named(i, w)
		if !ok || score > inSummary {
			if strings.Contains(h.summary(i), w) {
				score = inSummary
			} else if !ok {
				return 0, false
			}
		}
		sum += score
	}
	return sum, true
}

// named is how near a word is to a name. Most names it is not in at all, which is seen at once.
func (h *shelf) named(i int, word string) (score int, ok bool) {
	rest := h.name(i)
	if strings.HasPrefix(rest, word) {
		return 0, true
	}
	for _, letter := range []byte(word) {
		at := strings.IndexByte(rest, letter)
		if at < 0 {
			return 0, false
		}
		rest = rest[at+1:]
	}
	_, score, ok = near.Letters(word, h.list[i].Name)
	return score, ok
}

// marks are the letters of a name that a query found, and of the summary where the name has not all.
func marks(c *loader.Candidate, query string) (name, said []int, whole bool) {
	whole = true
	for w := range strings.FieldsSeq(query) {
		at, score, ok := near.Letters(w, c.Name)
		if name = append(name, at...); ok && score <= inSummary {
			continue
		}
		whole = false
		if c.State != loader.Shadowed {
			said = append(said, within(c.Brief().Summary, w)...)
		}
	}
	slices.Sort(name)
	slices.Sort(said)
	return slices.Compact(name), slices.Compact(said), whole
}

// within are the places of the letters of a word in a text, whatever their case.
func within(text, word string) (at []int) {
	for i := range text {
		n := 0
		for j, r := range text[i:] {
			if n == len(word) {
				break
			}
			w := strings.ToLower(string(r))
			if !strings.HasPrefix(word[n:], w) {
				break
			}
			n += len(w)
			at = append(at, i+j)
		}
		if n == len(word) {
			return at
		}
		at = at[:0]
	}
	return nil
}
