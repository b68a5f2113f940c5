package persist

import (
	"context"
	"errors"
	"fmt"

	"lily/core/event"
	"lily/core/record"
)

// Load reads the events of a session that is kept. Where a record is lost or damaged, they are those
// before it; what could not be had again is among the problems.
func (s *Sessions) Load(id string) ([]event.Event, []Problem, error) {
	b := s.book(id)
	if b == nil {
		return nil, nil, ErrNoSession
	}
	b.write.Lock() // what is being written is there, or refused
	defer b.write.Unlock()
	want := 0
	locked(&s.mu, func() { want = b.Events }) // before the log is read, which only grows
	kept, err := s.blobs.st.Log(context.Background(), logs+id, 0)
	if err != nil {
		return nil, nil, err
	}
	records, problems := readable(id, kept)
	if n := len(kept); n < want {
		problems = append(problems, problem("session_damaged", id, "The last %d of its %d events are missing.", want-n, want))
	}
	events, found, err := s.decode(id, records)
	problems = append(problems, found...)
	s.loaded(b, len(kept), events, problems)
	return events, problems, err
}

// loaded remembers what was read of a session. What waited to be written after
// another program's events is let go of, and a damaged session is not written.
func (s *Sessions) loaded(b *book, kept int, events []event.Event, problems []Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.closed != nil {
		b.queue = nil
	}
	b.open, b.Events, b.Damaged = true, kept, b.Damaged && b.unlisted == nil
	if b.unlisted != nil {
		b.Lines = 0
		for _, e := range events {
			b.touch(e)
		}
	}
	for _, p := range problems {
		if p.Code == "session_damaged" {
			b.Damaged = true
			b.closed = errors.New("its record is damaged; fork it to go on from what is left")
		}
	}
}

// readable are the records before the first that is lost.
func readable(id string, kept [][]byte) (list []record.Record, problems []Problem) {
	for i, data := range kept {
		data, err := unseal(data)
		var r record.Record
		if err == nil {
			r, err = record.Parse(data)
		}
		if err != nil {
			return list, []Problem{damagedAt(id, i+1, len(kept), err)}
		}
		list = append(list, r)
	}
	return list, nil
}

func damagedAt(id string, seq, of int, err error) Problem {
	return problem("session_damaged", fmt.Sprintf("%s, event %d", id, seq), "The event %d of %d cannot be read (%s). "+
		"The session is shown as far as it goes; fork it to go on from there.", seq, of, err)
}

// decode reads records, and where one of them is no event, those before it.
func (s *Sessions) decode(id string, records []record.Record) ([]event.Event, []Problem, error) {
	var problems []Problem
	like, _ := s.worlds.kept()
	read := record.Reader{Tools: s.tools, Load: s.worlds.again(), Like: like.Tree}.Read
	for {
		events, found, err := read(records, s.blobs)
		line, side := new(event.LineError), new(record.SideError)
		at := 0
		switch {
		case errors.As(err, &line):
			at = line.Line
		case errors.As(err, &side):
			at = side.Line
		}
		if at == 0 || at > len(records) {
			for _, p := range found {
				problems = append(problems, Problem{"event_" + p.What, fmt.Sprintf("%s, event %d", id, p.Seq), p.Message})
			}
			return events, problems, err
		}
		problems = []Problem{damagedAt(id, at, len(records), err)}
		records = records[:at-1]
		if len(records) == 0 {
			return nil, problems, nil
		}
	}
}
