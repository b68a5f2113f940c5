//go:build js && wasm

package main

import (
	"context"
	"errors"
	"slices"
	"syscall/js"
	"testing"
)

// VF-5: a lock is one tab's, or shared; it is given back, refused, and stolen.
func TestHold(t *testing.T) {
	browserOnly(t)
	ctx, name := t.Context(), "lily-test-"+t.Name()
	a, err := hold(ctx, name, share)
	if err != nil {
		t.Fatal(err)
	}
	b, err := hold(ctx, name, share)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := hold(ctx, name, ifFree); !errors.Is(err, errHeld) {
		t.Errorf("got %v, want %v", err, errHeld)
	}
	soon, cancel := context.WithCancel(ctx)
	go cancel()
	if _, err := hold(soon, name, whole); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := hold(soon, name, share); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	got := make(chan held)
	go func() {
		h, err := hold(ctx, name, whole)
		if err != nil {
			t.Error(err)
		}
		got <- h
	}()
	a.release()
	a.release()
	b.release()
	c := <-got
	d, err := hold(ctx, name, steal)
	if err != nil {
		t.Fatal(err)
	}
	<-c.lost
	c.release()
	if _, err := hold(ctx, name, ifFree); !errors.Is(err, errHeld) {
		t.Errorf("got %v, want %v: what was stolen is held", err, errHeld)
	}
	d.release()
	e, err := hold(ctx, name, whole)
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-a.lost:
		t.Error("got a lock lost that was given back")
	case <-d.lost:
		t.Error("got a lock lost that was given back")
	default:
	}
	e.release()
}

// VF-5: what one tab announces every other hears, in order.
func TestChannel(t *testing.T) {
	browserOnly(t)
	name, heard := "lily-test", make(chan string, 10)
	var a, b *channel
	a = join(name, func(m string) { t.Errorf("got %q from myself", m) })
	b = join(name, func(m string) { heard <- m })
	other := join("lily-other", func(m string) { t.Errorf("got %q on another channel", m) })
	defer other.leave()
	for _, m := range []string{"one", "", "ä"} {
		a.announce(m)
	}
	got := []string{<-heard, <-heard, <-heard}
	if !slices.Equal(got, []string{"one", "", "ä"}) {
		t.Errorf("got %q", got)
	}
	b.leave()
	b.leave()
	b.announce("nobody hears it")
	a.leave()
}

func TestStorage(t *testing.T) {
	browserOnly(t)
	if r, err := estimate(); err != nil || r.quota <= 0 || r.used < 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	asked, err := persist()
	if err != nil {
		t.Error(err)
	}
	if kept, err := persisted(); err != nil || kept != asked {
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
	if _, err := hold(t.Context(), "lily", share); !errors.Is(err, errNoLocks) {
		t.Errorf("got %v, want %v", err, errNoLocks)
	}
	if _, err := persist(); !errors.Is(err, errNoManager) {
		t.Errorf("got %v, want %v", err, errNoManager)
	}
	if _, err := persisted(); !errors.Is(err, errNoManager) {
		t.Errorf("got %v, want %v", err, errNoManager)
	}
	if _, err := estimate(); !errors.Is(err, errNoManager) {
		t.Errorf("got %v, want %v", err, errNoManager)
	}
	c := join("lily", func(m string) { t.Errorf("got %q", m) })
	c.announce("x")
	c.leave()
}
