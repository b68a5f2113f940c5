package persist_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/model"
	"lily/core/persist"
	"lily/core/replay"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
)

// VF-4, EV-1: a session is there at the next start, and goes on as if nothing had
// happened; what it pinned is read as it was, whatever happened to the files.
func TestSessionComesBack(t *testing.T) {
	st := &store.Memory{}
	p := start(t, st)
	p.writes(t, "workspace/skills/hi/SKILL.md", "---\ncommand: hi\n---\nSay hi.\n")
	id := p.open(t)
	p.say(t, id, "/skills", "/hi there", "Hello")
	p.writes(t, "workspace/skills/hi/SKILL.md", "---\ncommand: hi\n---\nSay bye.\n")
	p.Flush()

	again := start(t, st)
	if problems := again.back(t, id); problems != nil {
		t.Errorf("got %v, want no problem", problems)
	}
	if got, want := again.lines(id), p.lines(id); !bytes.Equal(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	_, recorded := p.State(id)
	alone := &program{Engine: core.New(p.World(), tool.Builtin(), core.Ports{Model: model.Offline{}})}
	alone.Adopt(id, recorded)
	for _, e := range []*program{alone, again} {
		e.say(t, id, "/hi again", "/reload_skills", "/hi last")
	}
	if got, want := again.lines(id), alone.lines(id); !bytes.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	st1, events := again.State(id)
	if c := st1.Conversation; !strings.Contains(c[len(c)-2].Context, "bye") || len(c) < 4 {
		t.Errorf("got %+v", c)
	}
	replayed, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
	if d := replay.Compare(replayed, events); err != nil || d != nil {
		t.Errorf("got %v, %v, want the same again", d, err)
	}
}

// VF-4: a session in which nobody said anything is not kept; one is kept from its
// first line on, under a title after it, and ids are never given twice.
func TestSessionList(t *testing.T) {
	st := &store.Memory{}
	p := start(t, st)
	first, second := p.open(t), p.open(t)
	if list := p.List(); len(list) != 0 {
		t.Errorf("got %v, want none kept", list)
	}
	p.say(t, second, "/skills", "Hello")
	p.Flush()
	again := start(t, st)
	list := again.List()
	if len(list) != 1 || list[0].ID != second || list[0].Title != "Hello" || list[0].Events < 5 {
		t.Fatalf("got %+v", list)
	}
	if third := again.open(t); third == first || third == second {
		t.Errorf("got the id %s again", third)
	}
	if err := errors.Join(again.Rename(second, "  My\nwork "), again.Delete(second), p.Restore(second)); err != nil {
		t.Error(err)
	}
	list = start(t, st).List()
	if len(list) != 1 || list[0].Title != "My work" || list[0].Deleted {
		t.Errorf("got %+v, want both programs' changes", list)
	}
	export := tree.Sum([]byte("an export"))
	if err := again.Came(second, export); err != nil || start(t, st).From(export) != second || start(t, st).From(tree.Sum(nil)) != "" {
		t.Errorf("got %v and %q, want the session that came from an export known by it", err, start(t, st).From(export))
	}
	if err := again.Rename("s99", "x"); !errors.Is(err, persist.ErrNoSession) {
		t.Errorf("got %v", err)
	}
}

// VF-5: of two programs that go on with one session, the one that comes second is
// told, and nothing of the first is lost.
func TestOneWriter(t *testing.T) {
	st := &store.Memory{}
	a, id := said(t, st, "/skills")
	b := start(t, st)
	b.back(t, id)
	a.say(t, id, "Hello")
	a.Flush()
	b.say(t, id, "Me too")
	b.Flush()
	if r := b.Turn(context.Background(), id, "And again"); r.Code() != "read_only" {
		t.Errorf("got %s, want it refused", r.Output())
	}
	b.back(t, id)
	if !bytes.Equal(b.lines(id), a.lines(id)) {
		t.Errorf("got\n%s\nwant what the first wrote\n%s", b.lines(id), a.lines(id))
	}
	b.Close(id, nil)
	b.say(t, id, "Now I")
	b.Flush()
	if c := start(t, st); c.back(t, id) != nil || !bytes.Equal(c.lines(id), b.lines(id)) {
		t.Errorf("got\n%s", c.lines(id))
	}
}

// VF-4: what nothing names is removed, and nothing that a session pins.
func TestCollect(t *testing.T) {
	st := &store.Memory{}
	p := start(t, st)
	put := func(text string) { p.writes(t, "workspace/skills/k/SKILL.md", text) }
	put("pinned")
	id := p.open(t)
	p.say(t, id, "/skills")
	put("passing")
	put("before")
	put("now")
	gone := p.open(t)
	p.say(t, gone, "/skills")
	p.Flush()
	if err := p.Delete(gone); err != nil {
		t.Fatal(err)
	}
	again := start(t, st)
	if n, err := again.Collect(); err != nil || n == 0 {
		t.Errorf("got %d, %v, want some removed", n, err)
	}
	for text, want := range map[string]bool{"pinned": true, "passing": false, "before": true, "now": true} {
		got, err := st.Blobs(context.Background(), []tree.Digest{tree.Sum([]byte(text))})
		if err != nil || (got[0] != nil) != want {
			t.Errorf("%s: got it kept: %v, want %v", text, got[0] != nil, want)
		}
	}
	last := start(t, st)
	if problems := last.back(t, id); problems != nil || !bytes.Equal(last.lines(id), p.lines(id)) {
		t.Errorf("got %v and\n%s", problems, last.lines(id))
	}
	if list := last.List(); slices.ContainsFunc(list, func(m persist.Session) bool { return m.ID == gone }) {
		t.Errorf("got %v, want the deleted one gone", list)
	}
}

// VF-4: whatever record of a session is damaged or missing is said, and the rest is
// of use.
func TestDamagedSession(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(list [][]byte) [][]byte
		want   int // events
	}{
		{"a record lost", func(l [][]byte) [][]byte { l[3] = nil; return l }, 3},
		{"the first lost", func(l [][]byte) [][]byte { l[0] = nil; return l }, 0},
		{"bytes changed", func(l [][]byte) [][]byte { l[4] = []byte("{}\n{}"); return l }, 4},
		{"a line cut", func(l [][]byte) [][]byte { l[2] = l[2][:20]; return l }, 2},
		{"the end lost", func(l [][]byte) [][]byte { return l[:4] }, 4},
		{"two the same", func(l [][]byte) [][]byte { l[3] = l[2]; return l }, 3},
	} {
		st := &store.Memory{}
		_, id := said(t, st, "/skills", "Hello")
		again := start(t, damagedLog{st, c.damage})
		events, problems, err := again.Load(id)
		if err != nil || len(events) != c.want || len(problems) == 0 || problems[0].Code != "session_damaged" {
			t.Errorf("%s: got %d events, %v, %v, want %d", c.name, len(events), problems, err, c.want)
		}
		if _, err := again.Collect(); err == nil {
			t.Errorf("%s: got no error, want nothing collected", c.name)
		}
	}
}

// VF-4: a session whose entry in the list is lost or changed is listed, said, read,
// and goes on under the title of its first line; no id is given twice.
func TestUnlistedSession(t *testing.T) {
	for name, now := range map[string][]byte{"lost": nil, "changed": []byte("{")} {
		st := &store.Memory{}
		p, id := said(t, st, "/skills", "Hello")
		refs, err := st.Refs(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		var c store.Change
		for _, r := range refs {
			if r.Name == "session/"+id || r.Name == "last" {
				c.Refs = append(c.Refs, store.Set{Name: r.Name, Was: r.Value, Now: now})
			}
		}
		if err := st.Commit(t.Context(), c); err != nil || len(c.Refs) != 2 {
			t.Fatal(c.Refs, err)
		}
		again, problems := opened(t, st)
		if len(problems) != 1 || problems[0].Code != "session_unlisted" || problems[0].Place != id {
			t.Errorf("%s: got %v", name, problems)
		}
		if list := again.List(); len(list) != 1 || list[0].ID != id || !list[0].Damaged {
			t.Errorf("%s: got %+v", name, list)
		}
		if other := again.Name(); other == id {
			t.Errorf("%s: got the id %s again", name, other)
		}
		if n, err := again.Collect(); err != nil || n != 0 {
			t.Errorf("%s: got %d removed, %v, want none", name, n, err)
		}
		on := again.engine()
		if problems := on.back(t, id); problems != nil || !bytes.Equal(on.lines(id), p.lines(id)) {
			t.Errorf("%s: got %v", name, problems)
		}
		on.say(t, id, "And on")
		on.Flush()
		last := start(t, st)
		if list := last.List(); len(list) != 1 || list[0].Title != "Hello" || list[0].Damaged || list[0].Created == 0 && list[0].Touched != 0 {
			t.Errorf("%s: got %+v", name, list)
		}
		if problems := last.back(t, id); problems != nil || !bytes.Equal(last.lines(id), on.lines(id)) {
			t.Errorf("%s: got %v", name, problems)
		}
	}
}

// VF-4: no byte of a record changes unseen.
func TestEveryByteOfARecordCounts(t *testing.T) {
	st := &store.Memory{}
	_, id := said(t, st, "Hello")
	list, err := st.Log(t.Context(), "events/"+id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for at := range list[2] {
		again := start(t, damagedLog{st, func(l [][]byte) [][]byte { l[2][at] ^= 1; return l }})
		if events, problems, err := again.Load(id); err != nil || len(events) != 2 || len(problems) == 0 {
			t.Fatalf("byte %d: got %d events, %v, %v", at, len(events), problems, err)
		}
	}
}

type damagedLog struct {
	store.Store
	damage func([][]byte) [][]byte
}

func (d damagedLog) Log(ctx ctx, name string, after int) ([][]byte, error) {
	list, err := d.Store.Log(ctx, name, after)
	return d.damage(list), err
}

// VF-4: an answer does not wait for what is kept soon after it, and what the person said is kept before.
func TestPause(t *testing.T) {
	st := &store.Memory{}
	p := start(t, st)
	id, shown := p.open(t), make(chan struct{})
	p.page.Sessions.Pause = func() { <-shown }
	p.say(t, id, "/skills")
	if kept := start(t, st); kept.back(t, id) != nil || len(kept.lines(id)) == 0 || bytes.Equal(kept.lines(id), p.lines(id)) {
		t.Errorf("got\n%s\nkept before the answer was shown, want the line and not the answer", kept.lines(id))
	}
	close(shown)
	p.Flush()
	if kept := start(t, st); kept.back(t, id) != nil || !bytes.Equal(kept.lines(id), p.lines(id)) {
		t.Errorf("got\n%s\nwant all of it kept", kept.lines(id))
	}
}
