package main

import (
	"fmt"
	"os"

	"lily/core"
	"lily/core/event"
)

// written is what is written down of a run while it goes on: the lines of its events, and
// its journal. Either may be nil.
type written struct {
	core.Memory
	lines   *os.File
	journal *journalFile
	err     error // the first
}

// writing opens the files that the flags name; an empty name is none.
func writing(lines, bundle string) (w *written, err error) {
	w = &written{}
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
func (w *written) Watch(e event.Event) {
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
func (w *written) sync() error {
	w.failed("--events", synced(w.lines))
	if w.journal != nil {
		w.failed("--bundle", synced(w.journal.file))
	}
	return w.err
}

func (w *written) failed(flag string, err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", flag, err)
	}
}

// bundles writes the bundle of every session of the run, after which nobody needs the
// journal.
func (w *written) bundles(e *core.Engine, t terminal) error {
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

func (w *written) close() {
	if w.lines != nil {
		w.lines.Close()
	}
	if w.journal != nil {
		w.journal.close()
	}
}

// synced waits until a file is on the disk. A pipe or a terminal never is.
func synced(f *os.File) error {
	if f == nil || !regular(f.Name()) {
		return nil
	}
	return f.Sync()
}

// regular reports whether a path names a file as one has on a disk, or nothing yet.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}
