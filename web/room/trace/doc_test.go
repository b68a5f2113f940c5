package trace

import (
	"strconv"
	"strings"
	"testing"

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
	htmltest.Has(t, got, "7 of 7", "session_created", "/skills", "model_request", `aria-level="2"`, `aria-expanded `, "Choose a line")
	d.at = 0
	d.press("ArrowLeft", 0)
	got = htmltest.Seen(d)
	htmltest.Has(t, got, `aria-expanded="false"`, "2 events")
	htmltest.HasNot(t, got, "skill_catalog_updated</code>")
	d.press("ArrowRight", 0)
	htmltest.Has(t, htmltest.Seen(d), "skill_catalog_updated</code>")
	s.Say(t, "More.")
	if htmltest.Seen(d); !d.stays || d.rows[d.at].Seq() > 2 {
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
	htmltest.HasNot(t, got, "model_request</code>", "answer</code>")
	d.choose(allKinds)
	d.search("<this>")
	htmltest.Has(t, htmltest.Seen(d), "2 of 7", "model_request")
	d.search("no such text")
	htmltest.Has(t, htmltest.Seen(d), "0 of 7", "No event matches")
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

// EV-3: the raw text is the log, to the byte, after every event and session.
func TestTraceRaw(t *testing.T) {
	s, d := talked(t)
	d.raw = true
	for _, line := range []string{"", "/skills", "Tell me of <b> & “quotes”", "/new", "/help plain"} {
		s.Say(t, line)
		want := string(event.Lines(s.Sessions.Events()))
		if got := d.text(); got != want {
			t.Errorf("after %q got %q, want %q", line, got, want)
		}
		htmltest.Has(t, htmltest.Seen(d), strconv.Quote(want))
	}
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
