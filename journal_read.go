package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/record"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/tree"
)

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

// sessionsIn reads the sessions of a journal, in the order in which they began. A turn that
// was under way is settled as when a session is opened again.
func sessionsIn(from io.Reader) (list [][]event.Event, err error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(blobEntry+" ", string(data[:min(len(data), len(blobEntry)+1)])) {
		return nil, errors.New("it is no journal of lily")
	}
	blobs, sessions := &blobs{}, [][]record.Record{}
	at := map[string]int{}
	for word, entry := range entries(data) {
		if word == blobEntry {
			(*blobs)[tree.Sum(entry)] = entry
			continue
		}
		id, r, err := kept(entry)
		if err != nil {
			return nil, err
		}
		if _, known := at[id]; !known {
			at[id], sessions = len(sessions), append(sessions, nil)
		}
		sessions[at[id]] = append(sessions[at[id]], r)
	}
	for _, records := range sessions {
		events, err := whole(records, blobs)
		if err != nil {
			return nil, err
		}
		list = append(list, events)
	}
	return list, nil
}

// entries yields the entries of a journal up to its end, or to where it is torn.
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

// kept is a record and the session that it is of.
func kept(entry []byte) (session string, r record.Record, err error) {
	if r, err = record.Parse(entry); err != nil {
		return "", r, err
	}
	e, err := event.Decode(r.Line)
	return e.Session, r, err
}

// whole are the events of records, with an end for a turn that was under way.
func whole(records []record.Record, from tree.Source) ([]event.Event, error) {
	events, problems, err := record.Read(records, from, tool.Builtin())
	for _, p := range problems {
		err = errors.Join(err, fmt.Errorf("event %d: %s", p.Seq, answer.Clean(p.Message)))
	}
	if err != nil {
		return nil, err
	}
	last := events[len(events)-1]
	for _, body := range settle.After(events, event.Closed) {
		last.Seq, last.Body = last.Seq+1, body
		events = append(events, last)
	}
	return events, nil
}

// blobs is what the events of a journal name. It is used by its address, as sources are
// compared.
type blobs map[tree.Digest][]byte

// Blobs implements [tree.Source].
func (b *blobs) Blobs(list []tree.Digest) ([][]byte, error) {
	got := make([][]byte, len(list))
	for i, d := range list {
		got[i] = (*b)[d]
	}
	return got, nil
}
