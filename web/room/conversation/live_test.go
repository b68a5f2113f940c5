package conversation

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/event"
	"lily/core/model"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
	"lily/web/turns"
)

// CV-7: what arrives is shown, told once until the page has looked, and gives
// way to what is recorded.
func TestLive(t *testing.T) {
	s := statetest.Small(t)
	r := &reply{Store: room(s), Session: s.Sessions.Session, Step: &turns.Reply{Model: "m"}}
	shown := 0
	s.Live.Begin(s.Sessions.Session)
	s.Live.Stream(s.Sessions.Session, model.Delta{Text: "early "})
	s.Live.Watch(r.Session, r, func() { shown++ })
	s.Live.Stream(s.Sessions.Session, model.Delta{Text: "one\n\n**tw"})
	s.Live.Stream(s.Sessions.Session, model.Delta{Text: "o**", Thinking: "hm"})
	s.Live.Stream("s9", model.Delta{Text: "another session's"})
	if shown != 1 {
		t.Errorf("told %d times, want once", shown)
	}
	got := htmltest.Seen(r)
	htmltest.Has(t, got, "early one", "<strong>", "Thinking")
	htmltest.HasNot(t, got, "another session's", "Copy the reply")
	s.Live.Stream(s.Sessions.Session, model.Delta{Note: "m asked to wait 3 s; trying again."})
	htmltest.Has(t, htmltest.Seen(r), "m asked to wait 3 s")
	if shown != 2 {
		t.Errorf("told %d times, want again after a look", shown)
	}
	r.Step.Response, r.Done = &event.ModelResponse{Model: "m", Finish: model.Interrupted, Text: "early one\n\n**two**", Error: "context canceled", Usage: model.Usage{In: 1203, Out: 7}, Retries: 1}, true
	r.OnUpdate(app.Context{})
	got = htmltest.Seen(r)
	htmltest.Has(t, got, "Interrupted: it was stopped.", "tokens: 1,203 in, 7 out", "tried again 1 time", "Copy the reply")
	htmltest.HasNot(t, got, "Thinking", "asked to wait")
	s.Live.Stream(s.Sessions.Session, model.Delta{Text: "late"})
	if shown != 2 {
		t.Error("a recorded reply is told")
	}
}
