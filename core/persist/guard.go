package persist

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"lily/core/order"
	"lily/core/tree"
	"lily/core/world"
)

// Notes are a few short texts by name that are kept at once, also where the program hangs in the
// next moment; an empty one is none.
type Notes interface {
	Get(name string) string
	Put(name, text string)
}

// The names of the notes, and when a start counts as one that hung.
const (
	judgingNote = "lily-judging" // what is being judged now
	triedNote   = "lily-tried"   // what starts did not get past
	oneOfMany   = "many"         // noted in place of a file: one of those that are judged at one stretch
	hangs       = 2              // starts that did not finish at a file, which the next one leaves out
	hung        = 3_000          // milliseconds: who leaves sooner and comes back has not been held up
	alone       = 32             // files that each get a note of their own, which costs as much as judging half of one
)

// Guard sees to it that a file which cannot be judged in any time that a person would wait
// holds up two starts and no more (SK-10). It notes which SKILL.md is being judged, and what
// the two starts before did not get past is left out of the load: its files stay as they are.
//
// Of many files the first ones are noted one by one, and then one note is for all that are judged
// until the program next waits. A start that finds such a note knows that one of them hung, though
// not which: so it notes each by itself, and the file at which it hangs has held up two.
type Guard struct {
	notes Notes
	now   func() int64 // milliseconds
	later func(func())

	mu     sync.Mutex
	tried  []attempt
	at     attempt // under way; none has no folder
	judged int     // files
	each   bool    // is noted by itself
	many   bool    // are noted at once, now
	newly  bool    // this start leaves out what the one before did not
}

// attempt is a file that is judged, and in how many starts that did not end. One without a folder is one of many.
type attempt struct {
	Folder string      `json:"folder"`
	File   tree.Digest `json:"file"`
	Times  int         `json:"times"`
	since  int64       // of what is under way
}

// NewGuard reads what the start before left behind. Later does something once the program waits, which one that hangs
// never does; now is in milliseconds.
func NewGuard(notes Notes, now func() int64, later func(func())) *Guard {
	g := &Guard{notes: notes, now: now, later: later}
	_ = json.Unmarshal([]byte(notes.Get(triedNote)), &g.tried) // what cannot be read is none
	if at, ok := parsed(notes.Get(judgingNote)); ok && g.now()-at.since >= hung {
		g.count(at)
	}
	g.each = g.index(tree.Digest{}) >= 0
	notes.Put(judgingNote, "")
	return g
}

func (g *Guard) count(a attempt) {
	times := 1
	if a.Folder != "" && g.forget(tree.Digest{}) {
		times++ // the one of many was this one
	}
	i := g.index(a.File)
	if i < 0 {
		i, g.tried = len(g.tried), append(g.tried, attempt{Folder: a.Folder, File: a.File})
	}
	was := g.tried[i].Times
	g.tried[i].Times += times
	g.newly = a.Folder != "" && was < hangs && was+times >= hangs
	g.keep()
}

// forget reports whether a file was among those that were tried.
func (g *Guard) forget(file tree.Digest) bool {
	i := g.index(file)
	if i >= 0 {
		g.tried = slices.Delete(g.tried, i, i+1)
	}
	return i >= 0
}

func (g *Guard) index(file tree.Digest) int {
	return slices.IndexFunc(g.tried, func(a attempt) bool { return a.File == file })
}

func (g *Guard) keep() {
	if len(g.tried) == 0 {
		g.notes.Put(triedNote, "")
		return
	}
	data, err := json.Marshal(g.tried)
	if err == nil {
		g.notes.Put(triedNote, string(data))
	}
}

func (g *Guard) held() []attempt {
	return slices.DeleteFunc(slices.Clone(g.tried), func(a attempt) bool { return a.Times < hangs || a.Folder == "" })
}

// World is the guard as a world has it.
func (g *Guard) World() world.Guard {
	w := world.Guard{Judging: g.Judging}
	for _, a := range g.held() {
		w.Held = append(w.Held, a.File)
	}
	order.Func(w.Held, func(a, b tree.Digest) int { return slices.Compare(a[:], b[:]) })
	return w
}

// Newly reports whether this start is the first that leaves something out. What the tab showed
// before may hang on it, and is not opened by itself.
func (g *Guard) Newly() bool { return g.newly }

// Problems say what is left out.
func (g *Guard) Problems() (list []Problem) {
	for _, a := range g.held() {
		list = append(list, problem("not_judged", a.Folder,
			"Two starts of the page did not finish while this skill was judged, so it is left out. Its files are kept."))
	}
	return list
}

// Judging notes what is judged from now on; no folder is that it is over.
func (g *Guard) Judging(folder string, file tree.Digest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if folder == "" {
		g.over()
		return
	}
	g.judged++
	switch {
	case g.each || g.judged <= alone || g.index(file) >= 0:
		g.at, g.many = attempt{Folder: folder, File: file, since: g.now()}, false
		g.notes.Put(judgingNote, g.at.line())
	case !g.many:
		g.many = true
		g.notes.Put(judgingNote, strconv.FormatInt(g.now(), 10)+" "+oneOfMany)
		g.later(g.rest)
	}
}

// over is that what has a note of its own went well this time.
func (g *Guard) over() {
	if g.at.Folder == "" {
		return
	}
	if g.forget(g.at.File) {
		g.keep()
	}
	g.at = attempt{}
	g.notes.Put(judgingNote, "")
}

// rest is that none of many is judged any more.
func (g *Guard) rest() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.many {
		g.many = false
		g.notes.Put(judgingNote, "")
	}
}

func (a attempt) line() string {
	return strconv.FormatInt(a.since, 10) + " " + a.File.String() + " " + a.Folder
}

// parsed reads a note; anything else is none.
func parsed(line string) (a attempt, ok bool) {
	since, rest, _ := strings.Cut(line, " ")
	var err error
	if a.since, err = strconv.ParseInt(since, 10, 64); err != nil || rest == oneOfMany {
		return a, err == nil
	}
	file, folder, _ := strings.Cut(rest, " ")
	a.Folder = folder
	return a, a.File.UnmarshalText([]byte(file)) == nil && folder != ""
}

// Left is that the program ends as it should: none of many held it up.
func (g *Guard) Left() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.many = false
	g.notes.Put(judgingNote, "")
	if g.forget(tree.Digest{}) {
		g.keep()
	}
}

// Again lets the next start judge everything.
func (g *Guard) Again() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tried = nil
	g.keep()
}
