package port

import (
	"lily/core/event"
	"lily/core/loader"
	"lily/core/tree"
)

// Sessions keeps sessions, and knows those of other tabs. Every method but Shown may wait.
type Sessions interface {
	// List tells of all sessions, those of the engine among them, in any order.
	List() ([]Kept, error)
	// Open makes a session one of the engine's, unless it is already.
	Open(id string) error
	Rename(id, title string) error
	// Delete takes a session away; Restore brings it back, while the page is open.
	Delete(id string) error
	Restore(id string) error
	// Take makes this tab the one that writes a session.
	Take(id string) error
	// Shown is told which session is shown, to be shown again after a reload.
	Shown(id string)
}

// Kept is one session in the list.
type Kept struct {
	ID, Title string // the title may be empty
	Touched   int64  // milliseconds since 1970; 0 where no time was taken
	Events    int
	Model     string // as a session has it; may be empty
	Where     Where
	Problem   string // a full sentence where it is damaged
}

// Where says who writes a session, and whether it is kept.
type Where string

// The places of a session.
const (
	Stored    Where = ""          // kept, and open nowhere
	ThisTab   Where = "here"      // kept, and written by this tab
	Elsewhere Where = "elsewhere" // written by another tab
	InMemory  Where = "memory"    // kept nowhere but in this page
	Damaged   Where = "damaged"   // a record of it cannot be read
)

// Word is a place for a person.
func (w Where) Word() string {
	return map[Where]string{ThisTab: "this tab", Elsewhere: "another tab", InMemory: "in memory only", Damaged: "damaged"}[w]
}

// Bundles hands sessions to the person, and takes them back. Every method may wait.
type Bundles interface {
	// ReadBundle reads an exported session. An error says the place in the file.
	ReadBundle(name string, data []byte, tick tree.Tick) (Bundle, error)
	// RestoreBundle adds an exported session to those that are kept. It goes on with the named
	// model and under the rules of this page, like one that was kept from a recording. The id is
	// empty for one that is here already.
	RestoreBundle(data []byte, model string) (id string, err error)
	// ExportSession hands a session to the person as a bundle.
	ExportSession(id string) error
	// ExportAll hands everything to the person, sessions too, and returns a full sentence
	// on each thing that could not be read and is not in it.
	ExportAll() (left []string, err error)
}

// Bundle is a recorded session that was opened to be read.
type Bundle struct {
	Title    string
	Events   []event.Event // of one session from its beginning, each with its world
	Problems []Problem
}

// Draft is a text that was typed and not saved.
type Draft struct {
	ID   string // one of its own
	Of   string // what was edited: a file's path, profile, policy
	Base string // the text that it began from
	Text string
}

// Drafts keeps drafts for the next start of the page.
type Drafts interface {
	// Left are the drafts that the page of before left, the oldest first.
	Left() []Draft
	// Name gives an id that nobody has.
	Name() string
	// Keep keeps a draft in place of what its id had. It must not wait: told is told later
	// how it went, on another goroutine.
	Keep(d Draft, told func(error))
	// Drop forgets a draft.
	Drop(id string)
}

// Storage keeps the person's work. Saving and Foreseen must not wait; the others may.
type Storage interface {
	// State says how the work is kept.
	State() State
	// Saving tells at once whether something is on its way.
	Saving() bool
	// Persist asks the browser to keep what is stored, and says whether it promises.
	Persist() (bool, error)
	// JudgeAgain begins the page anew, and lets that start judge what this one left out
	// since starts before did not get past it.
	JudgeAgain()
	// Foreseen is told of the snapshot that a reload would take now.
	Foreseen(*loader.Snapshot)
}

// State says how what the person does is kept.
type State struct {
	Saving      bool   // something is on its way
	Why         string // in memory only, and why: a full sentence; empty while all is kept
	Used, Quota int64  // bytes, as the browser estimates; 0 where it does not tell
	Promised    bool   // the browser promised to keep it
	Problems    []Problem
}

// Problem is something that was kept and cannot be had as it was, or could not.
type Problem struct {
	Code    string // to search for
	Place   string // a path, or a session's id and event
	Message string // a full sentence
	Do      string // what to do: a full sentence; may be empty
	Info    bool   // it is mended, and told so that nobody wonders
}
