package models

import (
	"errors"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state"
	"lily/web/state/statetest"
)

// picked shows the dialog as it is once the server has answered.
func picked(t *testing.T, s *statetest.Page) *picker {
	t.Helper()
	waits := make(chan func(), 9)
	s.Loop.Lanes.Post = func(f func()) { waits <- f }
	s.Models.Pick()
	(<-waits)()
	return &picker{s.Store, s.Models.Picking}
}

// behind1 is a page with models that are not in the engine.
func behind1(t *testing.T, m porttest.Models) *statetest.Page {
	t.Helper()
	return statetest.Small(t, func(p *port.Ports) { p.Models = m })
}

func content(p *picker) string { return htmltest.Seen(&html.Keyed{Of: p.show}) }

// MD-2, MD-3: Lily's own models, and every upstream with its state in words.
func TestPickerGroups(t *testing.T) {
	s := behind1(t, porttest.Models{Own: []port.LocalModel{{Name: "browser", About: "Chrome's", Why: "it is not downloaded"}}, Behind: []port.Upstream{
		{ID: "openai", Name: "OpenAI", State: "ready", Models: []string{"gpt-x"}},
		{ID: "anthropic", Name: "Anthropic", State: "no_key", Detail: "Set ANTHROPIC_API_KEY.", Models: []string{"claude-x"}},
		{ID: "ollama", Name: "Ollama", Local: true, State: "absent", Detail: "Nothing answers there: start Ollama."},
	}})
	got := content(picked(t, s))
	htmltest.Has(t, got, "Lily's own", "offline", "The browser's own", "browser", "Cannot be used: it is not downloaded", "OpenAI", "ready", "gpt-x", "List models",
		"no key", "Set ANTHROPIC_API_KEY.", "claude-x", "Ollama", "not there", "Another model, as upstream/model")
	htmltest.HasNot(t, got, "scripted", "#code=")
	if n := strings.Count(got, "List models</button>"); n != 1 {
		t.Errorf("got %d buttons to list models, want 1: for the ready public upstream", n)
	}
}

func TestPickerScripted(t *testing.T) {
	s := behind1(t, porttest.Models{Err: port.ErrNoToken})
	s.Put(model.Replies, `{"text":"hello"}`+"\n")
	p := picked(t, s)
	htmltest.Has(t, content(p), "scripted", "Gives the replies of /workspace/replies.jsonl", "This page was opened without its token", "#code=…")
	s.Put(model.Replies, "{]\n")
	htmltest.Has(t, content(p), "Cannot be used: /workspace/replies.jsonl:1: ")
}

func TestPickerLooksFor(t *testing.T) {
	s := behind1(t, porttest.Models{Behind: []port.Upstream{{ID: "openai", Name: "OpenAI", State: "ready", Models: []string{"gpt-x", "o9"}}, {ID: "other", Name: "Other", State: "ready", Models: []string{"z"}}}})
	p := picked(t, s)
	s.Models.Picking.Query = "gpt"
	got := content(p)
	htmltest.Has(t, got, "gpt-x")
	htmltest.HasNot(t, got, "o9", "Other")
	s.Models.Picking.Lists["openai"] = state.Listed{Models: []string{"gpt-new"}}
	htmltest.Has(t, content(p), "gpt-new")
	s.Models.Picking.Lists["openai"] = state.Listed{Err: errors.New("nobody answers")}
	htmltest.Has(t, content(p), "Nobody answers", "model_failed")
}

// A model that is not there is refused, and said so.
func TestChoose(t *testing.T) {
	s := statetest.Small(t)
	picked(t, s)
	choose := func(name string) {
		waits := make(chan func(), 9)
		s.Loop.Lanes.Post = func(f func()) { waits <- f }
		s.Models.Choose(s.Models.Picking, name, func() {})
		(<-waits)()
	}
	choose("nope")
	if s.Models.Picking == nil || !strings.Contains(s.Models.Picking.Wrong, "nope") {
		t.Errorf("got %+v", s.Models.Picking)
	}
	choose("offline")
	if s.Models.Picking != nil || s.Sessions.State().Model != "offline" {
		t.Errorf("got %+v, %s", s.Models.Picking, s.Sessions.State().Model)
	}
}
