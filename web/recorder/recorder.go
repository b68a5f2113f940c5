// Package recorder writes a run of sessions down while it goes on: the lines of its events, and bundles with a journal
// beside them.
//
// It promises that what was told to [Recorder.Watch] is on the disk when [Recorder.Sync] returns, whatever ends the
// program then (EV-6), and that what a killed run has left is made into its bundles before anything is written there
// again.
package recorder

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"lily/core"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/journal"
	"lily/core/settle"
	"lily/core/tool"
	"lily/web/disk"
)

// MostBytes is what a bundle may have, and its journal twice that: it holds what the bundle compresses.
const MostBytes = 1 << 30

// writeBundles writes each session of a run as a bundle (EV-4): the first to the path, each other one beside it.
func writeBundles(path string, sessions [][]event.Event, told io.Writer) error {
	for i, events := range sessions {
		at := path
		if i > 0 {
			ext := filepath.Ext(path)
			at = strings.TrimSuffix(path, ext) + "-" + events[0].Session + ext
			fmt.Fprintf(told, "lily: the session %s is in %s\n", events[0].Session, at)
		}
		if err := writeBundle(at, events); err != nil {
			return fmt.Errorf("--bundle %s: %w", at, err)
		}
	}
	return nil
}

func writeBundle(path string, events []event.Event) error {
	return disk.Write(path, func(w io.Writer) error { return bundle.Bundle{Events: events}.Write(w) })
}

// Recorder writes down a run. Sessions may happen at once.
type Recorder struct {
	core.Memory
	bundle string
	mu     sync.Mutex // of all below
	lines  *os.File   // nil for none
	file   *os.File   // the journal, nil for none
	writer *journal.Writer
	err    error // the first
}

// New opens the files of events and of the bundle, each where it is named, and a journal beside a bundle that is no
// pipe. A run that ends removes that.
func New(lines, bundle string) (w *Recorder, err error) {
	w = &Recorder{bundle: bundle}
	defer func() {
		if err != nil {
			w.Close()
		}
	}()
	if lines != "" {
		f, err := disk.Create(lines)
		if err == nil {
			w.lines, err = f.File, f.Keep() // now: who follows it sees each line
		}
		if err != nil {
			return w, err
		}
	}
	if bundle == "" || !disk.Regular(bundle) {
		return w, nil
	}
	if w.file, err = locked(journalOf(bundle), os.O_CREATE); err == nil {
		err = w.begin()
	}
	return w, err
}

func journalOf(bundle string) string { return bundle + ".journal" }

// begin empties the journal, unless it has something.
func (w *Recorder) begin() error {
	left, err := journaled(w.file)
	if err != nil {
		return fmt.Errorf("%s: %w", w.file.Name(), err)
	}
	if len(left) > 0 {
		return fmt.Errorf("--bundle %s: %s has the sessions of a run that was killed; "+
			"lily session --replay %[1]s makes their bundles", w.bundle, w.file.Name())
	}
	w.writer = journal.NewWriter(w.file)
	_, err = w.file.Seek(0, io.SeekStart)
	return errors.Join(err, w.file.Truncate(0))
}

func locked(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o600)
	if err != nil {
		return nil, err
	}
	if disk.Lock(f) != nil {
		f.Close()
		return nil, fmt.Errorf("%s is being written by another run of lily", path)
	}
	// One that was left may be open to others; what is no file, as a device that a link leads to, is not Lily's.
	if info, err := f.Stat(); err != nil || info.Mode().IsRegular() && f.Chmod(0o600) != nil {
		f.Close()
		return nil, cmp.Or(err, fmt.Errorf("%s cannot be kept from others", path))
	}
	return f, nil
}

// Watch writes an event before anything else happens, so that no signal takes it away again (EV-6).
func (w *Recorder) Watch(e event.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lines != nil {
		_, err := w.lines.Write(append(event.Encode(e), '\n'))
		w.failed("--events", err)
	}
	if w.file != nil {
		w.failed("--bundle", w.writer.Add(e))
	}
}

// Sync has all of it on the disk, so that not even a loss of power takes away what is answered.
func (w *Recorder) Sync() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed("--events", disk.Sync(w.lines))
	w.failed("--bundle", disk.Sync(w.file))
	return w.err
}

func (w *Recorder) failed(flag string, err error) {
	if w.err == nil && err != nil {
		w.err = fmt.Errorf("%s: %w", flag, err)
	}
}

// Bundles writes the bundle of every session of the run, after which nobody needs the journal, and tells where they
// are.
func (w *Recorder) Bundles(e *core.Engine, told io.Writer) error {
	if w.bundle == "" {
		return nil
	}
	var sessions [][]event.Event
	for _, id := range e.Sessions() {
		_, events := e.State(id)
		sessions = append(sessions, events)
	}
	if err := writeBundles(w.bundle, sessions, told); err != nil || w.file == nil {
		return err
	}
	return errors.Join(w.file.Truncate(0), w.Close())
}

// Close closes the files, and removes a journal that has nothing.
func (w *Recorder) Close() error {
	lines, f := w.lines, w.file
	w.lines, w.file = nil, nil
	lines.Close() // what matters is on the disk already
	if f == nil {
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > 0 || !info.Mode().IsRegular() {
		return err
	}
	return os.Remove(f.Name())
}

// Recover makes the bundles of a run that was killed, where there is its journal, and removes that.
func Recover(bundle string, told io.Writer) error {
	if _, err := os.Stat(journalOf(bundle)); err != nil {
		return nil
	}
	f, err := locked(journalOf(bundle), 0)
	if err != nil {
		return err
	}
	defer f.Close()
	sessions, err := journaled(f)
	if err == nil && len(sessions) > 0 {
		fmt.Fprintf(told, "lily: %s is made of %s, which a run has left that was killed\n", bundle, f.Name())
		err = writeBundles(bundle, sessions, told)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return os.Remove(f.Name())
}

// journaled reads the sessions of a journal that is open. It may have more bytes than the bundle that it becomes.
func journaled(f *os.File) ([][]event.Event, error) {
	data, err := disk.Rest(f, 2*MostBytes)
	if err != nil {
		return nil, err
	}
	return Read(data)
}

// Read reads the sessions of a journal. A turn that was under way ends as when a session is opened again.
func Read(data []byte) ([][]event.Event, error) {
	sessions, err := journal.Read(data, tool.Builtin())
	for i, events := range sessions {
		sessions[i] = settle.Whole(events)
	}
	return sessions, err
}
