//go:build js && wasm

package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"lily/core/model"
	"lily/wasm/bridge"
	"lily/wasm/browser"
	"lily/web/port"
)

// What goes wrong on the way to the server of this page.
var (
	errNoServer = errors.New("the server of this page does not answer; is lily still running?")
	errOldToken = errors.New("the token is no longer valid: lily was started anew; open the address that it printed")
)

// upstream is a [model.Upstream] behind the proxy, named by its id (MD-2).
type upstream string

// Send implements [model.Upstream].
func (u upstream) Send(ctx context.Context, op string, body []byte) (model.Answer, error) {
	return ask(ctx, "POST", address(string(u), op), body)
}

// address is that of an upstream's operation.
func address(id, op string) string {
	return "/api/upstreams/" + js.Global().Call("encodeURIComponent", id).String() + "/" + op
}

// wait waits by the browser's setTimeout.
func wait(ctx context.Context, seconds int) error {
	t := time.NewTimer(time.Duration(seconds) * time.Second)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask sends a request to the proxy under the token of this launch, and returns
// when the head of the answer is there. What ends ctx ends the request, at the
// upstream too.
// https://developer.mozilla.org/docs/Web/API/Window/fetch
// https://developer.mozilla.org/docs/Web/API/AbortController
func ask(ctx context.Context, method, url string, body []byte) (model.Answer, error) {
	secret := token()
	if secret == "" {
		return model.Answer{}, port.ErrNoToken
	}
	controller := js.Global().Get("AbortController").New()
	stop := context.AfterFunc(ctx, func() { controller.Call("abort") })
	response, err := bridge.Await(js.Global().Call("fetch", url, options(method, secret, body, controller)))
	if err != nil {
		stop()
		if ctx.Err() != nil {
			return model.Answer{}, ctx.Err()
		}
		return model.Answer{}, errNoServer
	}
	a := head(response)
	a.Body = &stream{ctx: ctx, source: reader(response.Get("body")), controller: controller, stop: stop}
	return denied(a)
}

func options(method, secret string, body []byte, controller js.Value) js.Value {
	init := js.Global().Get("Object").New()
	for key, value := range map[string]any{
		"method": method, "signal": controller.Get("signal"), "redirect": "error", "credentials": "omit", "cache": "no-store",
		"headers": map[string]any{"Content-Type": "application/json", "X-Lily-Token": secret},
	} {
		init.Set(key, value)
	}
	if body != nil {
		data := js.Global().Get("Uint8Array").New(len(body))
		js.CopyBytesToJS(data, body)
		init.Set("body", data)
	}
	return init
}

// head reads what comes before the body.
// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Retry-After
func head(response js.Value) model.Answer {
	header := func(name string) string {
		if v := response.Get("headers").Call("get", name); v.Type() == js.TypeString {
			return v.String()
		}
		return ""
	}
	a := model.Answer{Status: response.Get("status").Int(), RetryAfter: -1, Type: header("Content-Type")}
	after := header("Retry-After")
	if n, err := strconv.Atoi(after); err == nil && n >= 0 {
		a.RetryAfter = n
	} else if date := js.Global().Get("Date").Call("parse", after).Float(); !math.IsNaN(date) {
		a.RetryAfter = max(0, int(date-float64(browser.Now()))/1000)
	}
	return a
}

// denied tells a token that the server no longer takes from an upstream that
// takes no key: both are the status 403.
func denied(a model.Answer) (model.Answer, error) {
	if a.Status != 403 {
		return a, nil
	}
	defer a.Body.Close()
	data, _ := io.ReadAll(io.LimitReader(a.Body, 64<<10)) // what came is enough
	if kind, _ := told(data); kind == "bad_token" {
		return model.Answer{}, errOldToken
	}
	a.Body = io.NopCloser(strings.NewReader(string(data)))
	return a, nil
}

// told reads {"error":{"type":"…","message":"…"}}.
func told(data []byte) (kind, message string) {
	var body struct {
		Error struct{ Type, Message string }
	}
	_ = json.Unmarshal(data, &body) // what is none says nothing
	return body.Error.Type, body.Error.Message
}

// fetchJSON asks for a small document.
func fetchJSON(method, url string, body []byte, into any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	a, err := ask(ctx, method, url, body)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	data, err := io.ReadAll(io.LimitReader(a.Body, 8<<20))
	switch {
	case err != nil:
		return errNoServer
	case a.Status != 200:
		if _, message := told(data); message != "" {
			return errors.New(strings.TrimSuffix(message, "."))
		}
		return errors.New("the server of this page answered " + strconv.Itoa(a.Status))
	}
	return json.Unmarshal(data, into)
}
