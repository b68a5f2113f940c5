package state

import (
	"lily/core"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/tree"
)

// Catalog is the catalog that the session's model would get now.
type Catalog struct {
	*Loop
	sessions *Sessions
	now      Standing
	stop     func()
}

// Standing remembers how the skills of one snapshot stand in the catalog of one budget.
type Standing struct {
	snapshot *loader.Snapshot
	limit    int
	list     prompt.Catalog
	at       map[string]int // a skill's place in the list
}

func (c *Standing) is(snapshot *loader.Snapshot, limit int) bool {
	return c.snapshot == snapshot && c.limit == limit
}

// Of is the catalog of a snapshot and a budget.
func (c *Standing) Of(snapshot *loader.Snapshot, limit int) prompt.Catalog {
	if !c.is(snapshot, limit) {
		*c = Standing{snapshot: snapshot, limit: limit}
		c.take(prompt.List(snapshot, limit))
	}
	return c.list
}

func (c *Standing) take(list prompt.Catalog) {
	c.list, c.at = list, make(map[string]int, len(list.Entries))
	for i, e := range list.Entries {
		c.at[e.Name] = i
	}
}

// Now is the catalog of the session that is shown. Of many skills it is empty until it is
// worked out.
func (c *Catalog) Now() *Standing {
	st := c.sessions.State()
	limit := scope.Budget(st, scope.Scope{})
	if c.now.is(st.Snapshot, limit) {
		return &c.now
	}
	if c.stop != nil {
		c.stop()
	}
	c.now = Standing{snapshot: st.Snapshot, limit: limit}
	c.stop = c.slowly(func(tick tree.Tick) func() {
		list, err := prompt.ListTicking(st.Snapshot, limit, tick)
		return func() {
			if err == nil && c.now.is(st.Snapshot, limit) {
				c.now.take(list)
			}
		}
	}, func(Progress) {})
	return &c.now
}

// Entry is how one skill stands; false where it is not known, or not yet.
func (c *Standing) Entry(name string) (prompt.Entry, bool) {
	at, ok := c.at[name]
	if !ok {
		return prompt.Entry{}, false
	}
	return c.list.Entries[at], true
}

// Meter says how many skills are in the catalog, of those that a model may select, and
// what they take of its budget (CV-2); nothing where there is none to select.
func (c *Standing) Meter() string {
	if len(c.list.Names())+len(c.list.Named(prompt.Dropped)) == 0 {
		return ""
	}
	return "In the catalog " + core.Meter(c.list)
}
