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
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"lily/core/model"
	"lily/core/world"
	"lily/wasm/bridge"
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

// Builtin is the model that Chrome has built in (MD-3). It is used where it is on
// the machine already, and never downloaded. It is offered no tools.
// https://developer.mozilla.org/docs/Web/API/LanguageModel
type Builtin struct{}

// Name implements [model.Model].
func (Builtin) Name() string { return "browser" }

// Toolless implements [model.Toolless]: its API takes no tools, so it is told of them in words (TS-8).
func (Builtin) Toolless() bool { return true }

// reasons are the other words that availability has.
// https://developer.mozilla.org/docs/Web/API/LanguageModel/availability_static
var reasons = map[string]string{
	"unavailable":  "this device or browser cannot run it",
	"downloadable": "the browser has not downloaded it, and Lily does not ask it to",
	"downloading":  "the browser is still downloading it",
}

func (Builtin) usable() error {
	api := js.Global().Get("LanguageModel")
	if !api.Truthy() {
		return errors.New("this browser has no built-in model")
	}
	v, err := bridge.Call(api, "availability")
	if err != nil || v.String() == "available" {
		return err
	}
	return errors.New(cmp.Or(reasons[v.String()], "the browser says that it is "+v.String()))
}

// Local implements [port.Models]: it lists the browser's model, where there is such a thing.
func (*Models) Local() []port.LocalModel {
	if !js.Global().Get("LanguageModel").Truthy() {
		return nil
	}
	m := port.LocalModel{Name: Builtin{}.Name(), About: "The browser's built-in model: it runs on this machine and calls no tools."}
	if err := (Builtin{}).usable(); err != nil {
		m.Why = err.Error()
	}
	return []port.LocalModel{m}
}

// Reply implements [model.Model].
// https://developer.mozilla.org/docs/Web/API/LanguageModel/promptStreaming
func (b Builtin) Reply(ctx context.Context, r model.Request, on func(model.Delta)) (model.Reply, error) {
	signal, stop := bridge.Signal(ctx)
	defer stop()
	before, last := prompts(r)
	session, err := bridge.Call(js.Global().Get("LanguageModel"), "create", map[string]any{"initialPrompts": before, "signal": signal})
	if err != nil {
		return model.Reply{Finish: model.Interrupted}, cause(ctx, err)
	}
	defer session.Call("destroy")
	var stream js.Value
	text := ""
	if err = bridge.Try(func() { stream = session.Call("promptStreaming", last, map[string]any{"signal": signal}) }); err == nil {
		text, err = pieces(stream, on)
	}
	if err != nil {
		return model.Reply{Text: text, Finish: model.Interrupted}, cause(ctx, err)
	}
	return model.Reply{Text: text, Finish: model.Stop}, nil
}

// prompts are the request as the API takes it: the last message apart. Results
// of another model's calls are told as what they are.
func prompts(r model.Request) (before []any, last string) {
	var system []string
	for _, p := range r.System {
		system = append(system, p.Text)
	}
	before = []any{map[string]any{"role": "system", "content": strings.Join(system, "\n\n")}}
	for i, m := range r.Messages {
		role, text := "user", m.Content()
		switch m.Role {
		case model.Assistant:
			role = "assistant"
		case model.Tool:
			text = "The result of a tool:\n" + text
		}
		if i == len(r.Messages)-1 {
			return before, text
		}
		if text != "" {
			before = append(before, map[string]any{"role": role, "content": text})
		}
	}
	return before, ""
}

// pieces reads a stream of texts, each of which goes on from the one before.
func pieces(stream js.Value, on func(model.Delta)) (string, error) {
	var text strings.Builder
	for source := stream.Call("getReader"); ; {
		chunk, err := bridge.Call(source, "read")
		if err != nil || chunk.Get("done").Bool() {
			return text.String(), err
		}
		piece := chunk.Get("value").String()
		if text.Len()+len(piece) > model.MaxReply {
			return text.String(), errors.New("the reply is too long")
		}
		text.WriteString(piece)
		on(model.Delta{Text: piece})
	}
}
