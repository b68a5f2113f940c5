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
	hangs       = 2              // starts that did not finish at a file, which the next one leaves out
	hung        = 3_000          // milliseconds: who leaves sooner and comes back has not been held up
)

// Guard sees to it that a file which cannot be judged in any time that a person would wait
// holds up two starts and no more (SK-10). It notes which SKILL.md is being judged, and what
// the two starts before did not get past is left out of the load: its files stay as they are.
type Guard struct {
	notes Notes
	now   func() int64 // milliseconds

	mu    sync.Mutex
	tried []attempt
	at    attempt // under way; none has no folder
	newly bool    // this start leaves out what the one before did not
}

// attempt is a file that is judged, and in how many starts that did not end.
type attempt struct {
	Folder string      `json:"folder"`
	File   tree.Digest `json:"file"`
	Times  int         `json:"times"`
	since  int64       // of what is under way
}

// NewGuard reads what the start before left behind.
func NewGuard(notes Notes, now func() int64) *Guard {
	g := &Guard{notes: notes, now: now}
	_ = json.Unmarshal([]byte(notes.Get(triedNote)), &g.tried) // what cannot be read is none
	if at := parsed(notes.Get(judgingNote)); at.Folder != "" && now()-at.since >= hung {
		g.count(at)
	}
	notes.Put(judgingNote, "")
	return g
}

func (g *Guard) count(a attempt) {
	i := g.index(a.File)
	if i < 0 {
		i, g.tried = len(g.tried), append(g.tried, attempt{Folder: a.Folder, File: a.File})
	}
	g.tried[i].Times++
	g.newly = g.tried[i].Times == hangs
	g.keep()
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
	return slices.DeleteFunc(slices.Clone(g.tried), func(a attempt) bool { return a.Times < hangs })
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
	if folder != "" {
		g.at = attempt{Folder: folder, File: file, since: g.now()}
		g.notes.Put(judgingNote, g.at.line())
		return
	}
	if i := g.index(g.at.File); i >= 0 { // it went well this time
		g.tried = slices.Delete(g.tried, i, i+1)
		g.keep()
	}
	g.at = attempt{}
	g.notes.Put(judgingNote, "")
}

// line is the note of what is under way. It is written for each of thousands of skills, so
// that it costs as little as it can.
func (a attempt) line() string {
	return strconv.FormatInt(a.since, 10) + " " + a.File.String() + " " + a.Folder
}

// parsed reads what line wrote; anything else is none.
func parsed(line string) (a attempt) {
	since, rest, _ := strings.Cut(line, " ")
	file, folder, _ := strings.Cut(rest, " ")
	var wrong [2]error
	a.since, wrong[0] = strconv.ParseInt(since, 10, 64)
	wrong[1] = a.File.UnmarshalText([]byte(file))
	if wrong != [2]error{} {
		return attempt{}
	}
	a.Folder = folder
	return a
}

// Left is that the program ends as it should.
func (g *Guard) Left() { g.notes.Put(judgingNote, "") }

// Again lets the next start judge everything.
func (g *Guard) Again() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tried = nil
	g.keep()
}
