//go:build js && wasm

// Package gateway finds the models that the page can ask: the offline and the scripted one,
// those of the upstreams behind this page's server, and the browser's own. It sends what
// the model's format encodes, with the token of this launch, and gives the bytes of the
// answer as they arrive. It knows no keys: the server adds them.
//
//	found := gateway.New(world)
//	m, err := found.Find("openai/gpt-5")
package gateway

import (
	"fmt"
	"strings"

	"lily/core/model"
	"lily/core/world"
	"lily/web/port"
)

// Models finds a model by the name that a session has of it: offline, scripted,
// browser, or an upstream's id, a slash and its own name of the model.
type Models struct {
	world func() world.World
	known []port.Upstream // as they were listed last
}

// New reads the world each time that a model needs it.
func New(world func() world.World) *Models { return &Models{world: world} }

// Find is the engine's port: see [core.Ports]. It may wait for the server.
func (m *Models) Find(name string) (model.Model, error) {
	id, rest, ok := strings.Cut(name, "/")
	switch {
	case name == Builtin{}.Name():
		return Builtin{}, Builtin{}.usable()
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
func (m *Models) upstream(id string) (port.Upstream, error) {
	u, ok := m.ready(id)
	if !ok {
		if _, err := m.Upstreams(); err != nil {
			return u, err
		}
		u, ok = m.ready(id)
	}
	if ok {
		return u, nil
	}
	if u.ID == "" {
		return u, fmt.Errorf("there is no upstream %q", id)
	}
	return u, fmt.Errorf("the upstream %s is not ready: %s", id, strings.TrimSuffix(u.Detail, "."))
}

func (m *Models) ready(id string) (port.Upstream, bool) {
	for _, u := range m.known {
		if u.ID == id {
			return u, u.State == "ready"
		}
	}
	return port.Upstream{}, false
}

// Upstreams implements [port.Models]: it asks the server for its upstreams.
func (m *Models) Upstreams() ([]port.Upstream, error) {
	var list struct{ Upstreams []port.Upstream }
	if err := fetchJSON("GET", "/api/upstreams", nil, &list); err != nil {
		return nil, err
	}
	m.known = list.Upstreams
	return m.known, nil
}

// List implements [port.Models]: it asks an upstream for its models.
func (m *Models) List(id string) ([]string, error) {
	var list struct{ Models []string }
	err := fetchJSON("POST", address(id, "models"), []byte("{}"), &list)
	return list.Models, err
}
