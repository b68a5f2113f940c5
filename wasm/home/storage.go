//go:build js && wasm

package home

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"lily/core"
	"lily/core/loader"
	"lily/core/persist"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/tabs"
	"lily/web/port"
	"lily/web/ui"
)

// Shown implements [port.Sessions]: for a reload of this tab, and for the next tab that is opened.
func (h *Home) Shown(id string) {
	browser.Remember("sessionStorage", current, id)
	browser.Remember("localStorage", current, id)
}

// Reopen takes up the session that this tab showed, or the one that was shown last
// where no other tab writes it, else the newest. Without one, the page begins a new one.
func (h *Home) Reopen(e *core.Engine) {
	h.engine = e
	if h.guard.Newly() {
		if at := (browser.History{}); !strings.HasPrefix(at.Address(), "#code=") { // that of a launch is no document
			at.Keep("")
			at.Go("", false)
		}
		return // a session that pins what was left out would be judged with it
	}
	if id := browser.Remembered("sessionStorage", current); id != "" && h.resume(id, tabs.Whole) {
		return
	}
	id := browser.Remembered("localStorage", current)
	if list := h.keeper.Sessions.List(); id == "" && len(list) > 0 {
		id = list[0].ID // a browser that is killed may not have written down what it remembers
	}
	h.resume(id, tabs.IfFree)
}

// resume opens a kept session, if it can be written here or cannot be written at all.
func (h *Home) resume(id string, c tabs.Claim) bool {
	if m := h.keeper.Sessions.Find(id); m.ID == "" || m.Deleted {
		return false
	}
	ctx, done := context.WithTimeout(context.Background(), settling)
	defer done()
	s := h.seat(id)
	defer s.enter()()
	return h.claim(ctx, s, c) == nil && h.load(s) == nil
}

// Begin tells the page what there is.
func (h *Home) Begin(page *ui.Store) {
	h.page = page
	h.Shown(page.Sessions.Session)
	page.Sessions.Relist()
	page.Storage.Refresh()
	go h.heard("world") // what was kept while this tab opened
	st, _ := h.engine.State(page.Sessions.Session)
	if st.Snapshot != nil {
		remember(h.keeper.Worlds.Remember, st.Snapshot) // if what was kept was not of use
	}
	time.AfterFunc(calm, func() { h.mend(st.Snapshot) })
	leaving(page)
}

// remember keeps verdicts when nobody waits; without them the next start takes longer.
func remember(keep func(*loader.Snapshot) error, snap *loader.Snapshot) {
	go func() {
		bridge.Idle()
		_ = keep(snap)
	}()
}

// mend writes again what the start had to do without or had from the pack alone, and shows that.
func (h *Home) mend(snap *loader.Snapshot) {
	problems, err := h.keeper.Worlds.Mend(bridge.Idle)
	h.found(problems)
	if err == nil && len(problems) > 0 && snap != nil {
		_ = h.keeper.Worlds.Remember(snap) // the next start tries again
	}
}

// Foreseen implements [port.Storage]: it keeps the verdicts of a big import before a reload, which does not judge again.
func (h *Home) Foreseen(snap *loader.Snapshot) {
	h.keeper.Worlds.Expect(snap)
	remember(h.keeper.Worlds.Foresee, snap)
}

// build names this build of the engine: the file it came from has its hash.
func build() string {
	if boot := js.Global().Get("document").Call("getElementById", "boot"); boot.Truthy() {
		return bridge.Text(boot.Get("dataset").Get("wasm"))
	}
	return ""
}

// told lets the page look at how things are kept, once for what came together.
func (h *Home) told() {
	if h.page == nil || h.telling.Swap(true) {
		return // the page looks by itself when it begins
	}
	go func() {
		h.telling.Store(false)
		h.page.Storage.Refresh()
	}()
}

func (h *Home) relist() { h.tell(func(page *ui.Store) { page.Sessions.Relist() }) }

func (h *Home) tell(do func(page *ui.Store)) {
	if page := h.page; page != nil {
		go do(page)
	}
}

// found remembers problems, and shows them.
func (h *Home) found(list []persist.Problem) {
	if len(list) > 0 {
		defer h.told()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range list {
		q := port.Problem{Code: p.Code, Place: p.Place, Message: p.Message, Do: remedy(p.Code), Info: p.Code == persist.Mended}
		if !slices.Contains(h.problems, q) { // a session is read more than once
			h.problems = append(h.problems, q)
		}
	}
}

// emptied tells of a store that the browser has begun anew since the page was here last. It does so without a word with
// one that it finds damaged, as Chromium after it was killed while it wrote: https://github.com/google/leveldb/issues/1287
func (h *Home) emptied() {
	made, err := h.db.Made()
	if err != nil {
		return
	}
	now, was := strconv.FormatInt(made, 10), browser.Remembered("localStorage", madeKey)
	if was != "" && was != now {
		h.found([]persist.Problem{{Code: persist.Emptied, Place: "/", Message: "The browser has thrown away what was kept here, and began anew."}})
	}
	browser.Remember("localStorage", madeKey, now)
}

func remedy(code string) string {
	switch {
	case code == persist.Emptied:
		return "Restore what you exported, or import your skills again."
	case code == "not_judged":
		return "Change or remove the skill, or have it tried again at the next start."
	case code == persist.Mended:
		return "Nothing needs to be done."
	case strings.HasPrefix(code, "world"), code == "folder_lost":
		return "Import what is missing again, or export what is there before you go on."
	case code == "session_unlisted":
		return "Open the session, and give it a title again."
	case code == "session_damaged":
		return "Open the session and fork it to go on from what is left of it."
	}
	return "Nothing needs to be done; the rest of the session is as it was."
}

// moved tells the other tabs what was kept, and once asks the browser to keep it when the disk is full.
func (h *Home) moved(what string) {
	h.tabs.Announce(what)
	if !h.asked.Swap(true) {
		go func() {
			_, _ = browser.Persist()
			h.tell(func(page *ui.Store) { page.Storage.Refresh() })
		}()
	}
}

// State implements [port.Storage], as do the methods below: it says how the work is kept.
func (h *Home) State() port.State {
	room, _ := browser.Estimate()
	s := port.State{Used: room.Used, Quota: room.Quota}
	s.Promised, _ = browser.Persisted()
	s.Saving, s.Why = h.Saving(), h.keeper.Blobs.Status().Why // last, since the others take their time
	h.mu.Lock()
	defer h.mu.Unlock()
	s.Problems = slices.Clone(h.problems)
	return s
}

func (h *Home) Saving() bool { return h.keeper.Blobs.Status().Saving > 0 }

// JudgeAgain lets the next start judge what was left out of this one, and begins it.
func (h *Home) JudgeAgain() {
	h.guard.Again()
	js.Global().Get("location").Call("reload")
}

func (*Home) Persist() (bool, error) { return browser.Persist() }
