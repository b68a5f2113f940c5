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

// drafts keeps what is typed and not saved, each tab its own (VF-5). A tab holds a lock
// of its name as long as it lives; what one that is closed or has crashed leaves is taken
// over by the next that opens.
type drafts struct {
	store *idb.Store
	tab   string
	left  []port.Draft // by the tabs of before
}

var _ port.Drafts = &drafts{}

const (
	tabKey  = "lily-tab"  // under which a tab remembers its name, for a reload
	aliveAs = "lily-tab-" // the lock of a tab
)

// Drafts gives this tab its name, with the drafts that it goes on with; none where nothing
// is kept.
func (h *Home) Drafts() port.Drafts {
	if h.db == nil {
		return nil
	}
	return draftsOf(h.db, tabName())
}

// draftsOf are the drafts of a tab, and of those that are not alive any more.
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
// https://developer.mozilla.org/docs/Web/API/Crypto/randomUUID
func tabName() (name string) {
	area := js.Global().Get("sessionStorage")
	_ = bridge.Try(func() {
		if v := area.Call("getItem", tabKey); v.Type() == js.TypeString {
			name = v.String()
		}
	})
	ctx, done := context.WithTimeout(context.Background(), settling)
	defer done()
	if name != "" {
		if _, err := tabs.Hold(ctx, aliveAs+name, tabs.Whole); err == nil || err == tabs.ErrNoLocks {
			return name
		}
	}
	_ = bridge.Try(func() { name = js.Global().Get("crypto").Call("randomUUID").String() })
	_ = bridge.Try(func() { area.Call("setItem", tabKey, name) })
	_, _ = tabs.Hold(context.Background(), aliveAs+name, tabs.IfFree)
	return name
}

// Left implements [port.Drafts].
func (d *drafts) Left() []port.Draft { return d.left }

// Keep implements [port.Drafts].
func (d *drafts) Keep(t port.Draft, failed func(error)) {
	d.tell(map[string]any{"id": t.ID, "tab": d.tab, "of": t.Of, "base": t.Base, "text": t.Text, "at": browser.Now()}, failed)
}

// Drop implements [port.Drafts].
func (d *drafts) Drop(id string) { d.tell(map[string]any{"id": id}, func(error) {}) }

// tell hands a draft over at once, and tells later how that went.
func (d *drafts) tell(t map[string]any, told func(error)) {
	done := d.store.KeepDraft(t)
	go func() { told(done()) }()
}

// Name implements [port.Drafts].
func (d *drafts) Name() (id string) {
	_ = bridge.Try(func() { id = js.Global().Get("crypto").Call("randomUUID").String() })
	return id
}

// leaving lets the page keep what was just typed when it is hidden or goes, and asks the
// person to stay where something cannot be kept.
// https://developer.mozilla.org/docs/Web/API/Window/pagehide_event
// https://developer.mozilla.org/docs/Web/API/Window/beforeunload_event
func leaving(page *ui.Store) {
	flush := js.FuncOf(func(js.Value, []js.Value) any { page.Drafts.Keep(); return nil })
	js.Global().Call("addEventListener", "pagehide", flush)
	js.Global().Get("document").Call("addEventListener", "visibilitychange", flush)
	js.Global().Call("addEventListener", "beforeunload", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if page.Drafts.Keep(); page.Drafts.Unkept() {
			bridge.First(args).Call("preventDefault")
		}
		return nil
	}))
}
