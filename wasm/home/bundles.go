//go:build js && wasm

package home

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"

	"lily/core"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/wasm/tabs"
	"lily/web/port"
)

// ExportSession implements [port.Bundles]: it hands a session to the person as a bundle (EV-4). A turn that is under way
// is ended in the bundle, and goes on here.
func (h *Home) ExportSession(id string) error {
	events, err := h.events(id)
	if err != nil {
		return err
	}
	b := bundle.Bundle{Title: h.keeper.Sessions.Find(id).Title, Events: settle.Whole(events)}
	return downloaded(b.Name(), func(w io.Writer) (err error) {
		bridge.Paced(context.Background(), nil, func(tick tree.Tick) { err = b.WriteTicking(w, tick) })
		return err
	})
}

func downloaded(name string, write func(io.Writer) error) error {
	over := make(chan error, 1)
	browser.Files{}.Download(name, write, func(err error) { over <- err })
	return <-over
}

// ExportAll implements [port.Bundles]: it hands over files, rules and each session as a bundle,
// in one zip (VF-7, EV-4).
func (h *Home) ExportAll() (left []string, err error) {
	list, err := h.List()
	if err != nil {
		return nil, err
	}
	var all world.Exported
	bridge.Paced(context.Background(), nil, func(tick tree.Tick) {
		all = h.engine.World().Export(func(yield func(world.Session) bool) {
			for _, k := range list { // also those that are in this page alone
				if !yield(h.recording(k).Export(tick)) {
					return
				}
			}
		})
	})
	return all.Left, downloaded("lily.zip", all.Write)
}

// recording is a session to be exported. What of an open one cannot be read was found before.
func (h *Home) recording(k port.Kept) bundle.Recording {
	r := bundle.Recording{ID: k.ID, Title: k.Title}
	if _, events := h.engine.State(k.ID); events != nil {
		r.Events = settle.Whole(events)
		if k.Problem != "" {
			r.Problems = []string{k.Problem}
		}
		return r
	}
	events, problems, err := h.keeper.Sessions.Load(k.ID)
	r.Events, r.Err = settle.Whole(events), err
	h.found(problems)
	for _, p := range problems {
		r.Problems = append(r.Problems, p.Message)
	}
	return r
}

// RestoreBundle implements [port.Bundles]: it adds an exported session under its id, or
// where a session has that, under a new one. One that is here already is left alone.
func (h *Home) RestoreBundle(data []byte, as string) (id string, err error) {
	var b bundle.Bundle
	bridge.Paced(context.Background(), nil, func(tick tree.Tick) { b, _, err = bundle.ReadTicking(data, tool.Builtin(), tick) })
	if err != nil {
		return "", err
	}
	export := tree.Sum(event.Lines(b.Events))
	if h.keeper.Sessions.From(export) != "" {
		return "", nil
	}
	id = b.Events[0].Session
	if here, err := h.events(id); err == nil {
		if begins(here, b.Events) || begins(here, core.Foreign(b.Events)) {
			return "", nil
		}
		for id = h.Name(); core.Opened(b.Events, id); {
			id = h.Name()
		}
	} else if err := h.claim(context.Background(), h.seat(id), tabs.IfFree); err != nil {
		return "", err
	}
	if err := h.engine.Receive(id, b.Events, as); err != nil {
		return "", err
	}
	h.keeper.Sessions.Flush()
	err = h.keeper.Sessions.Came(id, export)
	if b.Title != "" && err == nil {
		err = h.keeper.Sessions.Rename(id, b.Title)
	}
	return id, err
}

// begins reports whether a session that is here begins with the events.
func begins(here, with []event.Event) bool {
	return bytes.HasPrefix(event.Lines(here), event.Lines(with))
}

func (h *Home) events(id string) ([]event.Event, error) {
	if _, events := h.engine.State(id); events != nil {
		return events, nil
	}
	events, _, err := h.keeper.Sessions.Load(id)
	return events, err
}

// ReadBundle implements [port.Bundles]: it reads a session that was exported.
func (*Home) ReadBundle(name string, data []byte, tick tree.Tick) (port.Bundle, error) {
	b, problems, err := bundle.ReadTicking(data, tool.Builtin(), tick)
	if err != nil {
		return port.Bundle{}, err
	}
	v := port.Bundle{Title: cmp.Or(b.Title, name), Events: b.Events}
	for _, p := range problems {
		v.Problems = append(v.Problems, port.Problem{Code: "event_" + p.What, Place: fmt.Sprintf("event %d", p.Seq), Message: p.Message})
	}
	return v, nil
}
