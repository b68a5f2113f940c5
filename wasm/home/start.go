//go:build js && wasm

package home

import (
	"context"
	"syscall/js"
	"time"

	"lily/core"
	"lily/core/loader"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/tabs"
	"lily/web/ui"
)

// current is the key under which a tab, and the browser, remember the session that was
// shown last.
const current = "lily-session"

// Shown implements [port.Sessions]: it remembers the session for a reload of this tab, and
// for the next tab that is opened.
func (h *Home) Shown(id string) {
	browser.Remember("sessionStorage", current, id)
	browser.Remember("localStorage", current, id)
}

// Reopen takes up the session that this tab showed, or the one that was shown last
// where no other tab writes it, else the newest. Without one, the page begins a new one.
func (h *Home) Reopen(e *core.Engine) {
	h.engine = e
	if id := browser.Remembered("sessionStorage", current); id != "" && h.resume(id, tabs.Whole) {
		return
	}
	id := browser.Remembered("localStorage", current)
	if list := h.keeper.Sessions.List(); id == "" && len(list) > 0 {
		id = list[0].ID // a browser that is killed may not have written down what it remembers
	}
	h.resume(id, tabs.IfFree)
}

// settling is how long a tab that is reloaded waits for the locks of what it was.
const settling = time.Second

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

// remember keeps the verdicts of a snapshot when nobody waits; without them the next start
// takes longer.
func remember(keep func(*loader.Snapshot) error, snap *loader.Snapshot) {
	go func() {
		bridge.Idle()
		_ = keep(snap)
	}()
}

// calm is how long after its start the page is left alone, before it looks at what
// nobody waits for.
const calm = 10 * time.Second

// mend writes again what the start had to do without, or had from the pack alone, and
// shows what that was.
func (h *Home) mend(snap *loader.Snapshot) {
	problems, err := h.keeper.Worlds.Mend(bridge.Idle)
	h.found(problems)
	if err == nil && len(problems) > 0 && snap != nil {
		_ = h.keeper.Worlds.Remember(snap) // the next start tries again
	}
}

// Foreseen implements [port.Storage]: it keeps the verdicts of a big import before anybody
// reloads the skills.
func (h *Home) Foreseen(snap *loader.Snapshot) { remember(h.keeper.Worlds.Foresee, snap) }

// build names this build of the engine: the file it came from has its hash.
func build() string {
	if boot := js.Global().Get("document").Call("getElementById", "boot"); boot.Truthy() {
		return bridge.Text(boot.Get("dataset").Get("wasm"))
	}
	return ""
}
