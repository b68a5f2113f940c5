//go:build js && wasm

package home

import (
	"slices"
	"strings"

	"lily/core/persist"
	"lily/wasm/browser"
	"lily/web/port"
	"lily/web/ui"
)

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

// relist lets the page list the sessions anew.
func (h *Home) relist() { h.tell(func(page *ui.Store) { page.Sessions.Relist() }) }

// tell does something to the page once it is there.
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

// remedy is what a person can do about a problem.
func remedy(code string) string {
	switch {
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

// moved tells the other tabs that something was kept, and once asks the browser to keep
// it when the disk is full.
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
	var s port.State
	if r, err := browser.Estimate(); err == nil {
		s.Used, s.Quota = r.Used, r.Quota
	}
	s.Promised, _ = browser.Persisted()
	s.Saving, s.Why = h.Saving(), h.keeper.Blobs.Status().Why // last, since the others take their time
	h.mu.Lock()
	defer h.mu.Unlock()
	s.Problems = slices.Clone(h.problems)
	return s
}

// Saving implements [port.Storage]. It tells at once whether something is on its way.
func (h *Home) Saving() bool { return h.keeper.Blobs.Status().Saving > 0 }

// Persist asks the browser to keep what is stored.
func (*Home) Persist() (bool, error) { return browser.Persist() }
