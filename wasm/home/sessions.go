//go:build js && wasm

package home

import (
	"context"
	"errors"
	"slices"

	"lily/core/persist"
	"lily/wasm/tabs"
	"lily/web/port"
)

var _ port.Sessions = (*Home)(nil)

// List implements [port.Sessions], as do the exported methods below.
func (h *Home) List() ([]port.Kept, error) {
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
func (h *Home) kept(m persist.Session, taken bool) port.Kept {
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
	case h.seat(m.ID).writes() && h.Writer(m.ID) == nil:
		k.Where = port.ThisTab
	case taken:
		k.Where = port.Elsewhere
	}
	return k
}

// Open opens a session to be written here, if no other tab writes it.
func (h *Home) Open(id string) error {
	s := h.seat(id)
	defer s.enter()()
	if _, events := h.engine.State(id); events != nil && s.writes() {
		return nil
	}
	if h.keeper.Sessions.Find(id).Deleted {
		return errors.New("it was deleted, in another tab perhaps")
	}
	if h.claim(context.Background(), s, tabs.IfFree) != nil {
		defer h.elsewhere(s)
	}
	return h.load(s)
}

// load makes a kept session one of the engine's. Where it is written here, that begins now, with the
// end of a turn that was cut off; one that cannot be read is let go. Its caller has entered the seat.
func (h *Home) load(s *seat) error {
	l := s.lock.Load()
	err := h.adopt(s.id)
	switch {
	case l == nil:
		return err
	case err != nil:
		s.release(l)
		return err
	case s.lock.Load() != l || h.keeper.Sessions.Find(s.id).Damaged:
		return nil
	}
	h.keeper.Sessions.Close(s.id, nil)
	h.tabs.Announce("held " + s.id)
	return h.engine.Settle(s.id)
}

// adopt reads a session and makes it one of the engine's, after the turn under way.
func (h *Home) adopt(id string) error {
	h.engine.Rest(id)()
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

// Take asks the other tab for a session, and takes it from one that does not answer.
func (h *Home) Take(id string) error {
	s := h.seat(id)
	defer s.enter()()
	if s.writes() && h.Writer(id) == nil {
		return nil
	}
	h.tabs.Announce("take " + id)
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	if h.claim(ctx, s, tabs.Whole) != nil {
		if err := h.claim(context.Background(), s, tabs.Steal); err != nil {
			return err
		}
	}
	_ = h.keeper.Sessions.Seize(id) // where nothing can be kept, nobody else keeps anything either
	return h.load(s)
}

func (h *Home) Rename(id, title string) error { return h.keeper.Sessions.Rename(id, title) }

func (h *Home) Delete(id string) error {
	s := h.seat(id)
	defer s.enter()()
	if h.claim(context.Background(), s, tabs.IfFree) != nil {
		return errors.New("another tab has it open; close it there, or take it over first")
	}
	defer s.release(s.lock.Load())
	if err := h.keeper.Sessions.Delete(id); err != nil {
		return err
	}
	h.keeper.Sessions.Flush()
	h.engine.Forget(id)
	return nil
}

func (h *Home) Restore(id string) error {
	if err := h.keeper.Sessions.Restore(id); err != nil {
		return err
	}
	return h.Open(id)
}
