package ui

import (
	"context"

	"lily/core"
	"lily/core/command"
	"lily/web/words"
)

// send gives a line to the engine.
func (s *Store) send(line string) {
	if v := s.here(); !v.busy && !s.refuses(s.mute()) {
		v.recalled = append(v.recalled, line)
		s.begin(v, s.Engine.Turn, line)
	}
}

// again takes the conversation back to before the turn that an event began, and
// answers a line there: a retry, or an edited message.
func (s *Store) again(seq int, line string) {
	if v := s.here(); !v.busy && !s.refuses(s.mute()) {
		v.editing = 0
		s.begin(v, func(ctx context.Context, id, line string) core.Result { return s.Engine.Again(ctx, id, seq, line) }, line)
	}
}

// begin answers a line away from the UI goroutine. Turns of several sessions may be
// under way at once.
func (s *Store) begin(v *view, turn func(ctx context.Context, id, line string) core.Result, line string) {
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	v.busy, v.cancel, v.over, s.Status = true, cancel, over, "Generating"
	s.changed()
	go func() {
		r := s.writing(v.id, func() core.Result { return turn(ctx, v.id, line) })
		close(over)
		stopped := ctx.Err() != nil
		cancel()
		s.Post(func() {
			if s.done(v, r, stopped); r.Code() == command.ReadOnly {
				s.refused(v, r, line)
			}
		})
	}()
}

// writing does a turn in a session that this tab writes: where nobody writes it any
// more, this tab does from now on (VF-5).
func (s *Store) writing(id string, turn func() core.Result) core.Result {
	if err := s.Ports.Sessions.Open(id); err != nil {
		return core.Result{Session: id, Err: command.Errorf(command.ReadOnly, "This session cannot be written here: %s.", words.Endless(err))}
	}
	return turn()
}

// refused says why a line was not taken, and gives it back.
func (s *Store) refused(v *view, r core.Result, line string) {
	s.refuses(words.Endless(r.Err))
	if s.Session == v.id && v.box == "" {
		s.Draft = line
	}
}

// done ends a turn of a session. Who has gone to another one meanwhile stays there,
// and is told.
func (s *Store) done(v *view, r core.Result, stopped bool) {
	v.busy, s.Status = false, "Response complete"
	if stopped {
		s.Status = "Stopped"
	}
	here := s.Session == v.id
	if !here {
		s.Status += " in " + s.nameOf(v.id)
	}
	if r.Session != v.id {
		s.Notice = Notice{Text: r.Output()}
		if here {
			s.goTo(r.Session)
		}
	}
	s.SessionsChanged()
	s.changed()
}

// revise puts an earlier message into the message box.
func (s *Store) revise(seq int, input string) {
	if s.refuses(s.mute()) {
		return
	}
	s.here().editing = seq
	s.Status = "Editing an earlier message"
	s.draft(input)
}

func (s *Store) stop() {
	if v := s.here(); v.cancel != nil {
		v.cancel()
	}
}
