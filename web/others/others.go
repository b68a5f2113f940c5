// Package others holds the skills of the page against other agents, when that is first asked for.
//
// It promises the table that `lily agents` prints of the same files, and that the page answers while it is made. A table
// is kept until the files, the place or the window are others. It draws nothing.
//
//	o.Look(o.Asked())
package others

import (
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/state"
)

// Windows are the context windows that can be chosen, in tokens.
var Windows = []int{32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000}

// Window is what is taken until a person chooses.
const Window = 200_000

// Ask is what a table is asked for.
type Ask struct {
	Of     string // the folder of the world, such as "workspace/skills"
	Place  string // the name of a preset
	Window int    // in tokens
}

// Usual is what the skill below a folder is asked about without a choice.
func Usual(folder string) Ask { return Ask{Of: folder, Place: agents.AsIs, Window: Window} }

// Folders are those of the world that hold skills.
var Folders = []string{"workspace/skills", "user/skills", "bundled/skills"}

// Seen is a table, or how far it is made.
type Seen struct {
	agents.Table
	Making state.Progress // Total is 0 once it is made
	Err    error

	of   tree.Digest
	stop func()
}

// Others makes tables and keeps the last ones.
type Others struct {
	page *state.Store
	kept map[Ask]*Seen
	drop *Seen // of what an import would leave
}

// New has made no table.
func New(page *state.Store) *Others { return &Others{page: page, kept: map[Ask]*Seen{}} }

// Where the desk keeps what was chosen, each counted from 1.
const (
	keptOf     = "agents-of"
	keptPlace  = "agents-place"
	keptWindow = "agents-window"
)

// Asked is what a person has chosen to see, also before the last reload.
func (o *Others) Asked() Ask {
	a, sizes := Usual(Folders[0]), o.page.Shown.Sizes
	if n := sizes[keptOf]; n > 0 && n <= len(Folders) {
		a.Of = Folders[n-1]
	}
	if n, list := sizes[keptPlace], agents.Presets(); n > 0 && n <= len(list) {
		a.Place = list[n-1].Name
	}
	if n := sizes[keptWindow]; n > 0 && n <= len(Windows) {
		a.Window = Windows[n-1]
	}
	return a
}

// Choose keeps what a person wants to see.
func (o *Others) Choose(a Ask) {
	place := slices.IndexFunc(agents.Presets(), func(p agents.Preset) bool { return p.Name == a.Place })
	o.page.Shown.Size(keptOf, slices.Index(Folders, a.Of)+1)
	o.page.Shown.Size(keptPlace, place+1)
	o.page.Shown.Size(keptWindow, slices.Index(Windows, a.Window)+1)
	o.page.Loop.Changed()
}

// Look returns the table of what is asked for, as it is now, and begins to make it where it is not.
func (o *Others) Look(a Ask) *Seen {
	t, err := o.page.Sessions.World().Tree.At(a.Of)
	if err != nil {
		return &Seen{Err: err}
	}
	return o.of(a, t)
}

// After returns the table of a folder as a world that is to come has it.
func (o *Others) After(w world.World, folder string) *Seen {
	t, err := w.Tree.At(folder)
	if err != nil {
		return &Seen{Err: err}
	}
	o.drop = o.make(o.drop, Usual(folder), t)
	return o.drop
}

func (o *Others) of(a Ask, t tree.Tree) *Seen {
	if o.kept[a] == nil && len(o.kept) >= 4 {
		clear(o.kept)
	}
	o.kept[a] = o.make(o.kept[a], a, t)
	return o.kept[a]
}

// make returns the last table where it is of this tree, and else begins one.
func (o *Others) make(s *Seen, a Ask, t tree.Tree) *Seen {
	if s != nil && s.of == t.Digest() {
		return s
	}
	if s != nil && s.stop != nil {
		s.stop()
	}
	s = &Seen{of: t.Digest(), Making: state.Progress{Total: len(all.List)}}
	preset, _ := agents.PresetOf(a.Place)
	s.stop = o.page.Loop.Slowly(func(tick tree.Tick) func() {
		in := preset.Install(t)
		in.Breathe = func() { tick.GoOn(0, 1) }
		table := agents.Evaluate(in, all.List, agents.Terms{Window: a.Window})
		return func() { s.Table, s.Making, s.Err = table, state.Progress{}, nil }
	}, func(state.Progress) {})
	return s
}

// Row returns what each agent makes of one file, and whether it has one.
func (s *Seen) Row(at string) (agents.Row, bool) {
	i, ok := slices.BinarySearchFunc(s.Rows, at, func(r agents.Row, at string) int { return strings.Compare(r.Path, at) })
	if !ok {
		return agents.Row{}, false
	}
	return s.Rows[i], true
}

// Whole counts the agents that have the skill of a row and tell their models of all of it.
func Whole(r agents.Row) (n int) {
	for _, c := range r.Cells {
		if c.State.Whole() {
			n++
		}
	}
	return n
}
