package trace

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"lily/core/event"
	"lily/web/html"
	"lily/web/turns"
)

// log is a session's events, each taken once: as lines, as spans, and which of them are looked for.
type log struct {
	session string
	events  []event.Event
	lines   []string      // an event; empty until it is asked for, since one that names 10,000 skills is megabytes
	each    []*turns.Span // an event
	spans   turns.Trace
	asked   int // requests

	sifted [2]string // the type and the text that are looked for
	hits   []bool    // by event
}

// take reads what is new, or all of another session, which it reports.
func (l *log) take(session string, list []event.Event) (other bool) {
	if l.session != session || len(list) < len(l.lines) || l.differs(list) {
		*l, other = log{session: session}, true
	}
	l.events = list
	for i := len(l.lines); i < len(list); i++ {
		l.lines = append(l.lines, "")
		l.each = append(l.each, &turns.Span{Of: turns.OfEvent, Title: list[i].Body.Type(), Events: list[i : i+1 : i+1]})
		if _, is := list[i].Body.(event.ModelRequest); is {
			l.asked++
		}
	}
	l.spans.Take(list)
	return other
}

// differs reports whether the last event that was taken is another one now, as after a tab that took the session over.
func (l *log) differs(list []event.Event) bool {
	n := len(l.lines)
	return n > 0 && &l.events[0] != &list[0] && string(event.Encode(list[n-1])) != l.line(n)
}

// line is an event, from one on, as it is recorded.
func (l *log) line(seq int) string {
	line := &l.lines[seq-1]
	if *line == "" {
		*line = string(event.Encode(l.events[seq-1]))
	}
	return *line
}

// sift finds the events of a type and with a text, both empty for any.
func (l *log) sift(kind, query string) {
	if asked := [2]string{kind, query}; l.sifted != asked {
		l.sifted, l.hits = asked, nil
	}
	for i := len(l.hits); i < len(l.events); i++ {
		b := l.events[i].Body
		l.hits = append(l.hits, (kind == "" || b.Type() == kind) && (query == "" ||
			strings.Contains(strings.ToLower(l.line(i+1)), query) || strings.Contains(strings.ToLower(turns.Brief(b)), query)))
	}
}

// found is how many events were.
func (l *log) found() (n int) {
	for _, is := range l.hits {
		if is {
			n++
		}
	}
	return n
}

// kindsOf are the types of events that there are, with how many of each, and the one that is chosen.
func kindsOf(list []event.Event, chosen string) []html.Choice {
	tally := map[string]int{}
	for _, e := range list {
		tally[e.Body.Type()]++
	}
	if chosen != "" {
		tally[chosen] += 0
	}
	all := []html.Choice{{Value: allKinds, Label: "All types"}}
	for _, kind := range slices.Sorted(maps.Keys(tally)) {
		all = append(all, html.Choice{Value: kind, Label: fmt.Sprintf("%s (%d)", kind, tally[kind])})
	}
	return all
}
