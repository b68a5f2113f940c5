package skills

import (
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
)

// sources are the kinds of what lies in a root.
var sources = map[world.Source]kind{world.Bundled: bundled, world.User: user, world.Workspace: workspace}

// shelf is a snapshot's candidates in the order in which they are listed, with what chips and
// the search ask of each. It is made once for a snapshot and its catalog.
type shelf struct {
	of    string
	list  []*loader.Candidate
	kinds []kind
	count map[kind]int
	at    map[string]int // by path
	names []string       // in lower case
	said  []string       // summaries in lower case; nil until one is asked for
}

// newShelf puts problems first, then what was found to be odd, then what is as it should be, and
// last what someone wants out of the way.
func newShelf(of string, snap *loader.Snapshot, catalog *state.Standing) *shelf {
	h := &shelf{of: of, count: map[kind]int{}, at: make(map[string]int, len(snap.Candidates))}
	n := len(snap.Candidates)
	h.list, h.kinds = make([]*loader.Candidate, 0, n), make([]kind, 0, n)
	ranked := [4][]*loader.Candidate{}
	for _, c := range snap.Candidates {
		ranked[rank(c)] = append(ranked[rank(c)], c)
	}
	for _, list := range ranked {
		for _, c := range list {
			k := kindOf(c, catalog)
			h.at[c.Path] = len(h.list)
			h.list, h.kinds, h.names = append(h.list, c), append(h.kinds, k), append(h.names, strings.ToLower(c.Name))
			for bit := excluded; bit <= workspace; bit <<= 1 {
				if k&bit != 0 {
					h.count[bit]++
				}
			}
		}
	}
	return h
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
	rest := h.names[i]
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
