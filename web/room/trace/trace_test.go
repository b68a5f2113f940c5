package trace

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"lily/core/event"
	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// The button that goes to a list's foot is the same one wherever the list is, so that
// a scroll takes no focus away.
func TestToFootStaysInEvents(t *testing.T) {
	s := statetest.Small(t)
	for _, away := range []bool{false, true, false} {
		text := "Newest event"
		got := htmltest.Seen(&Events{Store: s.Store, Hand: &html.Hand{}, session: s.Sessions.Session, foot: html.Foot{Away: away}})
		if strings.Count(got, text) != 1 || strings.Contains(got, " idle\"") == away {
			t.Errorf("away %t: got %s, want one %q, idle at the foot", away, got, text)
		}
	}
}

// The rows of events around a moment hold it, and as many as are shown at most.
func TestAround(t *testing.T) {
	for _, n := range []int{1, 7, eventRows, eventRows + 1, 1999} {
		for i := range n {
			first, last := around(i, n)
			if first < 0 || last > n || i < first || i >= last || last-first != min(n, eventRows) {
				t.Fatalf("row %d of %d: got %d to %d", i, n, first, last)
			}
		}
	}
}

func TestEventsPane(t *testing.T) {
	s := statetest.Small(t)
	p := &Events{Store: s.Store, Hand: &html.Hand{}}
	htmltest.Has(t, htmltest.Seen(p), "session_created", "skill_catalog_updated", "2 of 2", "Find in events", "Event type")
	s.Say(t, "/skills")
	s.Say(t, "What is <this> & that?")
	p.choose("command")
	got := htmltest.Seen(p)
	htmltest.Has(t, got, "1 of 7", "/skills")
	htmltest.HasNot(t, got, "Show older")
	p.choose(allKinds)
	p.search("<this>")
	htmltest.Has(t, htmltest.Seen(p), "2 of 7", "model_response") // the offline model repeats it
	p.search("no such text")
	htmltest.Has(t, htmltest.Seen(p), "0 of 7", "No event matches")
}

// EV-3: the raw text is the log, to the byte, after every event and session.
func TestEventsPaneRaw(t *testing.T) {
	s := statetest.Small(t)
	p := &Events{Store: s.Store, Hand: &html.Hand{}, raw: true}
	for _, line := range []string{"", "/skills", "Tell me of <b> & “quotes”", "/new", "/help plain"} {
		s.Say(t, line)
		want := string(event.Lines(s.Sessions.Events()))
		if got := p.text(); got != want {
			t.Errorf("after %q got %q, want %q", line, got, want)
		}
		htmltest.Has(t, htmltest.Seen(p), strconv.Quote(want))
	}
}

func TestEventsPaneOpens(t *testing.T) {
	s := statetest.Small(t)
	p := &Events{Store: s.Store, Hand: &html.Hand{}}
	p.take()
	p.open[1] = true
	htmltest.Has(t, htmltest.Seen(p), "\"seq\": 1,\n  \"session\": \"s1\",\n  \"type\": \"session_created\"")
}

func TestEventsPaneShowsTheNewestFirst200(t *testing.T) {
	s := statetest.Small(t)
	for range 120 {
		s.Say(t, "/nonsense")
	}
	p := &Events{Store: s.Store, Hand: &html.Hand{}}
	if n := strings.Count(htmltest.Seen(p), "<details"); n != eventRows {
		t.Errorf("got %d rows, want %d", n, eventRows)
	}
	htmltest.Has(t, htmltest.Seen(p), "Show older", "242 of 242")
	p.older = eventRows
	if n := strings.Count(htmltest.Seen(p), "<details"); n != 242 {
		t.Errorf("got %d rows, want all 242", n)
	}
}

func TestContextPane(t *testing.T) {
	s := statetest.Small(t)
	p := &Context{Store: s.Store}
	htmltest.Has(t, htmltest.Seen(p), "Nothing was sent")
	s.Say(t, "First")
	htmltest.Has(t, htmltest.Seen(p), "the session's first request", "persona/SOUL", "You are Lily.", "message 1, user", "Total")
	s.Say(t, "/agent otto")
	s.Say(t, "Second")
	htmltest.Has(t, htmltest.Seen(p), "Otto's rules.", "message 3, user", "Added", "persona/AGENTS")
	all := requests(s.Sessions.Events())
	p.choose(strconv.Itoa(all[0].seq))
	htmltest.HasNot(t, htmltest.Seen(p), "Otto's rules.")
	c := compareRequests(all, 1)
	if got := []string{c.change("rules"), c.change("persona/AGENTS"), c.change("message 3, user")}; !slices.Equal(got, []string{"same", "added", "added"}) {
		t.Errorf("got %q", got)
	}
}

// The parts that are named are those of the event, in its order.
func TestPiecesMatchSizes(t *testing.T) {
	s := statetest.Small(t)
	s.Say(t, "/skill plain")
	s.Say(t, "And now?")
	for _, r := range requests(s.Sessions.Events()) {
		list := pieces(r.body.Request)
		if len(list) != len(r.body.Parts) {
			t.Fatalf("got %d pieces, want %d", len(list), len(r.body.Parts))
		}
		for i, part := range r.body.Parts {
			if part.Bytes != len(list[i].text) {
				t.Errorf("%s: got %d bytes, want %d", list[i].name, len(list[i].text), part.Bytes)
			}
		}
	}
}
