//go:build js && wasm

package main

import (
	"context"
	"errors"
	"slices"

	"lily/core/persist"
	"lily/wasm/tabs"
	"lily/web/port"
)

var _ port.Sessions = (*home)(nil)

// List implements [port.Sessions].
func (h *home) List() ([]port.Kept, error) {
	open, here := tabs.Names(tabs.Whole), h.engine.Sessions()
	list := []port.Kept{}
	known := map[string]bool{}
	for _, m := range h.keeper.Sessions.List() {
		known[m.ID] = true
		if !m.Deleted {
			list = append(list, h.kept(m, slices.Contains(open, oneTab+m.ID)))
		}
	}
	for _, id := range here {
		if !known[id] {
			list = append(list, h.kept(persist.Session{ID: id}, false))
		}
	}
	return list, nil
}

// kept is what the list says of a session; taken says that some tab holds its lock.
func (h *home) kept(m persist.Session, taken bool) port.Kept {
	st, events := h.engine.State(m.ID)
	k := port.Kept{ID: m.ID, Title: m.Title, Touched: m.Touched, Events: max(m.Events, len(events)), Model: st.Model}
	if len(events) > 0 {
		k.Touched = max(k.Touched, events[len(events)-1].At)
	}
	switch {
	case m.Damaged:
		k.Where, k.Problem = port.Damaged, "A record of it is damaged or missing; it is shown as far as it goes."
	case len(events) > 0 && h.keeper.Blobs.Status().Why != "":
		k.Where = port.InMemory
	case h.writes(m.ID) && h.Writer(m.ID) == nil:
		k.Where = port.ThisTab
	case taken:
		k.Where = port.Elsewhere
	}
	return k
}

// Open implements [port.Sessions]: a session that no other tab writes is written here.
func (h *home) Open(id string) error {
	defer h.door(id)()
	if _, events := h.engine.State(id); events != nil && h.writes(id) {
		return nil
	}
	if h.meta(id).Deleted {
		return errors.New("it was deleted, in another tab perhaps")
	}
	if h.claim(context.Background(), id, tabs.IfFree) != nil {
		defer h.elsewhere(id)
	}
	return h.load(id)
}

// load makes a kept session one of the engine's. Where it is written here, that begins
// now, with the end of a turn that was cut off; it is let go of where it cannot be read.
// Its caller holds the session's door.
func (h *home) load(id string) error {
	l := h.holds(id)
	err := h.adopt(id)
	switch {
	case l == nil:
		return err
	case err != nil:
		h.release(id, l)
		return err
	case h.holds(id) != l || h.meta(id).Damaged:
		return nil
	}
	h.keeper.Sessions.Close(id, nil)
	h.tabs.Announce("held " + id)
	return h.engine.Settle(id)
}

// adopt reads a session and makes it one of the engine's, after the turn under way.
func (h *home) adopt(id string) error {
	h.engine.Rest(id)
	events, problems, err := h.keeper.Sessions.Load(id)
	h.found(problems)
	if err == nil && len(events) == 0 {
		err = errors.New("nothing of this session can be read")
	}
	if err == nil {
		h.engine.Adopt(id, events)
	}
	return err
}

// meta is what the list says of a session; empty for one that it does not have.
func (h *home) meta(id string) persist.Session {
	for _, m := range h.keeper.Sessions.List() {
		if m.ID == id {
			return m
		}
	}
	return persist.Session{}
}

// Take implements [port.Sessions]: the other tab is asked for the session, and it is
// taken from one that does not answer.
func (h *home) Take(id string) error {
	defer h.door(id)()
	if h.writes(id) && h.Writer(id) == nil {
		return nil
	}
	h.tabs.Announce("take " + id)
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	if h.claim(ctx, id, tabs.Whole) != nil {
		if err := h.claim(context.Background(), id, tabs.Steal); err != nil {
			return err
		}
	}
	_ = h.keeper.Sessions.Seize(id) // where nothing can be kept, nobody else keeps anything either
	return h.load(id)
}

// Rename implements [port.Sessions].
func (h *home) Rename(id, title string) error { return h.keeper.Sessions.Rename(id, title) }

// Delete implements [port.Sessions].
func (h *home) Delete(id string) error {
	defer h.door(id)()
	if h.claim(context.Background(), id, tabs.IfFree) != nil {
		return errors.New("another tab has it open; close it there, or take it over first")
	}
	defer h.release(id, h.holds(id))
	if err := h.keeper.Sessions.Delete(id); err != nil {
		return err
	}
	h.keeper.Sessions.Flush()
	h.engine.Forget(id)
	return nil
}

// Restore implements [port.Sessions].
func (h *home) Restore(id string) error {
	if err := h.keeper.Sessions.Restore(id); err != nil {
		return err
	}
	return h.Open(id)
}
