//go:build js && wasm

// Package home keeps what the person does in this browser, and meets the page's other
// tabs (VF-4, VF-5).
//
// It promises that a session is written by the tab that holds its lock, and by no other;
// that a tab which hangs or crashes keeps nobody waiting; and that where nothing can be
// stored the page works all the same, and says so. What has changed is announced to the
// other tabs, which is a hint only: the store compares what it is given with what it has.
//
//	h, w := home.New(w)
//	e := core.New(w, tools, core.Ports{Keeper: h.Worlds(), Sessions: h})
//	h.Reopen(e)
//	h.Begin(page)
package home

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"syscall/js"
	"time"

	"lily/core"
	"lily/core/event"
	"lily/core/persist"
	"lily/core/store"
	"lily/core/tool"
	"lily/core/world"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/idb"
	"lily/wasm/tabs"
	"lily/web/port"
	"lily/web/ui"
)

// What a tab remembers, and the locks between the tabs.
const (
	madeKey  = "lily-made"     // the key of when the store was made that this browser had last
	current  = "lily-session"  // the key of the session that was shown last, in this tab and in the browser
	tabKey   = "lily-tab"      // the key of a tab's name, for a reload
	aliveAs  = "lily-tab-"     // begins the lock of a tab
	oneTab   = "lily-session-" // begins the lock of a session
	everyTab = "lily-open"     // the lock that the tabs share which have the store open

	answering = 30 * time.Millisecond // for the page to show an answer before it is kept

	settling = time.Second      // how long a tab that is reloaded waits for the locks of what it was
	patience = 3 * time.Second  // how long another tab may take to give up a session by itself
	calm     = 10 * time.Second // how long the page is left alone before it looks at what nobody waits for
)

// Home is what this tab keeps, and how it stands with the others.
type Home struct {
	keeper *persist.Keeper
	db     *idb.Store // nil for none
	engine *core.Engine
	page   *ui.Store
	tabs   *tabs.Channel
	guard  *persist.Guard

	mu       sync.Mutex
	seats    map[string]*seat // by their sessions
	behind   map[string]bool  // what another tab has announced and is being read: whether there is more
	problems []port.Problem   // found at the start, or soon after it

	tidy    bridge.Tidy
	asked   atomic.Bool // the browser was asked to keep what is stored
	telling atomic.Bool // the page is about to look at how things are kept
}

// New opens the browser's store. Without one all is in memory, and said to be.
func New(fresh world.World) (*Home, world.World) {
	h := &Home{seats: map[string]*seat{}, behind: map[string]bool{}, guard: persist.NewGuard(browser.Notes{}, browser.Now, func(do func()) { go do() })}
	fresh.Guard = h.guard.World()
	bridge.On(js.Global(), "pagehide", func(js.Value) { h.guard.Left() })
	h.found(h.guard.Problems())
	st, err := idb.Open("lily")
	if err != nil {
		h.keeper = persist.New(store.Absent{Err: err}, fresh, tool.Builtin())
	} else {
		h.db, h.keeper = st, persist.New(st, fresh, tool.Builtin())
		h.emptied()
	}
	h.keeper.Worlds.Build = build()
	in := enter()
	w, problems, err := h.keeper.Open()
	if err == nil {
		h.found(problems)
		if h.keeper.Due() && in && alone() {
			_, _ = h.keeper.Collect() // what is kept too long is no harm, and the next start tries again
		}
	}
	h.keeper.Blobs.Told = func(persist.Status) { h.told() }
	h.keeper.Worlds.Moved = func() { h.moved("world") }
	h.keeper.Sessions.Pause = func() { time.Sleep(answering) }
	bridge.On(js.Global(), "pagehide", func(js.Value) { go h.keeper.Sessions.Flush() }) // nothing waits for that then
	h.keeper.Sessions.Moved = func(id string) {
		h.moved("session " + id)
		h.relist()
	}
	h.tabs = tabs.Join("lily", func(message string) { go h.heard(message) })
	return h, w
}

// Worlds are the engine's [core.Keeper].
func (h *Home) Worlds() *persist.Worlds { return h.keeper.Worlds }

var _ core.Sessions = (*Home)(nil)

// Watch implements [core.Sessions]: it keeps an event, and the verdicts of a big snapshot
// for the next start, and tells the page once that is there.
func (h *Home) Watch(e event.Event) {
	h.tidy.Soon()
	h.keeper.Sessions.Watch(e)
	if b, ok := e.Body.(event.SkillCatalogUpdated); ok {
		remember(h.keeper.Worlds.Remember, b.Snapshot)
	}
	if h.page != nil {
		h.page.Watch(e)
	}
}

// Now implements [core.Sessions].
func (*Home) Now() int64 { return browser.Now() }

// Store is the browser's store, for what is kept beside; nil for none.
func (h *Home) Store() *idb.Store { return h.db }

// A tab clears the store where no other one has it open. It must never remove a blob
// that another tab has just kept, and no start may wait for it, since a tab can hang
// in what it does for as long as its browser lets it. So there is no lock around opening
// and clearing. Instead:
//
//   - A tab shares everyTab from before it opens the store until it ends, and counts its
//     start ([persist.Keeper.Due]) after it has the lock and before it keeps anything.
//   - A tab that clears has counted its own start before it asks whether it is alone.
//     Every tab that it does not see takes the lock after that, and so counts after it, too.
//   - The store compares the count in the transaction that removes. A tab that has counted
//     by then makes it remove nothing; one that counts later finds what is left, and has
//     kept nothing yet.
//
// enter makes this tab one of those that have the store open, and reports whether it is.
// Nobody holds the lock alone, so that there is nothing to wait for; where somebody does all
// the same, the page goes on without it after a moment, and clears nothing. It has the
// lock before anyone who asks for it later, and so is seen by all who may clear. Where a tab
// crashes or is closed, the browser gives its locks back.
func enter() bool {
	got := make(chan error, 1)
	go func() {
		_, err := tabs.Hold(context.Background(), everyTab, tabs.Share)
		got <- err
	}()
	select {
	case err := <-got:
		return err == nil
	case <-time.After(settling):
		return false
	}
}

func alone() bool {
	return len(slices.DeleteFunc(tabs.Names(tabs.Share), func(name string) bool { return name != everyTab })) == 1
}
