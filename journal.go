package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"lily/core/event"
	"lily/core/record"
	"lily/core/tree"
)

// journal is the sessions of a run as they are while it goes on: a file beside the bundle
// that grows only at its end, so that a program which is killed loses nothing (EV-6). A run
// that ends writes its bundles and removes it. A pipe has none.
//
// An entry is a word, blob or event, the number of its bytes, a line feed, the bytes, and a
// line feed. Every blob that an event names comes before it. The end may be torn.
type journal struct {
	bundle string
	file   *os.File
	out    *bufio.Writer
	writer record.Writer
	failed error // to read a blob
}

const (
	blobEntry  = "blob"
	eventEntry = "event"
)

func journalOf(bundle string) string { return bundle + ".journal" }

// newJournal begins one for a bundle; it refuses to take the place of one that still has
// something.
func newJournal(bundle string) (*journal, error) {
	j := &journal{bundle: bundle}
	j.writer.Keep = j.keep
	if !regular(bundle) {
		return j, nil
	}
	var err error
	if j.file, err = locked(journalOf(bundle), os.O_CREATE); err == nil {
		err = j.begin()
	}
	return j, err
}

// begin empties the file, unless it has something.
func (j *journal) begin() error {
	left, err := sessionsIn(j.file)
	if err != nil {
		return fmt.Errorf("%s: %w", j.file.Name(), err)
	}
	if len(left) > 0 {
		return fmt.Errorf("--bundle %s: %s has the sessions of a run that was killed; lily session --replay %[1]s makes their bundles", j.bundle, j.file.Name())
	}
	j.out = bufio.NewWriter(j.file)
	_, err = j.file.Seek(0, io.SeekStart)
	return errors.Join(err, j.file.Truncate(0))
}

// locked opens a journal that nobody else has open.
func locked(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o666)
	if err != nil {
		return nil, err
	}
	if lock(f) != nil {
		f.Close()
		return nil, fmt.Errorf("%s is being written by another run of lily", path)
	}
	return f, nil
}

func (j *journal) keep(b tree.Blob) {
	data, err := b.Bytes()
	if err != nil {
		j.failed = err
	}
	j.entry(blobEntry, data)
}

func (j *journal) entry(word string, data []byte) {
	fmt.Fprintf(j.out, "%s %d\n%s\n", word, len(data), data) // the flush says what failed
}

// add writes an event, and what it names that is not there yet.
func (j *journal) add(e event.Event) error {
	if j.file == nil {
		return nil
	}
	j.entry(eventEntry, j.writer.Write(e).Bytes())
	return errors.Join(j.out.Flush(), j.failed)
}

// remove ends a journal whose bundles are written.
func (j *journal) remove() error {
	if j.file == nil {
		return nil
	}
	return errors.Join(j.file.Truncate(0), j.close())
}

// close removes a journal that has nothing.
func (j *journal) close() error {
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
