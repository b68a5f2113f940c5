package ui

import (
	"lily/core"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/tree"
)

// catalogOf remembers how the skills of one snapshot stand in the catalog of one budget.
type catalogOf struct {
	snapshot *loader.Snapshot
	limit    int
	list     prompt.Catalog
	at       map[string]int // a skill's place in the list
	stop     func()
}

func (c *catalogOf) is(snapshot *loader.Snapshot, limit int) bool {
	return c.snapshot == snapshot && c.limit == limit
}

// of is the catalog of a snapshot and a budget.
func (c *catalogOf) of(snapshot *loader.Snapshot, limit int) prompt.Catalog {
	if !c.is(snapshot, limit) {
		*c = catalogOf{snapshot: snapshot, limit: limit}
		c.take(prompt.List(snapshot, limit))
	}
	return c.list
}

func (c *catalogOf) take(list prompt.Catalog) {
	c.list, c.at = list, make(map[string]int, len(list.Entries))
	for i, e := range list.Entries {
		c.at[e.Name] = i
	}
}

// catalogued is the catalog that the session's model would get now. Of many skills it is
// empty until it is worked out.
func (s *Store) catalogued() *catalogOf {
	st := s.state()
	limit := scope.Budget(st, scope.Scope{})
	if s.stands.is(st.Snapshot, limit) {
		return &s.stands
	}
	if s.stands.stop != nil {
		s.stands.stop()
	}
	s.stands = catalogOf{snapshot: st.Snapshot, limit: limit}
	s.stands.stop = s.slowly(func(tick tree.Tick) func() {
		list, err := prompt.ListTicking(st.Snapshot, limit, tick)
		return func() {
			if err == nil && s.stands.is(st.Snapshot, limit) {
				s.stands.take(list)
			}
		}
	}, func(int, int) {})
	return &s.stands
}

// entry is how one skill stands; false where it is not known, or not yet.
func (c *catalogOf) entry(name string) (prompt.Entry, bool) {
	at, ok := c.at[name]
	if !ok {
		return prompt.Entry{}, false
	}
	return c.list.Entries[at], true
}

// meter says how many skills are in the catalog, of those that a model may select, and
// what they take of its budget (CV-2); nothing where there is none to select.
func (c *catalogOf) meter() string {
	if len(c.list.Names())+len(c.list.Named(prompt.Dropped)) == 0 {
		return ""
	}
	return "In the catalog " + core.Meter(c.list)
}

// stood says how an entry stands, with what the model gets of a summary that is cut.
func stood(e prompt.Entry) string {
	switch {
	case e.Listing == prompt.Listed:
		return "listed whole"
	case e.Listing == prompt.Shortened && e.Summary != "":
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Shortened:
		return "without its summary: " + e.Why
	}
	return string(e.Listing) + ": " + e.Why
}

// costs is the word of an entry that the budget cost something, for a list; else nothing.
func costs(e prompt.Entry) string {
	switch e.Listing {
	case prompt.Shortened:
		return "cut in the catalog"
	case prompt.Dropped:
		return "not in the catalog"
	}
	return ""
}
