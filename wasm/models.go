//go:build js && wasm

package main

import (
	"fmt"
	"strings"

	"lily/core/model"
	"lily/core/world"
	"lily/web/ui"
)

// models finds a model by the name that a session has of it: offline, scripted,
// browser, or an upstream's id, a slash and its own name of the model.
type models struct {
	world func() world.World
	known []ui.Upstream // as they were listed last
}

// find is the engine's port: see [core.Ports]. It may wait for the server.
func (m *models) find(name string) (model.Model, error) {
	id, rest, ok := strings.Cut(name, "/")
	switch {
	case name == builtin{}.Name():
		return builtin{}, builtin{}.usable()
	case !ok:
		return model.Find(m.world().Tree, name)
	case rest == "":
		return nil, fmt.Errorf("got %q, want an upstream, a slash and its model", name)
	}
	u, err := m.upstream(id)
	if err != nil {
		return nil, err
	}
	return model.Remote{ID: u.ID, Model: rest, Format: u.Format, Upstream: upstream(u.ID), Context: u.Window, Wait: wait}, nil
}

// upstream is one that is ready. The server is asked again where it was not.
func (m *models) upstream(id string) (ui.Upstream, error) {
	if u, ok := m.ready(id); ok {
		return u, nil
	}
	if _, err := m.list(); err != nil {
		return ui.Upstream{}, err
	}
	u, ok := m.ready(id)
	switch {
	case ok:
		return u, nil
	case u.ID == "":
		return u, fmt.Errorf("there is no upstream %q", id)
	}
	return u, fmt.Errorf("the upstream %s is not ready: %s", id, strings.TrimSuffix(u.Detail, "."))
}

func (m *models) ready(id string) (ui.Upstream, bool) {
	for _, u := range m.known {
		if u.ID == id {
			return u, u.State == "ready"
		}
	}
	return ui.Upstream{}, false
}

// list asks the server for its upstreams.
func (m *models) list() ([]ui.Upstream, error) {
	var list struct{ Upstreams []ui.Upstream }
	if err := fetchJSON("GET", "/api/upstreams", nil, &list); err != nil {
		return nil, err
	}
	m.known = list.Upstreams
	return m.known, nil
}

// of asks an upstream for its models.
func (m *models) of(id string) ([]string, error) {
	var list struct{ Models []string }
	err := fetchJSON("POST", address(id, "models"), []byte("{}"), &list)
	return list.Models, err
}
