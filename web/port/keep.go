package port

import "lily/core/loader"

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
