// Package settle ends what an interrupted turn left open: that of a program which was
// killed, or of a session that was made of the first events of another one.
//
// A log is only ever appended to, so what is missing is recorded behind what is there: the
// warnings of a snapshot, and one [event.Interrupted], from which a session's state follows
// as if the turn had ended by itself. The package promises that a session goes on after
// that, that a model takes its conversation (CV-7), and that settling twice is settling
// once. It records nothing itself:
//
//	for _, body := range settle.After(events, event.Closed) {
//		… append it to the log …
//	}
package settle

import (
	"cmp"
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
)

// Kept counts how many times the session was kept from a recording.
func Kept(events []event.Event) (n int) {
	for _, e := range events {
		if e.Body == (event.SessionKept{}) {
			n++
		}
	}
	return n
}

// Begun reports whether events are the beginning of a session, which can go on.
func Begun(events []event.Event) bool {
	return len(events) > 1 || len(events) == 1 && len(opening(events[0])) > 0
}

// After returns what is to be recorded after a session's events, which may end in the middle of a
// turn. That someone else's session becomes one's own is not among it: that takes an engine.
func After(events []event.Event, why event.Why) (list []event.Body) {
	if len(events) == 1 {
		return opening(events[0])
	}
	open := false
	for _, e := range events[lastEnd(events):] {
		switch b := e.Body.(type) {
		case event.Command, event.Message, event.Branched:
			open = true
		case event.SkillCatalogUpdated:
			list = Clashes(b.Snapshot)
		case event.SkillWarning:
			list = list[min(1, len(list)):]
		}
	}
	if open {
		list = append(list, event.Interrupted{Why: cmp.Or(Told(events[len(events)-1].Body), why)})
	}
	return list
}

// Whole is a session's events as they are read elsewhere: with what [After] adds, so that they replay wherever in a
// turn they end (EV-4, EV-6). The events themselves stay as they are.
func Whole(events []event.Event) []event.Event {
	if !Begun(events) {
		return events
	}
	last := events[len(events)-1]
	whole := slices.Clip(events)
	for _, body := range After(events, event.Closed) {
		last.Seq, last.Body = last.Seq+1, body
		whole = append(whole, last)
	}
	return whole
}

// opening is what follows the first event of a session.
func opening(e event.Event) []event.Body {
	if e.World != nil {
		if s, err := loader.Load(*e.World, nil); err == nil {
			return append([]event.Body{event.Catalog(s, *e.World)}, Clashes(s)...)
		}
	}
	return nil
}

// Clashes are the warnings that follow a snapshot.
func Clashes(s *loader.Snapshot) (list []event.Body) {
	for _, c := range s.Conflicts {
		list = append(list, event.SkillWarning{Name: c.Name, Kind: c.Kind, Detail: c.String()})
	}
	return list
}

// lastEnd is where the events after the last turn that has ended begin.
func lastEnd(events []event.Event) int {
	for i := len(events) - 1; i > 1; i-- {
		switch b := events[i].Body.(type) {
		case event.Answer, event.Error, event.Interrupted:
			return i + 1
		case event.ModelResponse:
			if b.Error == "" && len(b.Calls) == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// Told recognizes an event that settled a turn before there was [event.Interrupted]: such a turn
// was ended by the events of [session.Open.Ends] themselves, which say why in the very sentence
// of the reason. It is empty for any other event.
func Told(body event.Body) event.Why {
	said := ""
	switch b := body.(type) {
	case event.ModelResponse:
		said = b.Error
	case event.ToolResult:
		said = b.Result.Error
	case event.CallRefused:
		said = b.Message
	case event.Error:
		said = b.Message
	}
	for _, why := range []event.Why{event.Closed, event.Midway} {
		switch sentence := why.String(); said {
		case strings.TrimSuffix(sentence, "."), why.Call(), "Error: " + sentence:
			return why
		}
	}
	return ""
}
