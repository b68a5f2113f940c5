//go:build js && wasm

package tabs

import (
	"context"
	"errors"
	"slices"
	"syscall/js"
	"testing"

	"lily/wasm/bridge/bridgetest"
	"lily/wasm/browser"
)

// VF-5: a lock is one tab's, or shared; it is given back, refused, and stolen.
func TestHold(t *testing.T) {
	bridgetest.InBrowser(t)
	ctx, name := t.Context(), "lily-test-"+t.Name()
	a, err := Hold(ctx, name, Share)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Hold(ctx, name, Share)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(ctx, name, IfFree); !errors.Is(err, ErrHeld) {
		t.Errorf("got %v, want %v", err, ErrHeld)
	}
	soon, cancel := context.WithCancel(ctx)
	go cancel()
	if _, err := Hold(soon, name, Whole); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := Hold(soon, name, Share); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	got := make(chan Lock)
	go func() {
		h, err := Hold(ctx, name, Whole)
		if err != nil {
			t.Error(err)
		}
		got <- h
	}()
	a.Release()
	a.Release()
	b.Release()
	c := <-got
	d, err := Hold(ctx, name, Steal)
	if err != nil {
		t.Fatal(err)
	}
	<-c.Lost()
	c.Release()
	if _, err := Hold(ctx, name, IfFree); !errors.Is(err, ErrHeld) {
		t.Errorf("got %v, want %v: what was stolen is held", err, ErrHeld)
	}
	d.Release()
	e, err := Hold(ctx, name, Whole)
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-a.Lost():
		t.Error("got a lock lost that was given back")
	case <-d.Lost():
		t.Error("got a lock lost that was given back")
	default:
	}
	e.Release()
}

// Leave hears nothing any more, and tells nothing.
func (c *Channel) Leave() {
	if c.port.Truthy() {
		c.port.Call("close")
		c.port = js.Undefined()
	}
}

// VF-5: what one tab announces every other hears, in order.
func TestChannel(t *testing.T) {
	bridgetest.InBrowser(t)
	name, heard := "lily-test", make(chan string, 10)
	var a, b *Channel
	a = Join(name, func(m string) { t.Errorf("got %q from myself", m) })
	b = Join(name, func(m string) { heard <- m })
	other := Join("lily-other", func(m string) { t.Errorf("got %q on another channel", m) })
	defer other.Leave()
	for _, m := range []string{"one", "", "ä"} {
		a.Announce(m)
	}
	got := []string{<-heard, <-heard, <-heard}
	if !slices.Equal(got, []string{"one", "", "ä"}) {
		t.Errorf("got %q", got)
	}
	b.Leave()
	b.Leave()
	b.Announce("nobody hears it")
	a.Leave()
}

func TestStorage(t *testing.T) {
	bridgetest.InBrowser(t)
	if r, err := browser.Estimate(); err != nil || r.Quota <= 0 || r.Used < 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	asked, err := browser.Persist()
	if err != nil {
		t.Error(err)
	}
	if kept, err := browser.Persisted(); err != nil || kept != asked {
		t.Errorf("got %t, %v, want %t as it said", kept, err, asked)
	}
}

// A browser that has none of these is no error of the page.
func TestNothingThere(t *testing.T) {
	object := js.Global().Get("Object")
	for _, name := range []string{"navigator", "BroadcastChannel"} {
		was := object.Call("getOwnPropertyDescriptor", js.Global(), name)
		object.Call("defineProperty", js.Global(), name, map[string]any{"value": js.Undefined(), "configurable": true, "writable": true})
		t.Cleanup(func() {
			if js.Global().Delete(name); was.Truthy() {
				object.Call("defineProperty", js.Global(), name, was)
			}
		})
	}
	if _, err := Hold(t.Context(), "lily", Share); !errors.Is(err, ErrNoLocks) {
		t.Errorf("got %v, want %v", err, ErrNoLocks)
	}
	if _, err := browser.Persist(); !errors.Is(err, browser.ErrNoManager) {
		t.Errorf("got %v, want %v", err, browser.ErrNoManager)
	}
	if _, err := browser.Persisted(); !errors.Is(err, browser.ErrNoManager) {
		t.Errorf("got %v, want %v", err, browser.ErrNoManager)
	}
	if _, err := browser.Estimate(); !errors.Is(err, browser.ErrNoManager) {
		t.Errorf("got %v, want %v", err, browser.ErrNoManager)
	}
	c := Join("lily", func(m string) { t.Errorf("got %q", m) })
	c.Announce("x")
	c.Leave()
}
