package drafts_test

import (
	"errors"
	"testing"

	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state"
	"lily/web/state/statetest"
)

const path = "workspace/a.md"

func kept(t *testing.T) (*statetest.Page, *porttest.Drafts) {
	t.Helper()
	d := &porttest.Drafts{}
	return statetest.Small(t, func(p *port.Ports) { p.Drafts = d }), d
}

// VF-5: a draft that is saved is none any more; what was typed meanwhile begins from what
// was saved, and what cannot be read or saved stays.
func TestSave(t *testing.T) {
	p, _ := kept(t)
	p.Put(path, "one")
	p.Drafts.Type(path, "one", "two")
	unread := errors.New("it cannot be read")
	p.Drafts.Save(path, func(string) error { return unread }, nil)
	if d := p.Drafts.Of(path); d.Err != unread || d.Refused != "two" || d.Saving {
		t.Errorf("got %+v", d)
	}
	var waits func(error)
	save := func(_ string, then func(error)) { waits = then }
	p.Drafts.Save(path, nil, save)
	p.Drafts.Type(path, "one", "three")
	if d := p.Drafts.Of(path); !d.Saving || d.Moved("two") {
		t.Errorf("got %+v, want no conflict while it is saved", d)
	}
	waits(nil)
	if d := p.Drafts.Of(path); d == nil || !d.Saved || d.Text != "three" {
		t.Fatalf("got %+v, want what was typed meanwhile", d)
	}
	p.Drafts.Save(path, nil, save)
	waits(state.ErrMoved)
	if d := p.Drafts.Of(path); d == nil || d.Saving || p.Loop.Notice.Text != "" {
		t.Errorf("got %+v and %+v, want it to stay", d, p.Loop.Notice)
	}
	p.Drafts.Save(path, nil, save)
	if waits(nil); p.Drafts.Of(path) != nil {
		t.Errorf("got %+v, want none", p.Drafts.Of(path))
	}
}

// hearer is a box in which something was typed that nobody was told of yet.
type hearer struct{ hear func() bool }

func (h hearer) Hear() bool { return h.hear() }

// VF-5: what is typed is kept when the page goes, whoever has heard of it.
func TestKeep(t *testing.T) {
	p, d := kept(t)
	p.Drafts.Hearers[&hearer{func() bool { p.Drafts.TypeMessage("s1", "half a line"); return true }}] = true
	p.Drafts.Keep()
	if len(d.Kept) != 1 || d.Kept[0].Of != "message/s1" || d.Kept[0].Text != "half a line" || p.Drafts.Unkept() {
		t.Errorf("got %+v", d.Kept)
	}
	p.Drafts.TypeMessage("s1", "")
	if len(d.Kept) != 0 || p.Sessions.View("s1").Box != "" {
		t.Errorf("got %+v, want none of a message that was sent", d.Kept)
	}
}
