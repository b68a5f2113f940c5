package ui

import (
	"archive/zip"
	buffer "bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/tool"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/approval"
	"lily/web/room/conversation"
	"lily/web/room/storage"
	"lily/web/room/trace"
	"lily/web/state"
)

// slow is a model that answers when it is let.
type slow struct{ let chan string }

func (slow) Name() string { return "slow" }

func (m slow) Reply(ctx context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	select {
	case text := <-m.let:
		on(model.Delta{Text: text})
		return model.Reply{Text: text, Finish: "stop"}, nil
	case <-ctx.Done():
		return model.Reply{}, ctx.Err()
	}
}

// posted is a page whose goroutine is the test: it runs what comes until done says so.
func posted(t *testing.T, s *Store) (until func(done func() bool)) {
	t.Helper()
	more := make(chan func(), 1000)
	s.Loop.Lanes.Post = func(f func()) { more <- f }
	return func(done func() bool) {
		for !done() {
			(<-more)()
		}
	}
}

// UI.md, EV-1: a turn of one session does not hold up another; each keeps its own
// box, question and place.
func TestSessionsShareNothing(t *testing.T) {
	base := smallPage(t)
	m := slow{make(chan string)}
	s := pageOf(t, core.New(base.Engine.World(), tool.Builtin(), core.Ports{Model: m}))
	s.Sessions.New(true)
	until := posted(t, s)
	a, b := s.Sessions.View("s1"), s.Sessions.View("s2")
	s.Sessions.GoTo("s1")
	s.Talk.Send("First")
	a.Box = "half a line"
	s.Sessions.GoTo("s2")
	if s.Sessions.Busy() {
		t.Fatal("the other session is busy, too")
	}
	s.Talk.Send("Second")
	if !a.Busy || !b.Busy {
		t.Fatal("want both turns under way")
	}
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "s1", "s2", "working", `role="tablist"`)
	s.Talk.Ask(&state.Asked{Question: call.Question{Session: "s1", Tool: "write"}, Reply: make(chan policy.Consent, 1)})
	if !strings.Contains(s.Loop.Status, "in s1") || len(s.Talk.Asked()) != 1 {
		t.Errorf("got %q and %d questions", s.Loop.Status, len(s.Talk.Asked()))
	}
	m.let <- "one"
	m.let <- "two"
	until(func() bool { return !a.Busy && !b.Busy })
	if s.Sessions.Session != "s2" || a.Box != "half a line" || b.Box != "" {
		t.Errorf("got %s shown, %q and %q in the boxes", s.Sessions.Session, a.Box, b.Box)
	}
	approval.GoTo(s.Store)
	if s.Sessions.Session != "s1" {
		t.Errorf("got %s, want the session that asks", s.Sessions.Session)
	}
	s.Sessions.GoTo("s2")
	s.Talk.Send("Third")
	s.Sessions.GoTo("s1")
	s.Talk.Stop() // this one's, which has none under way
	if !b.Busy {
		t.Fatal("a stop here stopped the turn there")
	}
	s.Sessions.GoTo("s2")
	s.Talk.Stop()
	until(func() bool { return !b.Busy })
}

func withSessions(t *testing.T) (*Store, *porttest.Tabs) {
	t.Helper()
	f := &porttest.Tabs{}
	return smallPage(t, func(p *port.Ports) {
		f.Sessions = p.Sessions.(*porttest.Sessions)
		p.Sessions = f
	}), f
}

// VF-5: a session that another tab writes is shown, takes no line, and can be taken
// over.
func TestAnotherTabsSession(t *testing.T) {
	s, f := withSessions(t)
	f.Others = []port.Kept{{ID: "s8", Where: port.Elsewhere}}
	s.Sessions.Relist()
	s.Sessions.Visit("s8")
	if s.Sessions.Session != "s8" {
		t.Fatalf("got %s", s.Sessions.Session)
	}
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "Another tab writes this session", "Take over", "Fork")
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "disabled")
	if s.Talk.Send("/skills"); s.Sessions.Busy() || !s.Loop.Notice.Bad {
		t.Error("a line was taken")
	}
	s.put("workspace/x", "x") // files are no part of the session
	if _, ok := s.Engine.World().Tree.File("workspace/x"); !ok {
		t.Error("a file could not be written")
	}
	s.Sessions.Take("s8")
	if f.Taken != "s8" || s.Sessions.Mute() != "" {
		t.Errorf("got %q taken, and %q", f.Taken, s.Sessions.Mute())
	}
}

// opening opens every file but a bad one.
type opening struct {
	porttest.Bundles
	events []event.Event
}

func (o opening) ReadBundle(name string, data []byte, _ tree.Tick) (port.Bundle, error) {
	if string(data) == "bad" {
		return port.Bundle{}, errors.New("events.jsonl:7: got a digest that the bytes do not have.")
	}
	return port.Bundle{Title: name, Events: o.events, Problems: []port.Problem{{Code: "time_missing", Place: "events.jsonl:3", Message: "No time."}}}, nil
}

// EV-4: a recording is shown from its last event, does nothing, and is kept under the
// rules of this world.
func TestRecordings(t *testing.T) {
	events := stepped(t).Sessions.Recorded()
	opens := opening{events: events}
	s := smallPage(t, func(p *port.Ports) { p.Bundles = opens })
	if s.Restore.Takes("skills.zip", []byte("PK\x03\x04"+strings.Repeat("x", 40)+"a/lily.json"), nil) {
		t.Error("took an archive of skills")
	}
	var data buffer.Buffer
	z := zip.NewWriter(&data)
	for _, name := range []string{"blobs/x", "lily.json"} {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if !s.Restore.Takes("a.zip", data.Bytes(), nil) || !s.Restore.Takes("a.lily", []byte("bad"), nil) {
		t.Fatal("did not take the recordings")
	}
	if !strings.Contains(s.Loop.Notice.Text, "events.jsonl:7") || !strings.Contains(s.Loop.Notice.Text, "export it again") {
		t.Errorf("got %+v", s.Loop.Notice)
	}
	n := len(s.Engine.Sessions())
	if s.Sessions.Here().At != len(events) || s.Sessions.State().Agent != "otto" || s.Sessions.Mute() == "" {
		t.Errorf("got event %d of %d", s.Sessions.Here().At, len(events))
	}
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "A recording, opened to be read.", "Keep as a session", "1 problem in the recording", "events.jsonl:3")
	s.Sessions.Now()
	if s.Talk.Send("/skills"); len(s.Sessions.Recorded()) != len(events) {
		t.Error("a recording took a line")
	}
	s.Sessions.ForkAt(len(events))
	if len(s.Engine.Sessions()) != n+1 || s.Sessions.Here().Bundle != nil || s.Sessions.Mute() != "" {
		t.Errorf("got %s, want a session of ours", s.Sessions.Session)
	}
	s.Sessions.CloseRecording("recording 1")
	if slices.Contains(s.Sessions.Open(), "recording 1") {
		t.Error("the recording is open still")
	}
}

// EV-4: a changed recording is found, at its first difference.
func TestVerifyFindsAChange(t *testing.T) {
	events := slices.Clone(stepped(t).Sessions.Recorded())
	for i, e := range events {
		if b, ok := e.Body.(event.Answer); ok && i > 4 {
			b.Blocks = nil
			events[i].Body = b
			break
		}
	}
	s := smallPage(t)
	s.Sessions.OpenRecording(port.Bundle{Title: "x", Events: events})
	until := posted(t, s)
	s.Proofs.Verify()
	htmltest.Has(t, htmltest.Seen(&conversation.Doc{Store: &s.talk, Session: s.Sessions.Session}), "Verifying: 0 of")
	until(func() bool { return s.Sessions.Here().Proof == nil })
	if s.Proofs.Differs == nil || !strings.Contains(s.Proofs.Differs.Want, `"blocks":null`) {
		t.Fatalf("got %+v", s.Proofs.Differs)
	}
	htmltest.Has(t, htmltest.Seen(trace.Differs(s.Store)), "recording x", "Got, from the replay", "Want, as it is recorded")
}

func TestStorage(t *testing.T) {
	s := smallPage(t)
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "In memory only")
	htmltest.HasNot(t, htmltest.Seen(&Page{Store: s}), "What to do") // nothing went wrong
	kept := &porttest.Storage{Now: port.State{Used: 3 << 20, Quota: 1 << 30}}
	var bundles porttest.Bundles
	page := func() *Store {
		return smallPage(t, func(p *port.Ports) { p.Storage, p.Bundles = kept, bundles })
	}
	s = page()
	s.Storage.Refresh()
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "Saved")
	s.Storage.Ask(true)
	d := storage.Dialog(s.Store)
	htmltest.Has(t, htmltest.Seen(d), "3.0 MiB of about 1.0 GiB", "did not promise to keep it", "Ask the browser to keep it", "Export everything")
	s.Storage.Persist()
	htmltest.Has(t, htmltest.Seen(d), "promised to keep it", "has promised not to clear")
	var waits []func()
	s.Loop.Lanes.Edits = func(f func()) { waits = append(waits, f) }
	s.put("workspace/a", "a")
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "Saving…")
	waits[0]()
	kept.Now = port.State{Why: "The browser lets this page store nothing.", Problems: []port.Problem{{Code: "session_damaged", Place: "s4, event 12", Message: "The record cannot be read.", Do: "Open what is left, and export it."}}}
	s.Storage.Refresh()
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "In memory only.", "The browser lets this page store nothing.", "session_damaged", "s4, event 12", "Open what is left, and export it.")
	kept.Now.Why, kept.Now.Problems = "", append(kept.Now.Problems, port.Problem{Code: "folder_mended", Place: "/workspace", Message: "Nothing is lost.", Info: true})
	s.Storage.Refresh()
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "1 kept record could not be read; 1 kept record mended, with nothing lost", "folder_mended", "(info)", "Nothing is lost.")
	kept.Now.Problems = kept.Now.Problems[1:]
	s.Storage.Refresh()
	htmltest.Has(t, htmltest.Seen(&Page{Store: s}), "1 kept record mended, with nothing lost")
	for _, c := range []struct {
		left []string
		want string
	}{
		{nil, "Exported everything."},
		{[]string{"Session s2 is not in it: it is lost."}, "Exported everything that can be read. Session s2 is not in it: it is lost. The file left-out.txt in the export says so, too."},
		{slices.Repeat([]string{"Lost."}, 7), "Exported everything that can be read. Lost. Lost. Lost. Lost. Lost. There are 2 more. The file left-out.txt in the export says so, too."},
	} {
		bundles.Left = c.left
		s = page()
		s.Exports.Everything()
		if s.Loop.Notice.Text != c.want || s.Loop.Notice.Bad != (c.left != nil) {
			t.Errorf("got %+v, want %s", s.Loop.Notice, c.want)
		}
	}
}
