package state

import (
	"lily/core"
	"lily/core/loader"
	"lily/core/origin"
	"lily/core/prompt"
	"lily/core/scope"
	"lily/core/tree"
	"lily/web/port"
)

// Forecast works out what a reload would change (SN-4), once for each state of the world.
type Forecast struct {
	part
	port port.Storage
	last Reload
	of   basis
	stop func()
}

// Reload is what a reload would do.
type Reload struct {
	Behind  bool // the snapshot is not what a reload would give
	Pending bool // the rest is being worked out
	Delta   loader.Delta
	Err     error
	Next    *loader.Snapshot // that it would take; nil while that is not known
}

// basis is what a forecast is of.
type basis struct {
	files, profile, policy tree.Digest
	origins                origin.Key
	snapshot               tree.Digest
}

// Reload is what a reload would do now; nothing at a moment of the past.
func (f *Forecast) Reload() Reload {
	if f.sessions.Held() != "" {
		return Reload{}
	}
	w, snap := f.engine.World(), f.sessions.Snapshot()
	of := basis{w.Tree.Digest(), w.Profile.Digest(), w.Policy.Digest(), w.Origins.Key(), snap.Digest}
	if f.of == of {
		return f.last
	}
	if f.stop != nil {
		f.stop()
	}
	in := f.engine.Input()
	f.of, f.last = of, Reload{Behind: snap.Behind(in)}
	if !f.last.Behind {
		return f.last
	}
	f.last.Pending = true
	f.stop = f.Slowly(func(tick tree.Tick) func() {
		next, err := loader.LoadWith(in, snap, nil, tick)
		delta := loader.Delta{}
		if err == nil {
			delta = loader.Compare(snap, next)
		}
		return func() {
			f.last.Pending, f.last.Delta, f.last.Err, f.last.Next = false, delta, err, next
			if err == nil && f.port != nil {
				f.port.Foreseen(next)
			}
		}
	}, func(Progress) {})
	return f.last
}

// Catalog is the catalog that the session's model would get now.
type Catalog struct {
	part
	now  Standing
	stop func()
}

// Standing remembers how the skills of one snapshot stand in the catalog of one budget.
type Standing struct {
	of    tree.Digest // the snapshot's, which a reload without a change leaves as it is
	limit int
	list  prompt.Catalog
	at    map[string]int // a skill's place in the list
	meter string
}

func (c *Standing) is(snapshot *loader.Snapshot, limit int) bool {
	return c.of == snapshot.Digest && c.limit == limit
}

// Of is the catalog of a snapshot and a budget.
func (c *Standing) Of(snapshot *loader.Snapshot, limit int) prompt.Catalog {
	if !c.is(snapshot, limit) {
		*c = Standing{of: snapshot.Digest, limit: limit}
		c.take(prompt.List(snapshot, limit))
	}
	return c.list
}

func (c *Standing) take(list prompt.Catalog) {
	c.list, c.at = list, make(map[string]int, len(list.Entries))
	for i, e := range list.Entries {
		c.at[e.Name] = i
	}
	if list.Count(prompt.Listed, prompt.Shortened, prompt.Dropped) > 0 {
		c.meter = "In the catalog " + core.Meter(list)
	}
}

// Now is that of the session that is shown. Of many skills it is empty until it is worked out.
func (c *Catalog) Now() *Standing {
	st := c.sessions.State()
	limit := scope.Budget(st, scope.Scope{})
	if c.now.is(st.Snapshot, limit) {
		return &c.now
	}
	if c.stop != nil {
		c.stop()
	}
	c.now = Standing{of: st.Snapshot.Digest, limit: limit}
	c.stop = c.Slowly(func(tick tree.Tick) func() {
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
func (c *Standing) Meter() string { return c.meter }
