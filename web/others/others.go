// Package others holds the skills of the page against other agents, when that is first asked for.
//
// It promises the table that `lily agents` prints of the same files. The second engine makes it, so that the page answers
// meanwhile. A table is kept until the files, the place or the window are others, and what was seen last is shown until
// then. It draws nothing.
//
//	o.Look(o.Asked())
package others

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
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
	glance.Table // the last one while this one is made
	Making       bool
	Err          error

	ask   Ask
	of    tree.Tree
	stage port.Stage
	cells map[string]*Cells
	stop  func()
}

// Cells are the cells of one row, or how far they are asked for.
type Cells struct {
	List   []glance.Cell
	Making bool
	Err    error
}

// Others has tables made and keeps the last ones.
type Others struct {
	page *state.Store
	port port.Second
	kept map[Ask]*Seen
	last map[string]*Seen    // that is whole, of a folder
	drop *Seen               // of what an import would leave
	two  map[string]*Two     // the last ones, by the folder that is compared
	runs map[string]*Scripts // of the skill that was looked at last, by place
}

// New has asked for nothing.
func New(page *state.Store, second port.Second) *Others {
	return &Others{page: page, port: second, kept: map[Ask]*Seen{}, last: map[string]*Seen{}, two: map[string]*Two{}}
}

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

// Look returns the table of what is asked for, as it is now, and has it made where it is not.
func (o *Others) Look(a Ask) *Seen {
	t, err := o.page.Sessions.World().Tree.At(a.Of)
	if err != nil || t.Files() == 0 {
		return &Seen{}
	}
	if o.kept[a] == nil && len(o.kept) >= 4 {
		for _, s := range o.kept {
			s.end()
		}
		clear(o.kept)
	}
	o.kept[a] = o.seen(o.kept[a], a, t)
	return o.kept[a]
}

// After returns the table of a folder as a world that is to come has it.
func (o *Others) After(w world.World, folder string) *Seen {
	t, err := w.Tree.At(folder)
	if err != nil {
		return &Seen{}
	}
	o.drop = o.seen(o.drop, Usual(folder), t)
	return o.drop
}

// again asks anew for what could not be had.
func (o *Others) again() {
	for a, s := range o.kept {
		if s.Err != nil {
			delete(o.kept, a)
		}
		s.forget()
	}
	if o.drop != nil && o.drop.Err != nil {
		o.drop = nil
	}
	maps.DeleteFunc(o.runs, func(_ string, s *Scripts) bool { return s.Err != nil })
	maps.DeleteFunc(o.two, func(_ string, t *Two) bool { return t.Err != nil })
	o.page.Loop.Changed()
}

// forget lets go of the cells that could not be had.
func (s *Seen) forget() {
	for at, c := range s.cells {
		if c.Err != nil {
			delete(s.cells, at)
		}
	}
}

func (s *Seen) end() {
	if s.stop != nil {
		s.stop()
	}
}

// seen returns the last table where it is of this tree, and else has one made.
func (o *Others) seen(s *Seen, a Ask, t tree.Tree) *Seen {
	if s != nil && s.ask == a && s.of.Digest() == t.Digest() {
		return s
	}
	before := o.last[a.Of]
	if s != nil {
		s.end()
		before = cmp.Or(before, s)
	}
	s = &Seen{Making: true, ask: a, of: t, cells: map[string]*Cells{}}
	if before != nil {
		s.Table = before.Table
	}
	s.stop = o.send(s, "", func(answer []byte, err error) {
		var table glance.Table
		if err == nil {
			table, err = glance.Unpack(answer)
		}
		if s.Making, s.Err = false, err; err == nil {
			s.Table, o.last[a.Of] = table, s
		}
	})
	return s
}

// Cells returns those of one row of a table, and asks for them where they were not.
func (o *Others) Cells(s *Seen, path string) *Cells {
	if c := s.cells[path]; c != nil || s.Making || s.Err != nil {
		return cmp.Or(c, &Cells{Making: s.Making, Err: s.Err})
	}
	c := &Cells{Making: true}
	s.cells[path] = c
	o.send(s, path, func(answer []byte, err error) {
		if err == nil {
			err = json.Unmarshal(answer, &c.List)
		}
		if c.Making, c.Err = false, err; err == nil && len(c.List) != len(s.Agents) {
			c.Err = errors.New("the skill is not there any more")
		}
	})
	return c
}

// send asks the second engine for a table, or for one row of it.
func (o *Others) send(s *Seen, row string, then func([]byte, error)) (stop func()) {
	terms := glance.Asked{Place: s.ask.Place, Window: s.ask.Window, Row: row}
	return o.ask(port.Question{Of: "agents", Name: s.ask.Of, Files: s.of, Reads: agents.IsRead}, terms, &s.stage, then)
}

// ask asks the second engine, and says how far it is; both on the page's goroutine, until it is stopped.
func (o *Others) ask(q port.Question, terms any, stage *port.Stage, then func([]byte, error)) (stop func()) {
	ctx, stop := context.WithCancel(context.Background())
	post := func(f func()) {
		o.page.Loop.Post(func() {
			if ctx.Err() == nil {
				f()
				o.page.Loop.Changed()
			}
		})
	}
	var err error
	q.Terms, err = json.Marshal(terms)
	o.page.Loop.Lanes.Asks(func() {
		if ctx.Err() != nil {
			return
		}
		var answer []byte
		if err == nil {
			answer, err = o.port.Ask(ctx, q, func(at port.Stage) { post(func() { *stage = at }) })
		}
		post(func() { then(answer, err) })
	})
	return stop
}

// Again is how to have a table made that could not be, nil where there is no need.
func (o *Others) Again(err error) func() {
	if err == nil {
		return nil
	}
	return o.again
}

// Said is why there is nothing to see yet, in a sentence: an error, or how far the agents are.
func (s *Seen) Said(err error) string {
	return said("What judges for other agents", "The agents are looking at the skills.", s.stage, err)
}

// said tells who is not there yet, or what is still done.
func said(who, still string, at port.Stage, err error) string {
	switch {
	case errors.Is(err, port.ErrMissing):
		return who + " " + words.Endless(err) + "."
	case err != nil:
		return who + " gave no answer: " + words.Endless(err) + "."
	case at.What == port.Fetching && at.Total > 0:
		return fmt.Sprintf("%s is on its way: %s of %s.", who, words.Size(int64(at.Done)), words.Size(int64(at.Total)))
	}
	return still
}

// Row returns what each agent makes of one file, and whether it has one.
func (s *Seen) Row(at string) (glance.Row, bool) {
	i, ok := slices.BinarySearchFunc(s.Rows, at, func(r glance.Row, at string) int { return cmp.Compare(r.Path, at) })
	if !ok {
		return glance.Row{}, false
	}
	return s.Rows[i], true
}
