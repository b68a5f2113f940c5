//go:build js && wasm

package worker

import (
	"context"
	"fmt"
	"strings"
	"syscall/js"

	"lily/wasm/bridge"
)

// parts are what programs need that no page of theirs brings: an interpreter, its library (static/frame/parts.js).
// Each is fetched when a program first asks for it, and kept as a Blob, which the browser holds and hands on by reference.
// https://developer.mozilla.org/docs/Web/API/Blob
type parts struct {
	at   map[string]string // where each is
	have map[string]js.Value
}

// partsOf reads what the page names: name=path, separated by spaces.
func partsOf(named js.Value) *parts {
	p := &parts{at: map[string]string{}, have: map[string]js.Value{}}
	if named.Type() == js.TypeString {
		for pair := range strings.FieldsSeq(named.String()) {
			name, path, _ := strings.Cut(pair, "=")
			p.at[name] = path
		}
	}
	return p
}

// give is the answer to a program that needs a part.
func (p *parts) give(ctx context.Context, name string) map[string]any {
	blob, ok := p.have[name]
	if !ok {
		var err error
		if blob, err = p.fetch(ctx, name); err != nil {
			return map[string]any{"give": name, "failed": err.Error()}
		}
		p.have[name] = blob
	}
	return map[string]any{"give": name, "blob": blob}
}

func (p *parts) fetch(ctx context.Context, name string) (js.Value, error) {
	path, ok := p.at[name]
	if !ok {
		return js.Undefined(), fmt.Errorf("this page has no part %+q", name)
	}
	signal, stop := bridge.Signal(ctx)
	defer stop()
	response, err := bridge.Call(js.Global(), "fetch", path, map[string]any{"signal": signal})
	if err != nil {
		return js.Undefined(), fmt.Errorf("%s did not arrive: check that lily is still running in its terminal", name)
	}
	if !response.Get("ok").Bool() {
		return js.Undefined(), fmt.Errorf("the server of this page is another version of Lily, without this %s; reload the page", name)
	}
	return bridge.Call(response, "blob")
}
