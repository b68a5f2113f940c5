package main

import (
	"fmt"
	"os"
	"sync"

	"lily/core"
	"lily/core/event"
	"lily/web/disk"
)

// recorder writes down a run while it goes on: the lines of its events, and
// its journal. Either may be nil. Sessions may happen at once.
type recorder struct {
	core.Memory
	mu      sync.Mutex // of all below
	lines   *os.File
	journal *journalFile
	err     error // the first
}

// newRecorder opens the files that the flags name; an empty name is none.
func newRecorder(lines, bundle string) (w *recorder, err error) {
	w = &recorder{}
	if lines != "" {
		if w.lines, err = os.Create(lines); err != nil {
			return w, err
		}
	}
	if bundle != "" {
		w.journal, err = newJournal(bundle)
	}
	return w, err
}

// Watch writes an event before anything else happens, so that no signal takes it away
// again (EV-6).
func (w *recorder) Watch(e event.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lines != nil {
		_, err := w.lines.Write(append(event.Encode(e), '\n'))
		w.failed("--events", err)
	}
	if w.journal != nil {
		w.failed("--bundle", w.journal.add(e))
	}
}

// sync has all of it on the disk, so that not even a loss of power takes away what is
// answered.
func (w *recorder) sync() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed("--events", disk.Sync(w.lines))
	if w.journal != nil {
		w.failed("--bundle", disk.Sync(w.journal.file))
	}
	return w.err
}

func (w *recorder) failed(flag string, err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", flag, err)
	}
}

// bundles writes the bundle of every session of the run, after which nobody needs the
// journal.
func (w *recorder) bundles(e *core.Engine, t terminal) error {
	if w.journal == nil {
		return nil
	}
	var sessions [][]event.Event
	for _, id := range e.Sessions() {
		_, events := e.State(id)
		sessions = append(sessions, events)
	}
	if err := writeBundles(w.journal.bundle, sessions, t); err != nil {
		return err
	}
	return w.journal.remove()
}

func (w *recorder) close() {
	if w.lines != nil {
		w.lines.Close()
	}
	if w.journal != nil {
		w.journal.close()
	}
}
