package core

import (
	"strings"

	"lily/core/command"
	"lily/core/event"
)

// cutoff is why a turn has no end of its own, as the sentence that is said of it and of
// nothing else.
type cutoff string

const (
	// closed is said when a session is opened again.
	closed cutoff = "The program was closed during this turn."
	// midway is said of a session that was made of the first events of another one, or
	// of a recording, whose turn has gone on there.
	midway cutoff = "This session goes on from the middle of this turn, and the rest of the turn is not in it."
)

var cutoffs = [...]cutoff{closed, midway}

// end is how such a turn ends.
func (c cutoff) end() event.Error {
	err := command.Errorf(command.Cancelled, "%s", string(c))
	return event.Error{Code: err.Code, Message: err.Error()}
}

// reply is said of a model's reply that was on its way.
func (c cutoff) reply() string { return strings.TrimSuffix(string(c), ".") }

// call is said of a call that was under way.
func (c cutoff) call() string {
	if c == midway {
		return string(c) + " Whether this call has changed anything is not known here."
	}
	return string(c) + " Whether this call has changed anything is not known."
}

// saying is why a reply or a call ended that was settled, empty for another one.
func saying(text string) cutoff {
	for _, c := range cutoffs {
		if text == c.reply() || text == c.call() || text == c.end().Message {
			return c
		}
	}
	return ""
}
