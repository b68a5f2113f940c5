//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"lily/core"
	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/shelf"
	"lily/core/tool"
	"lily/web/ui"
)

var _ ui.Sessions = (*home)(nil)

// List implements [ui.Sessions].
func (h *home) List() ([]ui.Kept, error) {
	open, here := lockNames(whole), h.engine.Sessions()
	list := []ui.Kept{}
	known := map[string]bool{}
	for _, m := range h.Sessions() {
		known[m.ID] = true
		if !m.Deleted {
			list = append(list, h.kept(m, slices.Contains(open, oneTab+m.ID)))
		}
	}
	for _, id := range here {
		if !known[id] {
			list = append(list, h.kept(shelf.Session{ID: id}, false))
		}
	}
	return list, nil
}

// kept is what the list says of a session; taken says that some tab holds its lock.
func (h *home) kept(m shelf.Session, taken bool) ui.Kept {
	st, events := h.engine.State(m.ID)
	k := ui.Kept{ID: m.ID, Title: m.Title, Touched: m.Touched, Events: max(m.Events, len(events)), Model: st.Model}
	if len(events) > 0 {
		k.Touched = max(k.Touched, events[len(events)-1].At)
	}
	switch {
	case m.Damaged:
		k.Where, k.Problem = ui.Damaged, "A record of it is damaged or missing; it is shown as far as it goes."
	case len(events) > 0 && h.Status().Why != "":
		k.Where = ui.InMemory
	case h.writes(m.ID) && h.Writer(m.ID) == nil:
		k.Where = ui.ThisTab
	case taken:
		k.Where = ui.Elsewhere
	}
	return k
}

// Open implements [ui.Sessions]: a session that no other tab writes is written here.
func (h *home) Open(id string) error {
	defer h.door(id)()
	if _, events := h.engine.State(id); events != nil && h.writes(id) {
		return nil
	}
	if h.meta(id).Deleted {
		return errors.New("it was deleted, in another tab perhaps")
	}
	if h.claim(context.Background(), id, ifFree) != nil {
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
	h.Close(id, nil)
	h.tabs.announce("held " + id)
	return h.engine.Settle(id)
}

// adopt reads a session and makes it one of the engine's, after the turn under way.
func (h *home) adopt(id string) error {
	h.engine.Rest(id)
	events, problems, err := h.Load(id)
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
func (h *home) meta(id string) shelf.Session {
	for _, m := range h.Sessions() {
		if m.ID == id {
			return m
		}
	}
	return shelf.Session{}
}

// Take implements [ui.Sessions]: the other tab is asked for the session, and it is
// taken from one that does not answer.
func (h *home) Take(id string) error {
	defer h.door(id)()
	if h.writes(id) && h.Writer(id) == nil {
		return nil
	}
	h.tabs.announce("take " + id)
	ctx, done := context.WithTimeout(context.Background(), patience)
	defer done()
	if h.claim(ctx, id, whole) != nil {
		if err := h.claim(context.Background(), id, steal); err != nil {
			return err
		}
	}
	_ = h.Seize(id) // where nothing can be kept, nobody else keeps anything either
	return h.load(id)
}

// Delete implements [ui.Sessions].
func (h *home) Delete(id string) error {
	defer h.door(id)()
	if h.claim(context.Background(), id, ifFree) != nil {
		return errors.New("another tab has it open; close it there, or take it over first")
	}
	defer h.release(id, h.holds(id))
	if err := h.Shelf.Delete(id); err != nil {
		return err
	}
	h.Flush()
	h.engine.Forget(id)
	return nil
}

// Restore implements [ui.Sessions].
func (h *home) Restore(id string) error {
	if err := h.Shelf.Restore(id); err != nil {
		return err
	}
	return h.Open(id)
}

// exportSession hands a session to the person as a bundle (EV-4).
func (h *home) exportSession(id string) error {
	events, err := h.events(id)
	if err != nil {
		return err
	}
	b := bundle.Bundle{Title: h.title(id), Events: events}
	over := make(chan error, 1)
	download(b.Name(), b.Write, func(err error) { over <- err })
	return <-over
}

// exportAll hands over everything: files and rules, and each session as a bundle, in
// one zip (VF-7, EV-4). It returns a sentence on each thing that could not be read and
// is not in it.
func (h *home) exportAll() (left []string, err error) {
	list, err := h.List()
	if err != nil {
		return nil, err
	}
	all, left, err := h.engine.World().Export(func(yield func(core.Recording) bool) {
		for _, k := range list { // also those that are in this page alone
			if !yield(h.recording(k)) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	over := make(chan error, 1)
	download("lily.zip", func(w io.Writer) error { return archive.Write(w, all) }, func(err error) { over <- err })
	return left, <-over
}

// recording is a session to be exported. Of one that is open it was found before what
// of it cannot be read.
func (h *home) recording(k ui.Kept) core.Recording {
	r := core.Recording{ID: k.ID, Title: k.Title}
	if _, r.Events = h.engine.State(k.ID); r.Events != nil {
		if k.Problem != "" {
			r.Problems = []string{k.Problem}
		}
		return r
	}
	var problems []shelf.Problem
	r.Events, problems, r.Err = h.Load(k.ID)
	h.found(problems)
	for _, p := range problems {
		r.Problems = append(r.Problems, p.Message)
	}
	return r
}

// restoreSession adds an exported session: under its id, or where a session has that,
// under a new one. One that is here already is left alone.
func (h *home) restoreSession(data []byte) error {
	b, _, err := bundle.Read(data, tool.Builtin())
	if err != nil {
		return err
	}
	id := b.Events[0].Session
	if here, err := h.events(id); err == nil {
		if bytes.HasPrefix(event.Lines(here), event.Lines(b.Events)) {
			return nil
		}
		id = h.Name()
	} else if err := h.claim(context.Background(), id, ifFree); err != nil {
		return err
	}
	for i := range b.Events {
		b.Events[i].Session = id
	}
	h.engine.Adopt(id, b.Events)
	for _, e := range b.Events {
		h.Watch(e)
	}
	h.Flush()
	if b.Title == "" {
		return nil
	}
	return h.Rename(id, b.Title)
}

// events are those of a session, read where it is not open.
func (h *home) events(id string) ([]event.Event, error) {
	if _, events := h.engine.State(id); events != nil {
		return events, nil
	}
	events, _, err := h.Load(id)
	return events, err
}

func (h *home) title(id string) string { return h.meta(id).Title }

// openBundle reads a session that was exported.
func openBundle(name string, data []byte) (ui.Bundle, error) {
	b, problems, err := bundle.Read(data, tool.Builtin())
	if err != nil {
		return ui.Bundle{}, err
	}
	v := ui.Bundle{Title: b.Title, Events: b.Events}
	if v.Title == "" {
		v.Title = name
	}
	for _, p := range problems {
		v.Problems = append(v.Problems, ui.Problem{Code: "event_" + p.What, Place: fmt.Sprintf("event %d", p.Seq), Message: p.Message})
	}
	return v, nil
}

// storage says how the work is kept.
func (h *home) storage() ui.Storage {
	var s ui.Storage
	if r, err := estimate(); err == nil {
		s.Used, s.Quota = r.used, r.quota
	}
	s.Promised, _ = persisted()
	s.Saving, s.Why = h.saving(), h.Status().Why // last, since the others take their time
	h.mu.Lock()
	defer h.mu.Unlock()
	s.Problems = slices.Clone(h.problems)
	return s
}

// saving tells at once whether something is on its way.
func (h *home) saving() bool { return h.Status().Saving > 0 }
