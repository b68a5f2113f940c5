package port

import (
	"lily/core/intake"
	"lily/core/tree"
)

// Mount is one folder of the person's machine. All but Can may wait.
type Mount interface {
	Can() bool // whether the browser has such a thing
	// Pick asks for a folder and returns its name; [ErrDismissed] is a person who
	// chose none.
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
