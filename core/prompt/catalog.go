package prompt

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/sight"
	"lily/core/skill"
	"lily/core/tree"
)

// Listing says how a skill stands in the catalog.
type Listing string

// How a skill stands in the catalog: as it is, with its summary cut, left out by the budget, or not for a model.
const (
	Listed    Listing = "listed"
	Shortened Listing = "shortened"
	Dropped   Listing = "dropped"
	Apart     Listing = "not selectable"
)

// Entry is one available skill, and why it stands in the catalog as it does.
type Entry struct {
	Name    string
	Listing Listing
	Why     string // a sentence; empty for one that is listed as it is
	Summary string // as the model gets it; empty where it gets none
	size    int    // of its text in bytes; 0 where it has none
	skill   *loader.Candidate
}

// Catalog is what a model is told of the skills that it may select (CV-2).
type Catalog struct {
	Text    string // the XML; empty when there is none to select
	Tokens  int    // an estimate
	Limit   int    // the budget in tokens
	Entries []Entry
}

// Names returns the skills that the text lists, in its order.
func (c Catalog) Names() []string { return c.Named(Listed, Shortened) }

// Named returns the skills of some listings, in the snapshot's order.
func (c Catalog) Named(of ...Listing) []string {
	names := []string{}
	for _, e := range c.Entries {
		if slices.Contains(of, e.Listing) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Count is how many skills are of some listings.
func (c Catalog) Count(of ...Listing) (n int) {
	for i := range c.Entries {
		if slices.Contains(of, c.Entries[i].Listing) {
			n++
		}
	}
	return n
}

// Find returns how a skill stands.
func (c Catalog) Find(name string) (Entry, bool) {
	for _, e := range c.Entries {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// The frame stands around the entries, and counts.
const (
	begins = "<available_skills>\n"
	ends   = "</available_skills>"
)

// List makes the catalog of a snapshot within a budget of tokens: names, summaries and locations, never a body. Over
// it the longest summaries are cut, all to one length; when all are gone, skills are dropped.
func List(s *loader.Snapshot, tokens int) Catalog {
	c, _ := ListTicking(s, tokens, nil)
	return c
}

// ListTicking is [List] for many skills. Where its tick says to stop, the error is [tree.ErrStopped].
func ListTicking(s *loader.Snapshot, tokens int, tick tree.Tick) (Catalog, error) {
	c := Catalog{Limit: tokens, Entries: make([]Entry, 0, len(s.Skills))}
	total, room := 0, 4*tokens-len(begins)-len(ends)
	for i, k := range s.Skills {
		if !tick.GoOn(i, len(s.Skills)) {
			return Catalog{}, tree.ErrStopped
		}
		e := entry(k)
		total += e.size
		c.Entries = append(c.Entries, e)
	}
	if total > room {
		length, err := c.length(room, tick)
		if err != nil {
			return Catalog{}, err
		}
		total = c.cut(length)
	}
	if total > room {
		c.drop(total - room)
	}
	return c.join(), nil
}

// entry lists a skill, or says why a model cannot select it.
func entry(k *loader.Candidate) Entry {
	e := Entry{Name: k.Name, Listing: Apart, skill: k}
	switch s := k.Brief(); {
	case s.Format == skill.Tools:
		e.Why = "It holds tools, and no instructions to select."
	case s.Mode != skill.PromptRewrite:
		e.Why = "It calls a tool, and has no instructions to select."
	case s.PersonOnly:
		e.Why = "It says disable-model-invocation: only a person calls it."
	default:
		e.Listing = Listed
		e.say(sight.Show(s.Summary))
	}
	return e
}

// Cost is what a skill costs a context in tokens, about: its entry where nothing of the catalog is cut, and its
// instructions once it is used. What a model cannot select costs no entry.
func Cost(k *loader.Candidate) (listed, used int) {
	e := entry(k)
	if e.skill.Brief().Format != skill.Tools {
		used = (len(k.Skill().Body) + 3) / 4
	}
	return (e.size + 3) / 4, used
}

// Told is the entry of a skill as a model gets it where nothing of the catalog is cut; empty where it gets none.
func Told(k *loader.Candidate) string { return entry(k).Text() }

func (e *Entry) say(summary string) {
	e.Summary = summary
	e.size = len(elements[0]) + len(elements[1]) + len(elements[2]) + len("/"+loader.File) + len(elements[3]) +
		escaped(e.Name) + escaped(summary) + escaped(e.skill.Path)
}

// elements stand around name, summary and location.
var elements = [...]string{"  <skill>\n    <name>", "</name>\n    <description>", "</description>\n    <location>", "</location>\n  </skill>\n"}

// Text is the entry as a model gets it; empty where it gets none.
func (e Entry) Text() string {
	if e.size == 0 {
		return ""
	}
	return elements[0] + escape(e.Name) + elements[1] + escape(e.Summary) + elements[2] + escape(e.skill.Path+"/"+loader.File) + elements[3]
}

func (c Catalog) join() Catalog {
	var b strings.Builder
	for _, e := range c.Entries {
		if e.size > 0 {
			b.WriteString(e.Text())
		}
	}
	if b.Len() > 0 {
		c.Text = begins + b.String() + ends
	}
	c.Tokens = (len(c.Text) + 3) / 4
	return c
}

// The catalog's budget where the policy says none (CV-2): a share of the model's context, where that is known, and
// else the share of one of 200,000 tokens, which most have at least.
const (
	CatalogShare  = 4 // per cent
	CatalogTokens = 8_000
)

// Budget is how many tokens of about four bytes the catalog may take, and what decided about them (PO-7).
func Budget(p policy.Policy, window int) (tokens int, rule string) {
	switch {
	case p.Catalog != nil:
		return *p.Catalog, fmt.Sprintf("catalog_tokens: %d", *p.Catalog)
	case window > 0:
		return window / 100 * CatalogShare, fmt.Sprintf("%d %% of the model's context of %d tokens", CatalogShare, window)
	}
	return CatalogTokens, "the usual, as the size of the model's context is not known"
}
