package persist_test

import (
	"testing"

	"lily/core"
	"lily/core/model"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tool"
)

// elsewhere is a program whose world is kept by someone else.
func elsewhere(t *testing.T, st store.Store) *program {
	t.Helper()
	p := newPage(st, fresh(t, "bundled"))
	p.Worlds.Elsewhere = true
	w, problems, err := p.Open()
	if err != nil || len(problems) > 0 {
		t.Fatalf("got %v, %v, want it open", problems, err)
	}
	p.world = w
	return &program{p, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}, Sessions: timeless{p.Sessions}})}
}

// TM-6: where the world lives elsewhere sessions alone are kept, with what they pinned; a session that is purged is gone
// while another one is damaged, and the list says how many lines and which model.
func TestElsewhere(t *testing.T) {
	st := &store.Memory{}
	p := elsewhere(t, st)
	first, second := p.open(t), p.open(t)
	p.say(t, first, "/skills", "Hello.", "/skills")
	p.say(t, second, "/skills")
	p.Flush()
	again := elsewhere(t, st)
	if refs, _ := st.Refs(t.Context(), "world"); len(refs) > 0 {
		t.Errorf("got %d refs of a world, want none", len(refs))
	}
	if m := again.Find(first); m.Lines != 3 || m.Model != "offline" || m.Title != "Hello." {
		t.Errorf("got %+v, want three lines", m)
	}
	if problems := again.back(t, first); len(problems) > 0 || string(again.lines(first)) != string(p.lines(first)) {
		t.Errorf("got %v and other events", problems)
	}
	log, _ := st.Log(t.Context(), "events/"+first, 0)
	log[3][70] ^= 1
	if err := st.Commit(t.Context(), store.Change{Drop: []string{"events/" + first}, Append: []store.Append{{Log: "events/" + first, Records: log}}}); err != nil {
		t.Fatal(err)
	}
	last := elsewhere(t, st)
	if err := last.Delete(second); err != nil {
		t.Fatal(err)
	}
	if err := last.Purge(); err != nil {
		t.Fatal(err)
	}
	if names, _ := st.Logs(t.Context()); len(names) != 1 || names[0] != "events/"+first || len(last.List()) != 1 {
		t.Errorf("got the logs %q and %d sessions, want the damaged one alone", names, len(last.List()))
	}
	if _, err := last.Collect(); err == nil {
		t.Error("got blobs collected while a session is damaged")
	}
}

// What another run of a terminal has taken is said in its terms.
func TestTerms(t *testing.T) {
	st := &store.Memory{}
	p := elsewhere(t, st)
	p.Keeper.Blobs.Terms = persist.Terms{Other: "another run"}
	id := p.open(t)
	p.say(t, id, "/skills")
	p.Flush()
	other := elsewhere(t, st)
	other.back(t, id)
	other.say(t, id, "/skills")
	other.Flush()
	p.say(t, id, "/skills")
	p.Flush()
	if err := p.Writer(id); err == nil || err.Error() != "another run went on with it; open it again to see how" {
		t.Errorf("got %v", err)
	}
}
