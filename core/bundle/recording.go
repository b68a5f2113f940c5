package bundle

import (
	"bytes"
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/tree"
	"lily/core/world"
)

// Recording is a session as it was read, to be exported.
type Recording struct {
	ID, Title string
	Events    []event.Event
	Problems  []string // what of it could not be read, each a full sentence
	Err       error    // why none of it could be read
}

// Export is the session in an export of everything: a bundle, or where it pins something lost, its events as lines.
func (r Recording) Export(tick tree.Tick) world.Session {
	var zip bytes.Buffer
	err := r.Err
	if err == nil && len(r.Events) > 0 {
		err = Bundle{Title: r.Title, Events: r.Events}.WriteTicking(&zip, tick)
	}
	s := world.Session{Name: r.ID + ".lily", Data: zip.Bytes()}
	switch {
	case len(r.Events) == 0:
		s = world.Session{Left: r.say("is not in the export", err)}
	case err != nil:
		s = world.Session{
			Name: r.ID + world.LinesOnly, Data: event.Lines(r.Events),
			Left: r.say("is in the export as the lines of its events alone, which cannot be restored", err),
		}
	case len(r.Problems) > 0:
		s.Left = r.say("is in the export as far as it can be read", nil)
	}
	return s
}

// say says what of a session is exported, and why not all.
func (r Recording) say(what string, err error) string {
	name := "Session " + r.ID
	if title := answer.Line(r.Title); title != "" {
		name += ", “" + title + "”,"
	}
	sentence := name + " " + what + "."
	if err != nil {
		sentence = fmt.Sprintf("%s %s: %s.", name, what, strings.TrimSuffix(answer.Line(err.Error()), "."))
	}
	for _, p := range r.Problems {
		sentence += " " + answer.Line(p)
	}
	return sentence
}
