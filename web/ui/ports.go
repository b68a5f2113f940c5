package ui

import (
	"context"
	"io"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/tree"
)

// Ports are what the page needs of the browser beside go-app.
type Ports struct {
	Programs  []string          // those that can run in the page, sorted
	System    string            // darwin, linux or win32, as the browser tells
	Clipboard func(text string) // copies text; never fails loudly
	// ReadInput reads the files of a file input, in which the element is found by id.
	ReadInput func(id string)
	// CancelRead ends a read under way.
	CancelRead func()
	// Slowly runs what may take long, with a tick that lets the page answer meanwhile,
	// tells now and then of how far it is and stops when the context is done. It returns
	// when work is over or pauses for the first time; the channel is closed when work is
	// over. Nil runs all in one go.
	Slowly func(ctx context.Context, work func(tree.Tick), tell func(done, total int)) (over <-chan struct{})
	// Download gives the person a file of what write writes. It returns at once;
	// done is told on another goroutine how it went.
	Download func(name string, write func(io.Writer) error, done func(error))

	// Mount is a folder of this machine; nil where there can be none.
	Mount Mount

	// Drafts keeps what is typed and not saved; nil keeps nothing. Left is what was so
	// when the page of before went, the oldest first.
	Drafts Drafts
	Left   []Draft

	// All below may wait, and are called away from the UI goroutine.

	// Upstreams lists the model servers behind the proxy, or says [ErrNoToken].
	Upstreams func() ([]Upstream, error)
	// ListModels asks one of them which models it has.
	ListModels func(id string) ([]string, error)
	// Local lists models of the browser's own.
	Local func() []LocalModel

	// Sessions keeps sessions; nil keeps them in memory only.
	Sessions Sessions
	// OpenBundle reads an exported session. An error says the place in the file;
	// nil cannot read any.
	OpenBundle func(name string, data []byte, tick tree.Tick) (Bundle, error)
	// RestoreSession adds an exported session to those that are kept, as it is; nil
	// cannot.
	RestoreSession func(data []byte) error
	// ExportSession hands a session to the person as a bundle; nil cannot.
	ExportSession func(id string) error
	// ExportAll hands everything to the person, sessions too, and returns a full sentence
	// on each thing that could not be read and is not in it; nil has only the files and
	// rules.
	ExportAll func() (left []string, err error)
	// Shown is told which session is shown, to be shown again after a reload; it may
	// be nil, and must not wait.
	Shown func(id string)
	// Foreseen is told of the snapshot that a reload would take now; it may be nil,
	// and must not wait.
	Foreseen func(*loader.Snapshot)
	// Storage says how the work is kept; nil keeps nothing.
	Storage func() Storage
	// Saving tells at once whether something is on its way; nil leaves it to Storage.
	Saving func() bool
	// Persist asks the browser to keep what is stored, and says whether it
	// promises; nil cannot ask.
	Persist func() (bool, error)
}

// Sessions is what keeps sessions, and knows those of other tabs. Every method may
// wait.
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

// word is a place for a person.
func (w Where) word() string {
	return map[Where]string{ThisTab: "this tab", Elsewhere: "another tab", InMemory: "in memory only", Damaged: "damaged"}[w]
}

// Bundle is a recorded session that was opened to be read.
type Bundle struct {
	Title    string
	Events   []event.Event // of one session from its beginning, each with its world
	Problems []Problem
}

// Storage says how what the person does is kept.
type Storage struct {
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
