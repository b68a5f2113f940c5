package e2e

import (
	"context"
	_ "embed"
	"os"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"lily/core/event"
	kept "lily/core/persist"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
)

//go:embed testdata/kill.js
var killJS string

// sits takes a page just opened, and hears what it tells of itself.
func (l *life) sits(p *tab) {
	l.Helper()
	l.tab = p
	l.person.heard = map[string]int{}
	heard, dead := make(chan string, 1000), make(chan struct{}, 1)
	l.telling, l.dead = heard, dead
	l.must(chromedp.Listen(p.ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventBindingCalled:
			heard <- e.Payload
		case *inspector.EventTargetCrashed:
			dead <- struct{}{}
		}
	}))
	l.arms()
}

// arms makes a page just opened ready to be ended.
func (l *life) arms() {
	l.Helper()
	l.engine("started")
	call(l.tab, runtime.AddBinding, runtime.AddBindingParams{Name: "moments"})
	_, err := eval[any](l.tab, killJS+"; 0")
	l.must(err)
}

func (l *life) browser() *os.Process { return chromedp.FromContext(l.ctx).Browser.Process() }

// crash ends the page's process, and opens the page again in the same tab.
func crash(l *life) {
	l.Helper()
	go func() { _, _ = chromedp.Call(l.ctx, page.Crash, cdp.Empty{}) }() // nobody answers
	<-l.dead
	l.do(chromedp.Navigate(fresh(l.url)))
	l.arms()
}

// strike is a click, or Enter in a text box.
const strike = `function (after, says) {
	killTest.arm(after, says);
	setTimeout(() => this.matches("input") ? this.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })) : this.click());
}`

// does presses what the act ends with, and ends the page at a moment after it, at the
// latest when all is done. It tells what was said until then.
func (l *life) does(a act, after int) (said map[string]bool) {
	l.Helper()
	said = map[string]bool{}
	_, err := on[any](l.tab, l.the(a.role, a.name), strike, after, a.says)
	l.must(err)
	late := time.After(patience)
	for over := false; !over; {
		select {
		case name := <-l.telling:
			seen, err := strconv.Atoi(name)
			switch {
			case name == "end":
				l.killed[a.kind]++
				over = true
			case err == nil:
				l.moments[a.kind], over = max(l.moments[a.kind], seen), true
			default:
				said[name] = true
			}
		case <-late:
			l.Fatalf("round %d, %s: got %v only; the page says:\n%s", l.n, a.kind, said, l.all())
		}
	}
	l.end(l)
	return said
}

// found is what is kept, read as the page does.
type found struct {
	files  map[string]string
	events map[string][]event.Event // by session
	titles map[string]string
}

// looks reads all that is kept once nothing is on its way, and wants it whole.
func (l *life) looks() *found {
	l.Helper()
	return l.reads(stored(l.dump()))
}

// stored is a store with what a dump has.
func stored(all map[string][][2][]byte) *store.Memory {
	var c store.Change
	for _, b := range all["blobs"] {
		c.Blobs = append(c.Blobs, store.Blob{Digest: tree.Digest(b[0]), Data: b[1]})
	}
	for _, r := range all["refs"] {
		c.Refs = append(c.Refs, store.Set{Name: string(r[0]), Now: r[1]})
	}
	ends := map[string]int{}
	for _, r := range all["logs"] {
		name := string(r[0])
		c.Append = append(c.Append, store.Append{Log: name, After: ends[name], Records: [][]byte{r[1]}})
		ends[name]++
	}
	mem := &store.Memory{}
	_ = mem.Commit(context.Background(), c) // each is new
	return mem
}

// dump is all that is kept, keys and values, once nothing is on its way.
func (l *life) dump() map[string][][2][]byte {
	l.Helper()
	l.wait("button", "Saved")
	all, err := eval[map[string][][2][]byte](l.tab, "killTest.dump()")
	l.must(err)
	return all
}

// reads opens a store.
func (l *life) reads(st store.Store) *found {
	l.Helper()
	s := kept.New(st, l.fresh(), tool.Builtin())
	w, problems, err := s.Open()
	l.must(err)
	f := &found{map[string]string{}, map[string][]event.Event{}, map[string]string{}}
	for _, root := range []string{"user", "workspace", "persona"} {
		part, err := w.Tree.At(root)
		l.must(err)
		for path, file := range part.Walk() {
			data, err := file.Bytes()
			l.must(err)
			f.files["/"+root+"/"+path] = string(data)
		}
	}
	for _, m := range s.Sessions.List() {
		if m.Deleted {
			continue
		}
		events, more, err := s.Sessions.Load(m.ID)
		l.must(err)
		problems = append(problems, more...)
		f.events[m.ID], f.titles[m.ID] = events, m.Title
	}
	if len(problems) > 0 {
		l.Errorf("round %d: got %v, want nothing damaged", l.n, problems)
	}
	return f
}

func (l *life) fresh() world.World {
	l.Helper()
	w, err := world.New(skills.Files(), persona.Files())
	l.must(err)
	return w
}

// world is the one that a store has, and what is wrong with it.
func (l *life) world(st store.Store) (world.World, []kept.Problem) {
	l.Helper()
	w, problems, err := kept.New(st, l.fresh(), tool.Builtin()).Open()
	l.must(err)
	return w, problems
}
