package turns

import (
	"slices"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/web/words"
)

// What a span is of.
const (
	OfTurn    = "turn"
	OfRequest = "request"
	OfCall    = "call"
	OfEvent   = "event"
)

// How a request or a call ended otherwise than it should; a person stops, and all else fails.
const (
	Stopped = "stopped"
	Failed  = "failed"
	Refused = "refused"

	underWay = "under way"
)

// Span is a part of a session in time: a turn, in it the requests and calls, and in a request the calls that its
// response asked for (UI.md, Trace). Every event belongs to exactly one span.
type Span struct {
	Of     string
	Title  string
	Events []event.Event // its own, in order; those of the spans below it are not among them
	Below  []*Span

	Sent, Got int    // tokens of a request, the first of them about; 0 for none
	State     string // how a call or a request stands, in a word; empty for nothing to say

	call string // the id and name of a call
}

// Seq is the number of its first event.
func (s *Span) Seq() int { return s.Events[0].Seq }

// Type is that of its first event.
func (s *Span) Type() string { return s.Events[0].Body.Type() }

// Time is when it began and when its last event was, with all below it, in milliseconds since 1970; 0 is not known.
func (s *Span) Time() (begun, ended int64) {
	begun, ended = s.Events[0].At, s.Events[len(s.Events)-1].At
	for _, b := range s.Below {
		if _, end := b.Time(); end > ended {
			ended = end
		}
	}
	return begun, ended
}

// Tokens are those of all requests in it.
func (s *Span) Tokens() (sent, got int) {
	sent, got = s.Sent, s.Got
	for _, b := range s.Below {
		more, back := b.Tokens()
		sent, got = sent+more, got+back
	}
	return sent, got
}

// Holds says what is in it: "2 requests, 1 call, 9 events".
func (s *Span) Holds() string {
	n := map[string]int{}
	s.count(n)
	var said strings.Builder
	for _, of := range []string{OfRequest, OfCall} {
		if n[of] > 0 {
			said.WriteString(answer.Number(n[of], of) + ", ")
		}
	}
	return said.String() + answer.Number(n[OfEvent], OfEvent)
}

func (s *Span) count(n map[string]int) {
	n[OfEvent] += len(s.Events)
	for _, b := range s.Below {
		if b.Of != OfEvent {
			n[b.Of]++
		}
		b.count(n)
	}
}

// All are the events of it and of all below it, in the order in which they happened.
func (s *Span) All() (list []event.Event) {
	list = append(list, s.Events...)
	for _, b := range s.Below {
		list = append(list, b.All()...)
	}
	slices.SortFunc(list, func(a, b event.Event) int { return a.Seq - b.Seq })
	return list
}

// Trace folds a session's events into spans, and takes each event once.
type Trace struct {
	Seen int
	List []*Span // the turns; first the one that opens the session

	talk    Talk
	request *Span // of the turn, the one that was asked last
}

// Take folds the events that it has not seen yet.
func (t *Trace) Take(events []event.Event) {
	for i, e := range events[t.Seen:] {
		t.talk.Take(events[:t.Seen+i+1])
		t.one(e)
	}
	t.Seen = len(events)
}

// Turns are the conversation that was folded.
func (t *Trace) Turns() []*Turn { return t.talk.List }

func (t *Trace) one(e event.Event) {
	turn := t.talk.last()
	_, branch := e.Body.(event.Branched)
	if len(t.List) == 0 || branch || turn != nil && turn.Seq == e.Seq {
		if !t.branched() {
			t.List, t.request = append(t.List, &Span{Of: OfTurn, Title: headline(e.Body), Events: []event.Event{e}}), nil
			return
		}
		t.now().Title = headline(e.Body) // the turn that was branched has its line now
	}
	switch b := e.Body.(type) {
	case event.ModelRequest:
		t.asked(e, b)
	case event.ModelResponse:
		t.answered(e, b)
	case event.Approval:
		if b.Origin != "" {
			t.event(e)
			return
		}
		t.called(e, b.Call, b.Tool)
	case event.ToolCall:
		t.called(e, b.Call, b.Tool).State = "running"
	case event.ToolResult:
		t.called(e, b.Call, b.Tool).State = outcome(b)
	case event.CallRefused:
		t.called(e, b.Call, b.Tool).State = Refused
	case event.Error:
		t.cut(words.Either(b.Code == command.Cancelled, Stopped, Failed))
		t.event(e)
	case event.Interrupted:
		t.cut(Stopped)
		t.event(e)
	default:
		t.event(e)
	}
}

func (t *Trace) event(e event.Event) {
	t.add(t.now(), &Span{Of: OfEvent, Title: Brief(e.Body), Events: []event.Event{e}})
}

// cut says why the request that was asked last came to no end of its own, if it did not.
func (t *Trace) cut(why string) {
	if t.request != nil && (t.request.State == underWay || t.request.State == model.Interrupted) {
		t.request.State = why
	}
}

// headline is the line of a turn, as its person wrote it.
func headline(b event.Body) string {
	if m, is := b.(event.Message); is {
		return words.Clip(answer.Line(m.Text), MaxBrief)
	}
	return Brief(b)
}

// branched reports whether the turn that is open began by going back, and has no line yet.
func (t *Trace) branched() bool {
	if len(t.List) == 0 {
		return false
	}
	_, is := t.now().Events[0].Body.(event.Branched)
	return is && len(t.now().Below) == 0
}

func (t *Trace) now() *Span { return t.List[len(t.List)-1] }

func (t *Trace) add(to, s *Span) *Span {
	to.Below = append(to.Below, s)
	return s
}

func (t *Trace) asked(e event.Event, b event.ModelRequest) {
	s := &Span{Of: OfRequest, Title: b.Model, Events: []event.Event{e}, State: underWay, Sent: b.Tokens()}
	t.request = t.add(t.now(), s)
}

func (t *Trace) answered(e event.Event, b event.ModelResponse) {
	s := t.request
	if s == nil || s.Got > 0 || len(s.Events) > 1 { // it was not asked here
		s = t.add(t.now(), &Span{Of: OfRequest, Title: b.Model})
	}
	s.Events, s.Got, s.State = append(s.Events, e), b.Usage.Out, finish(b)
}

// finish says how a request ended.
func finish(b event.ModelResponse) string {
	switch {
	case b.Error != "":
		return model.Interrupted
	case len(b.Calls) > 0:
		return "asked for " + answer.Number(len(b.Calls), "call")
	case b.Finish == "stop":
		return "answered"
	}
	return b.Finish
}

// called is the call of an id that is not over yet, with one more event, or a new one.
func (t *Trace) called(e event.Event, id, name string) *Span {
	in, key := t.now(), strconv.Quote(id)+name
	if t.request != nil && id != "" {
		in = t.request
	}
	for i := len(in.Below) - 1; i >= 0; i-- {
		if s := in.Below[i]; s.call == key && !s.over() {
			s.Events = append(s.Events, e)
			return s
		}
	}
	return t.add(in, &Span{Of: OfCall, Title: name, Events: []event.Event{e}, State: "asked", call: key})
}

func (s *Span) over() bool {
	switch s.Events[len(s.Events)-1].Body.(type) {
	case event.ToolResult, event.CallRefused:
		return true
	}
	return false
}
