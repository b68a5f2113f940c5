package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"lily/core/event"
	"lily/core/journal"
	"lily/core/settle"
	"lily/core/tool"
	"lily/web/disk"
)

// journalFile is the journal of a run, beside its bundle. A run that ends writes its
// bundles and removes it. A pipe has none.
type journalFile struct {
	bundle string
	file   *os.File
	writer *journal.Writer
}

func journalOf(bundle string) string { return bundle + ".journal" }

// newJournal begins one for a bundle; it refuses to take the place of one that still has
// something.
func newJournal(bundle string) (*journalFile, error) {
	j := &journalFile{bundle: bundle}
	if !disk.Regular(bundle) {
		return j, nil
	}
	var err error
	if j.file, err = locked(journalOf(bundle), os.O_CREATE); err == nil {
		err = j.begin()
	}
	return j, err
}

// begin empties the file, unless it has something.
func (j *journalFile) begin() error {
	left, err := sessionsIn(j.file)
	if err != nil {
		return fmt.Errorf("%s: %w", j.file.Name(), err)
	}
	if len(left) > 0 {
		return fmt.Errorf("--bundle %s: %s has the sessions of a run that was killed; "+
			"lily session --replay %[1]s makes their bundles", j.bundle, j.file.Name())
	}
	j.writer = journal.NewWriter(j.file)
	_, err = j.file.Seek(0, io.SeekStart)
	return errors.Join(err, j.file.Truncate(0))
}

// locked opens a journal that nobody else has open.
func locked(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o666)
	if err != nil {
		return nil, err
	}
	if disk.Lock(f) != nil {
		f.Close()
		return nil, fmt.Errorf("%s is being written by another run of lily", path)
	}
	return f, nil
}

func (j *journalFile) add(e event.Event) error {
	if j.file == nil {
		return nil
	}
	return j.writer.Add(e)
}

// remove ends a journal whose bundles are written.
func (j *journalFile) remove() error {
	if j.file == nil {
		return nil
	}
	return errors.Join(j.file.Truncate(0), j.close())
}

// close removes a journal that has nothing.
func (j *journalFile) close() error {
	if j.file == nil {
		return nil
	}
	f := j.file
	j.file = nil
	defer f.Close() // what matters is on the disk already
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		return err
	}
	return os.Remove(f.Name())
}

// recovered makes the bundles of the sessions that a run has left which was killed, where
// there is such a journal, and removes it.
func recovered(bundle string, t terminal) error {
	if _, err := os.Stat(journalOf(bundle)); err != nil {
		return nil
	}
	f, err := locked(journalOf(bundle), 0)
	if err != nil {
		return err
	}
	defer f.Close()
	sessions, err := sessionsIn(f)
	if err == nil && len(sessions) > 0 {
		fmt.Fprintf(t.err, "lily: %s is made of %s, which a run has left that was killed\n", bundle, f.Name())
		err = writeBundles(bundle, sessions, t)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name(), err)
	}
	return os.Remove(f.Name())
}

// sessionsIn reads the sessions of a journal. A turn that was under way ends as when a
// session is opened again.
func sessionsIn(from io.Reader) ([][]event.Event, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	sessions, err := journal.Read(data, tool.Builtin())
	for i, events := range sessions {
		last := events[len(events)-1]
		for _, body := range settle.After(events, event.Closed) {
			last.Seq, last.Body = last.Seq+1, body
			sessions[i] = append(sessions[i], last)
		}
	}
	return sessions, err
}
