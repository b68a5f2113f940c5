package trace

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

func talked(t *testing.T, lines ...string) (*statetest.Page, *Doc) {
	t.Helper()
	s := statetest.Small(t)
	for _, line := range lines {
		s.Say(t, line)
	}
	return s, &Doc{Store: s.Store}
}

// UI.md, Trace: a tree of turns, requests and calls; what is folded says how much.
func TestTraceDocument(t *testing.T) {
	s, d := talked(t, "/skills", "What is <this> & that?")
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "7 of 7 events", "session_created", "/skills", ">request<", `aria-level="2"`, `aria-expanded `)
	d.at = 0
	d.press("ArrowLeft", 0)
	got = htmltest.Seen(d)
	htmltest.Has(t, got, `aria-expanded="false"`, "2 events")
	htmltest.HasNot(t, got, ">skill_catalog_updated<")
	d.press("ArrowRight", 0)
	htmltest.Has(t, htmltest.Seen(d), ">skill_catalog_updated<")
	s.Say(t, "More.")
	if htmltest.Seen(d); d.follows() || d.rows[d.at].Seq() > 2 {
		t.Errorf("got row %d active, want the one that the person went to", d.at)
	}
}

// UI.md, Trace: a filter leaves what matches, with what it is in.
func TestTraceIsFiltered(t *testing.T) {
	_, d := talked(t, "/skills", "What is <this> & that?")
	htmltest.Seen(d)
	d.choose("command")
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "1 of 7", "/skills")
	htmltest.HasNot(t, got, ">request<", ">answer<")
	d.choose(allKinds)
	d.search("<this>")
	htmltest.Has(t, htmltest.Seen(d), "2 of 7", ">request<")
	d.search("no such text")
	htmltest.Has(t, htmltest.Seen(d), "0 of 7", "No event matches")
}

// UI.md, Regions: what was sought and chosen is there again after another document was in front.
func TestTraceIsAsItWasLeft(t *testing.T) {
	s, d := talked(t, "/skills", "What is <this> & that?")
	htmltest.Seen(d)
	d.search("this")
	d.choice(len(d.rows)-1, false)
	chosen := d.seq
	again := &Doc{Store: s.Store}
	htmltest.Has(t, htmltest.Seen(again), "2 of 7", `value="this"`)
	if again.seq != chosen || again.active() != chosen {
		t.Errorf("got event %d chosen and %d active, want %d", again.seq, again.active(), chosen)
	}
	again.search("")
	again.turnRaw()
	if last := (&Doc{Store: s.Store}); !strings.Contains(htmltest.Seen(last), "listbox") || !last.raw {
		t.Error("got the tree, want the raw log")
	}
}

// UI.md, Trace: of each span what went in, what came out, what it changed, and the exact events.
func TestTraceDetail(t *testing.T) {
	_, d := talked(t, "/skills", "What is <this> & that?")
	htmltest.Seen(d)
	for _, tt := range []struct {
		kind, tab string
		want      []string
	}{
		{"model_request", "Input", []string{"Parts, in the order they were sent", "Exact text", "Catalog of skills"}},
		{"model_request", "Output", []string{"What is <this> & that?"}},
		{"model_request", "Difference", []string{"This is the session's first request."}},
		{"model_request", "Raw", []string{"\"type\": \"model_request\"", "\"type\": \"model_response\""}},
		{"command", "Input", []string{"/skills"}},
		{"command", "Output", []string{"plain"}},
		{"command", "Difference", []string{"No file was changed."}},
		{"answer", "Raw", []string{"\"type\": \"answer\"", "Fork from here", "Go to event 4"}},
	} {
		for _, r := range d.rows {
			if r.Type() == tt.kind {
				d.seq, d.tab = r.Seq(), tt.tab
			}
		}
		htmltest.Has(t, htmltest.Seen(d), tt.want...)
	}
}

// EV-3: what is copied is the log, to the byte, after every event and session.
func TestTraceCopiesTheLog(t *testing.T) {
	s, d := talked(t)
	d.raw = true
	for _, line := range []string{"", "/skills", "Tell me of <b> & “quotes”", "/new", "/help plain"} {
		s.Say(t, line)
		want := string(event.Lines(s.Sessions.Events()))
		if got := d.text(); got != want {
			t.Errorf("after %q got %q, want %q", line, got, want)
		}
		htmltest.Has(t, htmltest.Seen(d), `role="listbox"`, ">session_created<")
	}
}

// EV-2, EV-3: the raw log lists each event with its number and its time, as it is recorded and with nothing hidden;
// one that is chosen is shown whole.
func TestTraceRaw(t *testing.T) {
	s, d := talked(t, "/skills", "Tell \u202e me")
	d.turnRaw()
	got := htmltest.Seen(d)
	htmltest.Has(t, got, "7 of 7 events", "Choose an event to read all of it.", ">session_created<", `\u202e`)
	htmltest.HasNot(t, got, "Parts, in the order they were sent", "\u202e", `role="treeitem"`)
	d.choice(0, false)
	got = htmltest.Seen(d)
	htmltest.Has(t, got, "Event 1 as JSON", `"type": "session_created"`, "Go to event 1", "Copy 1 event as JSON lines")
	htmltest.HasNot(t, got, ">Difference<")
	d.choose("command")
	htmltest.Has(t, htmltest.Seen(d), "1 of 7 events", `"input":"/skills"`)
	d.choose(allKinds)
	if at := s.Sessions.Recorded()[0].At; at != 0 {
		htmltest.Has(t, htmltest.Seen(d), clock(at))
	}
}

// CV-1: until a line is chosen the newest request is shown, and what a person reads of it stays.
func TestTraceBeginsWithWhatWasSent(t *testing.T) {
	s, d := talked(t)
	htmltest.Has(t, htmltest.Seen(d), "Nothing was sent to a model in this session.", "Choose a line")
	for _, want := range []string{"1 of 1", "2 of 2"} {
		s.Say(t, "Hello")
		htmltest.Has(t, htmltest.Seen(d), want, "persona/SOUL", "You are Lily.")
	}
	d.pin(app.Context{}, app.Event{})
	s.Say(t, "Again")
	htmltest.Has(t, htmltest.Seen(d), "2 of 3")
	d.seq = 0
	s.Sessions.StepTo(2)
	htmltest.Has(t, htmltest.Seen(d), "Nothing was sent to a model until this event.")
	s.Sessions.StepTo(len(s.Sessions.Recorded()))
	htmltest.Has(t, htmltest.Seen(d), "3 of 3")
}

// UI.md, Behaviour: the list follows what is new at its foot alone, and stays at the event that a person went to.
func TestTraceFollows(t *testing.T) {
	s, d := talked(t, "/skills", "Hello")
	at := func(want int) {
		t.Helper()
		if htmltest.Seen(d); d.active() != want {
			t.Errorf("got event %d active, want %d", d.active(), want)
		}
	}
	at(6)
	s.Say(t, "/skills")
	at(9)
	d.seen(false)
	s.Say(t, "/skills")
	at(9)
	d.seen(true)
	at(9)
	d.newest()
	at(11)
	d.at = 0
	s.Say(t, "/skills")
	at(1)
	d.turn()
	htmltest.Has(t, htmltest.Seen(d), "Unfold all")
	if at(1); len(d.rows) != len(d.log.spans.List) {
		t.Errorf("got %d lines, want one a turn", len(d.rows))
	}
	d.turn()
	at(1)
	s.Sessions.StepTo(4)
	at(4)
}

// EV-4: the moment that is shown is marked and active.
func TestTraceShowsTheMoment(t *testing.T) {
	s, d := talked(t, "/skills", "Hello")
	htmltest.Seen(d)
	s.Sessions.StepTo(3)
	got := htmltest.Seen(d)
	if htmltest.Has(t, got, "shown"); d.rows[d.at].Seq() != 3 {
		t.Errorf("got event %d active, want 3", d.rows[d.at].Seq())
	}
}

// Of a long session only the lines that are seen are made.
func TestTraceIsVirtual(t *testing.T) {
	s, d := talked(t)
	for range 120 {
		s.Say(t, "/skills")
	}
	if n := strings.Count(htmltest.Seen(d), `role="treeitem"`); n == 0 || n > 60 {
		t.Errorf("got %d lines made of %d, want those that are seen", n, len(d.rows))
	}
}
