package ui

import (
	"fmt"

	"lily/core"
)

// replay runs the engine again over what the session recorded, and says whether
// it came to the same events, or where it did not first (EV-4).
func (s *Store) replay() {
	events := s.events()
	s.say("Replaying " + plural(len(events), "event") + "…")
	go func() {
		got, err := core.Replay(s.Engine.Tools(), events)
		var d *core.Difference
		if err == nil {
			d = core.Compare(got, events)
		}
		s.Post(func() {
			s.Notice = replayed(len(events), d, err)
			s.changed()
		})
	}()
}

func replayed(n int, d *core.Difference, err error) Notice {
	switch {
	case err != nil:
		return Notice{Text: "The session cannot be replayed: " + err.Error() + ".", Bad: true}
	case d != nil:
		return Notice{Text: fmt.Sprintf("The replay differs first at event %d: got %.200s, recorded was %.200s.", d.Seq, d.Got, d.Want), Bad: true}
	}
	return Notice{Text: "Replayed " + plural(n, "event") + ": byte for byte the same."}
}
