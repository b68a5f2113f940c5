package core

import (
	"fmt"

	"lily/core/answer"
	"lily/core/prompt"
	"lily/core/terms"
)

// catalog is what the session's model is told of the skills that it may select.
func (t *turn) catalog() prompt.Catalog { return terms.Catalog(t.state(), terms.Terms{}) }

// rule is what decided about the catalog's budget.
func (t *turn) rule() string { return prompt.BudgetRule(t.state().Policy, t.state().Window) }

// Catalogued says whom a catalog's budget cost its place or its summary (CV-2), and
// nothing where it cost nobody.
func Catalogued(c prompt.Catalog, rule string) answer.Answer {
	cut, dropped := c.Named(prompt.Shortened), c.Named(prompt.Dropped)
	if len(cut)+len(dropped) == 0 {
		return nil
	}
	return answer.Answer{{Kind: answer.Definitions, Title: "The model's catalog", Rows: [][]string{
		{"In the catalog", Meter(c)},
		{"Budget", rule},
		{"Summary cut", list(cut)},
		{"Dropped", list(dropped)},
	}}}
}

// Meter says in a line how many of the skills that a model may select are in its
// catalog, and how much of the budget they take.
func Meter(c prompt.Catalog) string {
	in := len(c.Names())
	return fmt.Sprintf("%d of %s, about %d of %d tokens", in, answer.Number(in+len(c.Named(prompt.Dropped)), "skill"), c.Tokens, c.Limit)
}

// stands says what a catalog's budget cost one skill, with the very words that a model
// gets where its summary is cut; nothing where it cost none.
func stands(c prompt.Catalog, name string) string {
	e, _ := c.Find(name)
	switch {
	case e.Listing == prompt.Shortened && e.Summary == "":
		return "without its summary. " + e.Why
	case e.Listing == prompt.Shortened:
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Dropped:
		return "dropped. " + e.Why
	}
	return ""
}
