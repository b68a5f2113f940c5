// Package port is what the page needs of the browser beside go-app: a few small
// interfaces, one for each topic, and the values that cross them.
//
// It promises nothing by itself: each interface says what whoever implements it must
// do, and porttest holds one suite for each, which the browser's own and the fakes of
// the page's tests pass. It does not say how: that is wasm's.
//
//	func copied(f port.Files, text string) { f.Copy(text) } // in the page, the clipboard
package port

import (
	"cmp"
	"context"
	"errors"
	"io"

	"lily/core/intake"
	"lily/core/tree"
)

// Ports are what the page needs of the browser. All are there, but for those that say what nil means.
type Ports struct {
	System   string   // darwin, linux or win32, as the browser tells
	Programs []string // those that can run in the page, sorted

	Files    Files
	Reader   Reader
	Work     Work
	Mount    Mount
	Drafts   Drafts // nil keeps nothing
	History  History
	Models   Models
	Sessions Sessions
	Bundles  Bundles
	Manual   Manual
	Editors  Editors // nil leaves plain boxes
	Second   Second
	Storage  Storage // nil keeps nothing
}

// Files gives the person texts and files.
type Files interface {
	// Copy copies a text, and never fails loudly.
	Copy(text string)
	// Download gives the person a file of what write writes. It returns at once;
	// done is told on another goroutine how it went.
	Download(name string, write func(io.Writer) error, done func(error))
}

// Reader reads what the person chose to import. What it has read comes as a drop does.
type Reader interface {
	// ReadInput reads the files of a file input, in which the element is found by id.
	ReadInput(id string)
	// Cancel ends a read under way.
	Cancel()
}

// History is the page's address behind its #, with the steps that Back and Forward take, and
// what this tab of the browser remembers over a reload.
type History interface {
	// Address is the one now, with its #; empty for none.
	Address() string
	// Go makes an address the page's: as a step, or in place of the one that it has.
	Go(address string, step bool)
	// Watch tells of each address that the person goes to: back, forward, by a link, or typed.
	// It may be told of none, and tells of nothing that Go did.
	Watch(told func(address string))
	// Kept is what Keep kept, empty for nothing.
	Kept() string
	// Keep keeps a text in place of the one before, where the browser lets it.
	Keep(text string)
}

// Work does what may take long on the page's one thread.
type Work interface {
	// Slowly runs work with a tick that lets the page answer meanwhile, tells now and
	// then how far it is, and stops when the context is done. It returns when work is
	// over or pauses for the first time; the channel is closed when work is over.
	Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) (over <-chan struct{})
}

// Mount is one folder of the person's machine. All but Can may wait.
type Mount interface {
	Can() bool // whether the browser has such a thing
	// Pick asks for a folder and returns its name; [ErrDismissed] is a person who chose none.
	Pick() (name string, err error)
	// Look reads the folder as a drop of it: each path begins with its name. It is
	// [ErrDismissed] where the person cancelled it.
	Look() (intake.Drop, error)
	// Write changes files, after the browser has asked the person. A file that is not
	// what it was is refused, and so is one that cannot be written.
	Write([]DiskChange) (refused []intake.Refusal, err error)
	// Keep remembers the folder and what is known of it past the end of the page, in
	// place of what was kept before; an error is that it cannot.
	Keep(state []byte) error
	// Kept is the folder that is remembered, which is the folder from then on, and
	// whether it may be read unasked; no name is none.
	Kept() (name string, state []byte, granted bool)
	// Connect asks the person whether the folder may be read again.
	Connect() error
	// Forget lets the folder go, also the one that is remembered.
	Forget()
}

// DiskChange is one file to be written. Path begins with the folder's name; Was is of
// what was read last, zero for no file; Is is what is to be there, nil for no file.
type DiskChange struct {
	Path string
	Op   tree.Op
	Was  tree.Digest
	Is   []byte
}

// What a folder may fail of, as people can act on it.
const (
	ErrDismissed Error = "it was cancelled"
	ErrDenied    Error = "the browser does not allow it; press the button again and say yes when it asks"
	ErrGone      Error = "it is not there any more; put it back, or let it go here"
)

// Manual is the manual, which the page does not hold.
type Manual interface {
	// Manual reads it, in one file as core/help parses it. It may wait.
	Manual() ([]byte, error)
}

// Error is a sentence without its full stop, for people.
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Models knows the models that are not in the engine. Every method may wait.
type Models interface {
	// Upstreams lists the model servers behind the proxy, or says [ErrNoToken].
	Upstreams() ([]Upstream, error)
	// List asks one of them which models it has.
	List(upstream string) ([]string, error)
	// Local lists models of the browser's own.
	Local() []LocalModel
}

// Upstream is a model server behind the proxy, as the proxy lists it (MD-2).
type Upstream struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Format string   `json:"format"`
	Local  bool     `json:"local"`
	State  string   `json:"state"`  // ready, no_key, absent
	Detail string   `json:"detail"` // what to do when it is not ready
	Models []string `json:"models"`
	Window int      `json:"context,omitempty"` // the tokens of its models' contexts; 0 is not known
}

// Word is an upstream's state for a person.
func (u Upstream) Word() string {
	return cmp.Or(map[string]string{"ready": "ready", "no_key": "no key"}[u.State], "not there")
}

// LocalModel is one that needs no server.
type LocalModel struct {
	Name  string // as a session has it
	About string
	Why   string // why it cannot be chosen; empty when it can
}

// ErrNoToken is that the page was opened without the token of its launch (MD-4).
var ErrNoToken = errors.New("this page was opened without its token, " +
	"so that models behind the server cannot be used. Run lily again in a terminal, and open the address that it prints; it ends in #code=…")
