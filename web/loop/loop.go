// Package loop is the goroutine of the page, and the lanes beside it: what comes from elsewhere
// is posted to it, and what happened is said to the person.
//
// It promises that work in a lane is done in the order in which it came. It knows nothing of
// what the page shows.
//
//	l.Post(func() { l.Say("Saved.") })
package loop

import (
	"context"
	"sync"
	"time"

	"lily/core/tree"
	"lily/web/port"
	"lily/web/words"
)

// Loop is the UI goroutine: what comes from elsewhere is posted to it, what it changed is
// looked at again, and what happened is said to the person.
type Loop struct {
	Lanes  Lanes
	Notice Notice
	Status string // what a screen reader is told

	rev  int
	work port.Work
}

// New is a loop that does all at once, until it is given lanes.
func New(work port.Work) *Loop {
	now := func(f func()) { f() }
	return &Loop{Lanes: Lanes{now, now, now, now, now, func(time.Duration, func()) {}}, work: work}
}

// Lanes are where work goes. Before the page is drawn all of it is done at once; what is for
// later is dropped.
type Lanes struct {
	Post  func(func()) // to the UI goroutine
	Edits func(func()) // away from it, one after the other: edits of the world
	Aside func(func()) // the same for all else that may wait
	Disk  func(func()) // the same for what works with the folder
	Asks  func(func()) // the same for questions to the second engine
	After func(time.Duration, func())
}

// Notice is one line at the foot of the page; Undo may be nil.
type Notice struct {
	Text string
	Bad  bool
	Undo func()
}

// Progress is work under way; Total is 0 when there is none.
type Progress struct{ Done, Total int }

// Post runs f on the UI goroutine and shows what it changed.
func (l *Loop) Post(f func()) { l.Lanes.Post(f) }

// Changed makes every part of the page look again.
func (l *Loop) Changed() { l.rev++ }

// Rev is another one after each [Loop.Changed].
func (l *Loop) Rev() int { return l.rev }

// Say shows a notice.
func (l *Loop) Say(text string) {
	l.Notice = Notice{Text: text}
	l.Changed()
}

// Warn shows that something went wrong.
func (l *Loop) Warn(text string) {
	l.Notice = Notice{Text: text, Bad: true}
	l.Changed()
}

// Refuses says why, where something must not be done now.
func (l *Loop) Refuses(why string) bool {
	if why != "" {
		l.Warn(words.Title(why) + ".")
	}
	return why != ""
}

// Slowly does work that may take long, and then, on the UI goroutine, what it returned. What
// is short is done at once; else the page answers meanwhile and tell is told there now and then
// of how much is done. After stop neither is called any more.
func (l *Loop) Slowly(work func(tree.Tick) (then func()), tell func(Progress)) (stop func()) {
	ctx, stop := context.WithCancel(context.Background())
	postIf := func(f func()) {
		l.Post(func() {
			if ctx.Err() == nil {
				f()
				l.Changed()
			}
		})
	}
	then := func() {}
	over := l.work.Slowly(ctx, func(tick tree.Tick) { then = work(tick) }, func(done, total int) {
		postIf(func() { tell(Progress{done, total}) })
	})
	select {
	case <-over:
		then()
	default:
		go func() {
			<-over
			postIf(func() { stop(); then() })
		}()
	}
	return stop
}

// Work does what may take long, where nothing else on the page is to look again for it.
func (l *Loop) Work() port.Work { return l.work }

// Queue returns a lane of its own, which runs what it is given one after the other, in the
// order in which it came, away from whoever brings it: see [Lanes].
func Queue() func(job func()) {
	var mu sync.Mutex
	last := make(chan struct{}) // closed once the job that came last is over
	close(last)
	return func(job func()) {
		mu.Lock()
		defer mu.Unlock()
		before, over := last, make(chan struct{})
		last = over
		go func() {
			defer close(over)
			<-before
			job()
		}()
	}
}
