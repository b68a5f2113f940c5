//go:build js && wasm

package home

import (
	"context"
	"strings"
	"syscall/js"

	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/idb"
	"lily/wasm/tabs"
	"lily/web/port"
	"lily/web/ui"
)

// drafts keeps what is typed and not saved, each tab its own (VF-5). A tab holds a lock of its name
// as long as it lives; what one that is gone has left is taken over by the next that opens.
type drafts struct {
	store *idb.Store
	tab   string
	left  []port.Draft // by the tabs of before
}

var _ port.Drafts = &drafts{}

// Drafts gives this tab its name, with the drafts that it goes on with; none where nothing is kept.
func (h *Home) Drafts() port.Drafts {
	if h.db == nil {
		return nil
	}
	return draftsOf(h.db, tabName())
}

func draftsOf(store *idb.Store, tab string) *drafts {
	d := &drafts{store: store, tab: tab}
	alive := []any{}
	for _, name := range tabs.Names(tabs.Whole) {
		if tab, ok := strings.CutPrefix(name, aliveAs); ok && tab != d.tab {
			alive = append(alive, tab)
		}
	}
	found, err := store.Drafts(d.tab, alive)
	if err != nil {
		return d // they stay where they are
	}
	for i := range found.Length() {
		f := found.Index(i)
		d.left = append(d.left, port.Draft{ID: f.Get("id").String(), Of: f.Get("of").String(), Base: f.Get("base").String(), Text: f.Get("text").String()})
	}
	return d
}

// tabName is the name of this tab: that of before a reload, unless a copy of the tab has
// it, as a browser copies what a tab remembers.
func tabName() string {
	if name := browser.Remembered("sessionStorage", tabKey); name != "" {
		ctx, done := context.WithTimeout(context.Background(), settling)
		defer done()
		if _, err := tabs.Hold(ctx, aliveAs+name, tabs.Whole); err == nil || err == tabs.ErrNoLocks {
			return name
		}
	}
	name := unique()
	browser.Remember("sessionStorage", tabKey, name)
	_, _ = tabs.Hold(context.Background(), aliveAs+name, tabs.IfFree)
	return name
}

// unique is a name that nobody has.
// https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID
func unique() (name string) {
	_ = bridge.Try(func() { name = js.Global().Get("crypto").Call("randomUUID").String() })
	return name
}

// Left implements [port.Drafts], as do the methods below.
func (d *drafts) Left() []port.Draft { return d.left }

func (d *drafts) Keep(t port.Draft, told func(error)) {
	d.store.KeepDraft(map[string]any{"id": t.ID, "tab": d.tab, "of": t.Of, "base": t.Base, "text": t.Text, "at": browser.Now()}, told)
}

func (d *drafts) Drop(id string) { d.store.KeepDraft(map[string]any{"id": id}, func(error) {}) }

func (d *drafts) Name() string { return unique() }

// leaving lets the page keep what was just typed when it is hidden or goes, and asks the
// person to stay where something cannot be kept.
// https://developer.mozilla.org/docs/Web/API/Window/pagehide_event
// https://developer.mozilla.org/docs/Web/API/Window/beforeunload_event
func leaving(page *ui.Store) {
	keep := func(js.Value) { page.Drafts.Keep(); page.Shown.Keep() }
	bridge.On(js.Global(), "pagehide", keep)
	bridge.On(js.Global().Get("document"), "visibilitychange", keep)
	bridge.On(js.Global(), "beforeunload", func(event js.Value) {
		if page.Drafts.Keep(); page.Drafts.Unkept() {
			event.Call("preventDefault")
		}
	})
}
