package ui

import (
	"context"

	"lily/core"
)

// send gives a line to the engine.
func (s *Store) send(line string) {
	if !s.Busy {
		s.Recalled = append(s.Recalled, line)
		s.begin(s.Engine.Turn, line)
	}
}

// again takes the conversation back to before the turn that an event began, and
// answers a line there: a retry, or an edited message.
func (s *Store) again(seq int, line string) {
	if !s.Busy {
		s.Editing = nil
		s.begin(func(ctx context.Context, id, line string) core.Result { return s.Engine.Again(ctx, id, seq, line) }, line)
	}
}

// begin answers a line away from the UI goroutine.
func (s *Store) begin(turn func(ctx context.Context, id, line string) core.Result, line string) {
	ctx, cancel := context.WithCancel(context.Background())
	s.Busy, s.cancel, s.Status = true, cancel, "Generating"
	s.changed()
	id := s.Session
	go func() {
		r := turn(ctx, id, line)
		stopped := ctx.Err() != nil
		cancel()
		s.Post(func() { s.done(id, r, stopped) })
	}()
}

// done ends a turn of a session. Who has gone to another one meanwhile stays there.
func (s *Store) done(id string, r core.Result, stopped bool) {
	if r.Session != id {
		s.Notice = Notice{Text: r.Output()}
	}
	if s.Session == id {
		s.Session = r.Session
	}
	s.Busy, s.Status = false, "Response complete"
	if stopped {
		s.Status = "Stopped"
	}
	s.changed()
}

// Edited is an earlier message that the message box holds to be sent anew.
type Edited struct {
	Session string
	Seq     int
}

// revise puts an earlier message into the message box.
func (s *Store) revise(seq int, input string) {
	s.Editing = &Edited{s.Session, seq}
	s.Status = "Editing an earlier message"
	s.draft(input)
}

// editing is the message of this session that is edited, or nil.
func (s *Store) editing() *Edited {
	if s.Editing == nil || s.Editing.Session != s.Session {
		return nil
	}
	return s.Editing
}

func (s *Store) stop() {
	if s.cancel != nil {
		s.cancel()
	}
}
