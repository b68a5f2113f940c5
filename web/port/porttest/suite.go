package porttest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/help"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/port"
)

// TestFiles is the suite of [port.Files]: a download ends once, with what writing it ended
// with, and a copy never fails loudly.
func TestFiles(t *testing.T, f port.Files) {
	f.Copy("a text")
	full := errors.New("full")
	for _, want := range []error{nil, full} {
		told := make(chan error, 2)
		f.Download("a.txt", func(w io.Writer) error {
			_, err := io.WriteString(w, "some")
			return errors.Join(err, want)
		}, func(err error) { told <- err })
		if got := <-told; !errors.Is(got, want) || (got == nil) != (want == nil) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// TestReader is the suite of [port.Reader]: an input that is not there, and a read that is
// not under way, are nothing to read and nothing to end.
func TestReader(t *testing.T, r port.Reader) {
	t.Helper()
	r.ReadInput("no such input")
	r.Cancel()
	r.Cancel()
}

// TestHistory is the suite of [port.History]: the address is the one that was gone to last, and what
// is kept is there again.
func TestHistory(t *testing.T, h port.History) {
	t.Helper()
	h.Watch(func(address string) { t.Errorf("told of %q, which Go did", address) })
	for i, address := range []string{"#policy", "#skill/a%20b", "#policy"} {
		if h.Go(address, i%2 == 0); h.Address() != address {
			t.Errorf("got %q, want %q", h.Address(), address)
		}
	}
	for _, text := range []string{"one", "two ü", ""} {
		if h.Keep(text); h.Kept() != text {
			t.Errorf("got %q, want %q", h.Kept(), text)
		}
	}
}

// TestWork is the suite of [port.Work]: short work is over at once, longer work is before
// the channel is closed, and what is stopped hears so by its tick.
func TestWork(t *testing.T, w port.Work) {
	ctx, stop := context.WithCancel(t.Context())
	tell := func(int, int) {}
	done := 0
	<-w.Slowly(ctx, func(tick tree.Tick) {
		for done < 100_000 && tick(done, 100_000) {
			done++
		}
	}, tell)
	if done != 100_000 {
		t.Errorf("got %d done, want all", done)
	}
	stop()
	<-w.Slowly(ctx, func(tick tree.Tick) {
		if tick(0, 1) {
			t.Error("it goes on though it is stopped")
		}
	}, tell)
}

// TestMount is the suite of [port.Mount], over a folder that holds `mine/old`, with the text
// "was": what is as it was is written, and all else is refused and left as it is.
func TestMount(t *testing.T, m port.Mount) {
	if !m.Can() {
		t.Fatal("it cannot be picked")
	}
	name, err := m.Pick()
	if name != "mine" || err != nil {
		t.Fatalf("got %q, %v", name, err)
	}
	was := tree.Sum([]byte("was"))
	refused, err := m.Write([]port.DiskChange{
		{Path: "mine/old", Was: was, Is: []byte("is")},
		{Path: "mine/new/a.txt", Is: []byte("1")},
	})
	if err != nil || len(refused) > 0 {
		t.Fatalf("got %+v, %v", refused, err)
	}
	refused, err = m.Write([]port.DiskChange{
		{Path: "mine/old", Was: was, Is: []byte("mine")},
		{Path: "mine/new/a.txt", Is: []byte("2")},
	})
	if err != nil || len(refused) != 2 || refused[0].Path != "mine/old" || refused[0].Message == "" {
		t.Errorf("got %+v, %v, want both refused: they have changed since", refused, err)
	}
	drop, err := m.Look()
	if err != nil || drop.Empty() {
		t.Errorf("got %+v, %v", drop, err)
	}
	if err := m.Keep([]byte("state")); err == nil {
		if name, state, _ := m.Kept(); name != "mine" || string(state) != "state" {
			t.Errorf("got %q, %q", name, state)
		}
	}
	m.Forget()
	if name, _, _ := m.Kept(); name != "" {
		t.Errorf("got %q, want no folder", name)
	}
}

// TestDrafts is the suite of [port.Drafts]; open is the page after another reload.
func TestDrafts(t *testing.T, open func() port.Drafts) {
	d := open()
	if a, b := d.Name(), d.Name(); a == "" || a == b {
		t.Errorf("got %q and %q, want two names", a, b)
	}
	keep := func(list ...port.Draft) {
		for _, k := range list {
			told := make(chan error, 1)
			d.Keep(k, func(err error) { told <- err })
			if err := <-told; err != nil {
				t.Error(err)
			}
		}
	}
	left := func(want ...string) {
		t.Helper()
		d = open()
		var got []string
		for _, k := range d.Left() {
			got = append(got, k.ID+" "+k.Of+" "+k.Base+" "+k.Text)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	keep(
		port.Draft{ID: "a", Of: "profile", Base: "one", Text: "two\r\n"}, port.Draft{ID: "b", Of: "policy"},
		port.Draft{ID: "a", Of: "profile", Base: "one", Text: "three"},
	)
	left("a profile one three", "b policy  ")
	d.Drop("a")
	keep(port.Draft{ID: "b", Of: "policy", Text: "x"}) // after what is dropped, as all is done in order
	left("b policy  x")
	d.Drop("b")
}

// TestEditors is the suite of [port.Editors], over a page with a box of the id box, and an empty element of the id
// place: what the box held is in the editor, what is typed there is read and told of, and the box has it afterwards.
func TestEditors(t *testing.T, e port.Editors, box func(text string) (read func() string), typed func(text string)) {
	loaded := make(chan error, 2)
	for range 2 {
		e.Load(func(err error) { loaded <- err })
		if err := <-loaded; err != nil {
			t.Fatal(err)
		}
	}
	read := box("one\r\nä😀\n")
	told := make(chan bool, 64)
	tell := func() { told <- true }
	p := e.Open(port.Editing{
		Box: "box", Place: "place", Of: "a.md", Label: "A text", About: "about", Language: "markdown",
		Typed: tell, Save: tell, Wrapped: tell, Fixed: func(bool) { tell() },
	})
	same := func(want string) {
		t.Helper()
		if got := p.Text(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	same("one\nä😀\n")
	p.Write("two\r\nä😀ö\n")
	same("two\nä😀ö\n")
	select {
	case <-told:
		t.Error("what was written is told as typed")
	default:
	}
	for _, text := range []string{"three", "drei 😀 ä", "", "four\nlines 😀\u200b\n\n"} {
		typed(text)
		<-told
		same(text)
	}
	p.Mark("another text", []port.Mark{{To: 3, Kind: "error", Code: "invalid_yaml", Text: "X."}})
	p.Mark(p.Text(), []port.Mark{
		{From: 5, To: 5, Kind: "error", Code: "invalid_yaml", Text: "X.", Fix: &port.Change{From: 0, To: 4, Text: "for"}},
		{From: 15, To: 18, Kind: "unseen", Text: "«U+200B»", About: "a space"},
	})
	p.Lock(true)
	p.Lock(false)
	p.Act(port.Next)
	_ = p.Wraps()
	same("four\nlines 😀\u200b\n\n")
	p.Close()
	if got := read(); got != "four\nlines 😀\u200b\n\n" {
		t.Errorf("got %q in the box afterwards", got)
	}
}

// TestModels is the suite of [port.Models], with one upstream, up, whose models are a and b.
func TestModels(t *testing.T, m port.Models) {
	list, err := m.Upstreams()
	if err != nil || len(list) != 1 || list[0].ID != "up" {
		t.Errorf("got %+v, %v", list, err)
	}
	if got, err := m.List("up"); err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, local := range m.Local() {
		if local.Name == "" || local.About == "" {
			t.Errorf("got %+v, want a name and what it is", local)
		}
	}
}

// TestSessions is the suite of [port.Sessions], over an engine with two sessions of a line
// each, before which nothing of a session has to be kept: what is deleted is gone from the
// list and from the engine, and comes back as it was.
func TestSessions(t *testing.T, e *core.Engine, s port.Sessions) {
	must := func(err error) {
		if t.Helper(); err != nil {
			t.Fatal(err)
		}
	}
	ids := e.Sessions()
	find := func(id string) (port.Kept, bool) {
		list, err := s.List()
		must(err)
		i := slices.IndexFunc(list, func(k port.Kept) bool { return k.ID == id })
		return list[max(0, i)], i >= 0
	}
	for _, id := range ids {
		must(s.Open(id))
		must(s.Take(id))
		k, ok := find(id)
		if _, events := e.State(id); !ok || k.Events != len(events) || k.Where == port.Elsewhere {
			t.Errorf("got %+v, %t of %d events", k, ok, len(events))
		}
	}
	first := ids[0]
	s.Shown(first)
	must(s.Rename(first, "A plan"))
	if k, _ := find(first); k.Title != "A plan" {
		t.Errorf("got the title %q", k.Title)
	}
	_, before := e.State(first)
	must(s.Delete(first))
	if _, ok := find(first); ok || slices.Contains(e.Sessions(), first) {
		t.Error("it is there still")
	}
	must(s.Restore(first))
	k, ok := find(first)
	if _, events := e.State(first); !ok || k.Title != "A plan" || len(events) != len(before) {
		t.Errorf("got %+v, %t and %d events, want it back with %d", k, ok, len(events), len(before))
	}
	if s.Open("no such session") == nil {
		t.Error("a session that nobody has was opened")
	}
}

// TestBundles is the suite of [port.Bundles]: what is no bundle is refused in words.
func TestBundles(t *testing.T, b port.Bundles) {
	if got, err := b.ReadBundle("a.lily", []byte("no zip"), nil); err == nil || len(got.Events) > 0 {
		t.Errorf("got %+v, want an error", got)
	}
	if id, err := b.RestoreBundle([]byte("no zip"), ""); err == nil || id != "" {
		t.Error("what is no bundle was restored")
	}
}

// TestStorage is the suite of [port.Storage].
func TestStorage(t *testing.T, s port.Storage) {
	s.Foreseen(&loader.Snapshot{})
	now := s.State()
	if now.Why != "" && !strings.HasSuffix(now.Why, ".") {
		t.Errorf("got %q, want a full sentence", now.Why)
	}
	for _, p := range now.Problems {
		if p.Code == "" || !strings.HasSuffix(p.Message, ".") {
			t.Errorf("got %+v, want a code and a full sentence", p)
		}
	}
	promised, err := s.Persist()
	if err == nil && s.State().Promised != promised {
		t.Errorf("got the answer %t, and then another one", promised)
	}
	_ = s.Saving()
}

// TestManual holds whoever reads the manual to what the page counts on.
func TestManual(t *testing.T, m port.Manual) {
	t.Helper()
	data, err := m.Manual()
	if err != nil {
		t.Fatal(err)
	}
	if book, err := help.Parse(data); err != nil || len(book) == 0 || book[0].Title == "" {
		t.Errorf("got %d pages, %v, want a manual", len(book), err)
	}
	if again, err := m.Manual(); err != nil || !bytes.Equal(again, data) {
		t.Errorf("got %d bytes, %v the second time, want the same %d", len(again), err, len(data))
	}
}
