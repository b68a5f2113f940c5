//go:build js && wasm

package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lily/core"
	"lily/core/shelf"
	"lily/core/tool"
	"lily/web/ui"
)

// home keeps what the person does in this browser, and meets the page's other tabs
// (VF-4, VF-5). A session is written by the tab that holds its lock. What has changed
// is announced, which is a hint only: the store compares what it is given with what
// it has.
type home struct {
	*shelf.Shelf
	engine *core.Engine
	page   *ui.Store
	tabs   *channel

	mu       sync.Mutex
	held     map[string]held // sessions that this tab writes
	problems []ui.Problem    // found at the start
	asked    bool            // the browser was asked to keep what is stored

	telling atomic.Bool // the page is about to look at how things are kept
}

const (
	everyTab = "lily-open" // shared by the tabs that have the store open
	oneTab   = "lily-session-"
)

// Why a session is not written here.
var (
	errElsewhere = errors.New("another tab writes it; take it over, or open another one")
	errTaken     = errors.New("another tab has taken it over")
)

// newHome opens the browser's store and what is kept in it. Without a store all is in
// memory, and said to be.
func newHome(fresh core.World) (*home, core.World) {
	h := &home{held: map[string]held{}}
	st, err := openStore("lily")
	if err != nil {
		h.Shelf = shelf.New(absent{err}, fresh, tool.Builtin())
	} else {
		h.Shelf = shelf.New(st, fresh, tool.Builtin())
	}
	h.Build = build()
	alone := h.alone()
	w, problems, err := h.Shelf.Open()
	if err == nil {
		h.found(problems)
		h.clear(alone)
	}
	h.Told = func(shelf.Status) { h.told() }
	h.Moved = h.moved
	h.tabs = join("lily", func(message string) { go h.heard(message) })
	return h, w
}

// alone waits for a tab that clears the store, and reports whether there is no other
// tab, which is then kept from opening it until [home.clear].
func (h *home) alone() func() {
	if l, err := hold(context.Background(), everyTab, ifFree); err == nil {
		return l.release
	}
	return nil
}

// clear removes what nothing names where this tab is alone and there is reason to, and
// lets other tabs in.
func (h *home) clear(alone func()) {
	if alone != nil {
		if h.Due() {
			_, _ = h.Collect() // what is kept too long is no harm, and the next start tries again
		}
		alone()
	}
	go func() { _, _ = hold(context.Background(), everyTab, share) }()
}

// told lets the page look at how things are kept, once for what came together.
func (h *home) told() {
	if h.page == nil || h.telling.Swap(true) {
		return
	}
	h.tell(func() {
		h.telling.Store(false)
		h.page.StorageChanged()
	})
}

// tell does something to the page once it is there.
func (h *home) tell(do func()) {
	if h.page != nil {
		go do()
	}
}

// found remembers problems, to be shown.
func (h *home) found(list []shelf.Problem) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range list {
		h.problems = append(h.problems, ui.Problem{Code: p.Code, Place: p.Place, Message: p.Message, Do: remedy(p.Code)})
	}
}

// remedy is what a person can do about a problem.
func remedy(code string) string {
	switch {
	case strings.HasPrefix(code, "world"), code == "folder_lost":
		return "Import what is missing again, or export what is there before you go on."
	case code == "session_damaged":
		return "Open the session and fork it to go on from what is left of it."
	}
	return "Nothing needs to be done; the rest of the session is as it was."
}

// moved tells the other tabs that something was kept, and once asks the browser to keep
// it when the disk is full.
func (h *home) moved(session string) {
	if session == "" {
		h.tabs.announce("world")
	} else {
		h.tabs.announce("session " + session)
		h.tell(h.page.SessionsChanged)
	}
	h.mu.Lock()
	first := !h.asked
	h.asked = true
	h.mu.Unlock()
	if first {
		go func() {
			_, _ = persist()
			h.tell(h.page.StorageChanged)
		}()
	}
}

// heard is what another tab announced.
func (h *home) heard(message string) {
	what, session, _ := strings.Cut(message, " ")
	switch what {
	case "world":
		h.follow()
	case "session":
		h.read(session)
	case "take":
		h.give(session)
	}
}

// follow takes over the world that another tab has kept.
func (h *home) follow() {
	err := h.engine.Follow(func() (core.World, error) {
		f, err := h.Follow()
		return f.World, err
	})
	if err == nil {
		h.tell(h.page.WorldChanged)
	}
}

// read looks again at a session that another tab writes.
func (h *home) read(session string) {
	_ = h.Look() // where that fails, the list is what it was
	_, known := h.engine.State(session)
	if known != nil && !h.writes(session) {
		_ = h.load(session)
	}
	h.tell(h.page.SessionsChanged)
}

// give lets another tab have a session: what is under way ends, and is kept.
func (h *home) give(session string) {
	if !h.writes(session) {
		return
	}
	h.page.StopIn(session)
	_ = h.engine.Settle(session) // waits for the turn
	h.Flush()
	h.Close(session, errTaken)
	h.release(session)
	h.tell(h.page.SessionsChanged)
}

func (h *home) writes(session string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.held[session]
	return ok
}

func (h *home) release(session string) {
	h.mu.Lock()
	l, ok := h.held[session]
	delete(h.held, session)
	h.mu.Unlock()
	if ok && l.release != nil {
		l.release()
	}
}

// claim takes the lock of a session. Where another tab has it, the session is only
// read here; a browser without locks leaves it to the store to notice.
func (h *home) claim(ctx context.Context, session string, c claim) error {
	l, err := hold(ctx, oneTab+session, c)
	if errors.Is(err, errHeld) || ctx.Err() != nil {
		h.Close(session, errElsewhere)
		return errElsewhere
	}
	h.mu.Lock()
	h.held[session] = l
	h.mu.Unlock()
	if h.Writer(session) != nil {
		h.Close(session, nil)
	}
	if l.lost != nil {
		go h.robbed(session, l)
	}
	return nil
}

// robbed waits until another tab steals a session.
func (h *home) robbed(session string, l held) {
	<-l.lost
	h.page.StopIn(session)
	h.Close(session, errTaken)
	h.release(session)
	h.tell(h.page.SessionsChanged)
}

// patience is how long another tab may take to give up a session by itself.
const patience = 3 * time.Second

// Name is the engine's port of that name: a new session is written here.
func (h *home) Name() string {
	id := h.Shelf.Name()
	_ = h.claim(context.Background(), id, ifFree) // nobody has an id that is new
	return id
}
