// Package journal is the sessions of a run as they grow: a file that is only ever
// written at its end, so that a program which is killed loses nothing (EV-6).
//
//	blob 12        a word, blob or event, and the number of the bytes that follow
//	twelve bytes   and a line feed
//
// It promises that every blob that an event names comes before the event, and that
// [Read] gives all events that are whole, however the end is torn. It does not promise
// that a turn has an end: one that was under way is open, as its run left it.
//
//	w := journal.NewWriter(file)
//	err := w.Add(e)
//	sessions, err := journal.Read(data, tool.Builtin())
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/record"
	"lily/core/tool"
	"lily/core/tree"
)

// The words that an entry begins with.
const (
	blobEntry  = "blob"
	eventEntry = "event"
)

// Writer writes a journal from its beginning.
type Writer struct {
	out    *bufio.Writer
	record record.Writer
	failed error // to read a blob
}

// NewWriter returns a writer to out, which gets every event at once.
func NewWriter(out io.Writer) *Writer {
	w := &Writer{out: bufio.NewWriter(out)}
	w.record.Keep = w.keep
	return w
}

// Add writes an event, and before it what the event names that is not there yet.
func (w *Writer) Add(e event.Event) error {
	w.entry(eventEntry, w.record.Write(e).Bytes())
	return errors.Join(w.out.Flush(), w.failed)
}

func (w *Writer) keep(b tree.Blob) {
	data, err := b.Bytes()
	if err != nil {
		w.failed = err
	}
	w.entry(blobEntry, data)
}

func (w *Writer) entry(word string, data []byte) {
	fmt.Fprintf(w.out, "%s %d\n%s\n", word, len(data), data) // the flush says what failed
}

// Read returns the events of each session, the first first. The tools are those that compile requests again.
func Read(data []byte, tools tool.Registry) ([][]event.Event, error) {
	if !strings.HasPrefix(blobEntry+" ", string(data[:min(len(data), len(blobEntry)+1)])) {
		return nil, errors.New("it is no journal of lily")
	}
	named, sessions, place := &blobs{}, [][]record.Record{}, map[string]int{}
	for word, entry := range entries(data) {
		if word == blobEntry {
			(*named)[tree.Sum(entry)] = entry
			continue
		}
		id, r, err := recordIn(entry)
		if err != nil {
			return nil, err
		}
		if _, known := place[id]; !known {
			place[id], sessions = len(sessions), append(sessions, nil)
		}
		sessions[place[id]] = append(sessions[place[id]], r)
	}
	var list [][]event.Event
	for _, records := range sessions {
		events, err := eventsOf(records, named, tools)
		if err != nil {
			return nil, err
		}
		list = append(list, events)
	}
	return list, nil
}

// entries yields the entries up to the end, or to where it is torn.
func entries(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for {
			head, rest, ok := bytes.Cut(data, []byte("\n"))
			word, size, _ := bytes.Cut(head, []byte(" "))
			n, err := strconv.Atoi(string(size))
			if !ok || err != nil || n < 0 || n >= len(rest) || !yield(string(word), rest[:n]) {
				return
			}
			data = rest[n+1:]
		}
	}
}

// recordIn is the record of an entry, and the session that it is of.
func recordIn(entry []byte) (session string, r record.Record, err error) {
	if r, err = record.Parse(entry); err != nil {
		return "", r, err
	}
	e, err := event.Decode(r.Line)
	return e.Session, r, err
}

func eventsOf(records []record.Record, from tree.Source, tools tool.Registry) ([]event.Event, error) {
	events, problems, err := record.Reader{Tools: tools}.Read(records, from)
	for _, p := range problems {
		err = errors.Join(err, fmt.Errorf("event %d: %s", p.Seq, answer.Clean(p.Message)))
	}
	return events, err
}

// blobs is what the events of a journal name. It is used by its address, as sources are compared.
type blobs map[tree.Digest][]byte

// Blobs implements [tree.Source].
func (b *blobs) Blobs(list []tree.Digest) ([][]byte, error) {
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = (*b)[d]
	}
	return got, nil
}
