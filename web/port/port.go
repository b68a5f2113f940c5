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
	"context"
	"io"

	"lily/core/tree"
)

// Ports are what the page needs of the browser beside go-app. All are there, but for
// those that say what nil means.
type Ports struct {
	System   string   // darwin, linux or win32, as the browser tells
	Programs []string // those that can run in the page, sorted

	Files    Files
	Reader   Reader
	Work     Work
	Mount    Mount
	Drafts   Drafts // nil keeps nothing
	Models   Models
	Sessions Sessions
	Bundles  Bundles
	Manual   Manual
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

// Work does what may take long on the page's one thread.
type Work interface {
	// Slowly runs work with a tick that lets the page answer meanwhile, tells now and
	// then how far it is, and stops when the context is done. It returns when work is
	// over or pauses for the first time; the channel is closed when work is over.
	Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) (over <-chan struct{})
}

// Error is a sentence without its full stop, for people.
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }
