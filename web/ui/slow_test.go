package ui

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/room/imports"
	"lily/web/room/matrix"
	"lily/web/room/snapshot"
)

// pausing is work that pauses at once, for as long as the test lets it.
type pausing struct {
	porttest.Work
	posted chan func()
	runs   []func()
	quick  bool // it does not pause yet
}

// Slowly implements [port.Work].
func (w *pausing) Slowly(ctx context.Context, work func(tree.Tick), tell func(done, total int)) <-chan struct{} {
	if w.quick {
		return w.Work.Slowly(ctx, work, tell)
	}
	over := make(chan struct{})
	w.runs = append(w.runs, func() {
		defer close(over)
		work(func(done, total int) bool {
			tell(done, total)
			(<-w.posted)()
			return ctx.Err() == nil
		})
	})
	return over
}

// slowed is a page whose long work waits for the test, and its UI goroutine is the test's.
func slowed(t *testing.T) (*Store, *pausing) {
	t.Helper()
	w := &pausing{posted: make(chan func(), 99)}
	s := smallPage(t, func(p *port.Ports) { p.Work = w })
	s.Loop.Lanes.Post = func(f func()) { w.posted <- f }
	return s, w
}

// end runs what has waited longest, up to what it leaves on the UI goroutine.
func (w *pausing) end() {
	run := w.runs[0]
	w.runs = w.runs[1:]
	run()
	(<-w.posted)()
}

// until does what is left on the UI goroutine until a component says something.
func (w *pausing) until(c app.Composer, says string) {
	for !strings.Contains(htmltest.Seen(c), says) {
		(<-w.posted)()
	}
}

// VF-6: while a plan is made it is told how far it is, nothing can be accepted, and the
// last choice of a root counts.
func TestAPlanTakesLong(t *testing.T) {
	s, w := slowed(t)
	s.Imports.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	dialog := func() string {
		return htmltest.Seen(imports.Doc(s.Store, s.others, 0))
	}
	htmltest.Has(t, dialog(), "Judging skill 0 of 1", "Skills judged", "disabled")
	htmltest.HasNot(t, dialog(), "0 skills", "boxed")
	s.Imports.Aim("workspace")
	htmltest.Has(t, dialog(), "Judging skill 0 of 1")
	w.end() // the first, which was stopped
	htmltest.Has(t, dialog(), "Judging skill 0 of 1")
	w.end()
	htmltest.Has(t, dialog(), "1 skill.", "boxed")
	htmltest.HasNot(t, dialog(), "Judging")
	if got := s.Imports.Preview.Review.Plan.Target; got != "workspace" {
		t.Errorf("got a plan for %s, want the one chosen last", got)
	}
}

// What is put away while it is judged stays away.
func TestAPlanIsCancelled(t *testing.T) {
	s, w := slowed(t)
	s.Imports.Dropped("user", intake.Gather([]intake.File{zipped(t, "boxed")}, nil, nil))
	s.Imports.Cancel()
	status := s.Loop.Status
	w.end()
	if s.Imports.Preview != nil || s.Loop.Status != status {
		t.Errorf("got the preview %+v and %q, want nothing of it", s.Imports.Preview, s.Loop.Status)
	}
	htmltest.Has(t, s.Loop.Notice.Text, "The import was cancelled; nothing was written.")
}

// SN-4: that the snapshot is behind is said at once; what a reload would change when it
// is known, and of the world as it is by then.
func TestAReloadIsForeseenLater(t *testing.T) {
	s, w := slowed(t)
	put(t, s, "workspace/skills/one/SKILL.md", "One.\n")
	pane := func() app.UI { return snapshot.Doc(s.Store) }
	htmltest.Has(t, htmltest.Seen(pane()), "What a reload would change is being worked out.")
	htmltest.Has(t, htmltest.Seen(pane()), "being worked out")
	put(t, s, "workspace/skills/two/SKILL.md", "Two.\n")
	htmltest.Has(t, htmltest.Seen(snapshot.Behind(s.Store)), "is behind.", "being worked out")
	if len(w.runs) != 2 {
		t.Fatalf("got it worked out %d times, want once for each world", len(w.runs))
	}
	w.end() // of the world before
	htmltest.Has(t, htmltest.Seen(pane()), "being worked out")
	w.end()
	htmltest.Has(t, htmltest.Seen(snapshot.Behind(s.Store)), "A reload would add one, two.")
	htmltest.Has(t, htmltest.Seen(pane()), "one, two")
}

// EN-4: a matrix that is open while skills go has the rows of what there is then, however long they are judged.
func TestAMatrixFollowsLater(t *testing.T) {
	s, w := slowed(t)
	put(t, s, "workspace/skills/zone/SKILL.md", "One.\n")
	d := &matrix.Doc{Store: s.Store}
	htmltest.Seen(d)
	partly := ""
	s.Loop.Lanes.Post = func(f func()) {
		w.posted <- func() {
			f()
			if got := htmltest.Seen(d); partly == "" && strings.Contains(got, ">zone<") && strings.Contains(got, "Judging: ") {
				partly = got
			}
		}
	}
	for len(w.runs) > 0 {
		w.end()
	}
	w.until(d, "3 skills")
	htmltest.Has(t, partly, "Is being judged.", "windows-dev", "Available")
	htmltest.Has(t, htmltest.Seen(d), "zone", "3 skills")
	htmltest.HasNot(t, htmltest.Seen(d), "Is being judged.")
	if err := s.Engine.Edit(func(w world.World) (_ world.World, err error) {
		w.Tree, err = w.Tree.Remove("workspace/skills/zone")
		return w, err
	}); err != nil {
		t.Fatal(err)
	}
	htmltest.Has(t, htmltest.Seen(d), "Judging")
	for len(w.runs) > 0 {
		w.end()
	}
	w.until(d, "2 skills,")
	got := htmltest.Seen(d)
	htmltest.HasNot(t, got, "zone")
}
