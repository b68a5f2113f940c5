package ui

import "io"

// Ports are what the page needs of the browser beside go-app.
type Ports struct {
	Programs  []string          // those that can run in the page, sorted
	System    string            // darwin, linux or win32, as the browser tells
	Clipboard func(text string) // copies text; never fails loudly
	// ReadInput reads the files of a file input, in which the element is found by id.
	ReadInput func(id string)
	// CancelRead ends a read under way.
	CancelRead func()
	// Download gives the person a file of what write writes. It returns at once;
	// done is told on another goroutine how it went.
	Download func(name string, write func(io.Writer) error, done func(error))

	// The three below may wait, and are called away from the UI goroutine.

	// Upstreams lists the model servers behind the proxy, or says [ErrNoToken].
	Upstreams func() ([]Upstream, error)
	// ListModels asks one of them which models it has.
	ListModels func(id string) ([]string, error)
	// Local lists models of the browser's own.
	Local func() []LocalModel
}
