package prompt

import (
	"strings"

	"lily/core/loader"
	"lily/core/skill"
)

// CatalogTokens is the catalog's budget, in tokens of about four bytes (CV-2).
const CatalogTokens = 8_000

// caps are the lengths in code points to which summaries are cut, one after the
// other, until the catalog fits.
var caps = []int{512, 256, 128, 64, 0}

// Listing says how a skill stands in the catalog.
type Listing string

// How a skill stands in the catalog: as it is, with its summary cut, left out by
// the budget, or none of what a model may select.
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
	text    string
}

// Catalog is what a model is told of the skills that it may select (CV-2).
type Catalog struct {
	Text    string // the XML; empty when there is none to select
	Tokens  int    // an estimate
	Entries []Entry
}

// Names returns the skills that the text lists, in its order.
func (c Catalog) Names() []string { return c.named(Listed, Shortened) }

// Named returns the skills of one listing, in the snapshot's order.
func (c Catalog) Named(l Listing) []string { return c.named(l) }

func (c Catalog) named(of ...Listing) []string {
	names := []string{}
	for _, e := range c.Entries {
		for _, l := range of {
			if e.Listing == l {
				names = append(names, e.Name)
			}
		}
	}
	return names
}

// List makes the catalog of a snapshot: names, summaries and locations, never a
// body. Over the budget summaries are cut, all alike, and then the last skills
// dropped.
func List(s *loader.Snapshot, tokens int) Catalog {
	c := Catalog{Entries: make([]Entry, 0, len(s.Skills))}
	total := 0
	for _, k := range s.Skills {
		e := entry(k)
		total += len(e.text)
		c.Entries = append(c.Entries, e)
	}
	for _, limit := range caps {
		if total <= 4*tokens {
			break
		}
		total = c.shorten(s, limit)
	}
	for i := len(c.Entries) - 1; i >= 0 && total > 4*tokens; i-- {
		total -= c.Entries[i].drop()
	}
	return c.join()
}

// entry lists a skill, or says why a model cannot select it.
func entry(k *loader.Candidate) Entry {
	e := Entry{Name: k.Name, Listing: Apart}
	switch s := k.Brief(); {
	case s.Format == skill.Tools:
		e.Why = "It holds tools, and no instructions to select."
	case s.Mode != skill.PromptRewrite:
		e.Why = "It calls a tool, and has no instructions to select."
	case s.PersonOnly:
		e.Why = "It says disable-model-invocation: only a person calls it."
	default:
		e.Listing, e.text = Listed, element(k, s.Summary)
	}
	return e
}

func element(k *loader.Candidate, summary string) string {
	return "  <skill>\n    <name>" + escape(k.Name) + "</name>\n    <description>" + escape(summary) +
		"</description>\n    <location>" + escape(k.Path+"/"+loader.File) + "</location>\n  </skill>\n"
}

// shorten cuts every summary over a limit of code points, and returns the size.
func (c Catalog) shorten(s *loader.Snapshot, limit int) (total int) {
	for i, k := range s.Skills {
		e := &c.Entries[i]
		if r := []rune(k.Brief().Summary); e.Listing != Apart && len(r) > limit {
			e.Listing, e.text = Shortened, element(k, string(r[:limit])+"…")
			e.Why = "The catalog is over its budget, so its summary is cut."
		}
		total += len(e.text)
	}
	return total
}

// drop leaves an entry out and returns what that saves.
func (e *Entry) drop() int {
	saved := len(e.text)
	if saved > 0 {
		e.Listing, e.text = Dropped, ""
		e.Why = "The catalog is over its budget, even with every summary cut."
	}
	return saved
}

func (c Catalog) join() Catalog {
	var b strings.Builder
	for _, e := range c.Entries {
		b.WriteString(e.text)
	}
	if b.Len() > 0 {
		c.Text = "<available_skills>\n" + b.String() + "</available_skills>"
	}
	c.Tokens = (len(c.Text) + 3) / 4
	return c
}
