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
	errOldToken = errors.New("the token is no longer valid: lily was started anew; run lily again in a terminal and open the address that it prints")
)

// tokenKey is where static/door.js keeps the token of the last launch that it was given, for the next tab and for a
// reload. Each launch has another one, so that an old one opens nothing.
const tokenKey = "lily-token"

// usedCode is what a person reads when the server took no code from the address that they opened.
const usedCode = "The address that was opened works once, and was used or is old. Nothing has changed. " +
	"If models cannot be reached, run lily again in a terminal and open the address that it prints."

// WatchCode says when the server refuses the code of an address, also of one that is pasted into that of an open page.
func WatchCode(say func(string)) {
	door := js.Global().Get("lilyDoor")
	if !door.Truthy() {
		return // not in the page
	}
	look := func(js.Value) {
		if door.Get("refused").Bool() {
			door.Set("refused", false)
			say(usedCode)
		}
	}
	look(door)
	bridge.On(js.Global(), "lilydoor", look)
}

// isToken reports 256 bits, hexadecimal.
func isToken(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

// upstream is a [model.Upstream] behind the proxy, named by its id (MD-2).
type upstream string

// Send implements [model.Upstream].
func (u upstream) Send(ctx context.Context, op string, body []byte) (model.Answer, error) {
	return ask(ctx, "POST", address(string(u), op), body)
}

func address(id, op string) string {
	return "/api/upstreams/" + js.Global().Call("encodeURIComponent", id).String() + "/" + op
}

func wait(ctx context.Context, seconds int) error {
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask sends a request to the proxy under the token of this launch, and returns when the head of
// the answer is there. What ends ctx ends the request, at the upstream too.
// https://developer.mozilla.org/docs/Web/API/Window/fetch
func ask(ctx context.Context, method, url string, body []byte) (model.Answer, error) {
	token := browser.Remembered("localStorage", tokenKey)
	if !isToken(token) {
		return model.Answer{}, port.ErrNoToken
	}
	asking, cancel := context.WithCancel(ctx)
	signal, _ := bridge.Signal(asking)
	options := map[string]any{
		"method": method, "signal": signal, "redirect": "error", "credentials": "omit", "cache": "no-store",
		"headers": map[string]any{"Content-Type": "application/json", "X-Lily-Token": token},
	}
	if body != nil {
		options["body"] = bridge.ToJS(body)
	}
	response, err := bridge.Await(js.Global().Call("fetch", url, options))
	if err != nil {
		cancel()
		return model.Answer{}, cause(ctx, errNoServer)
	}
	a := head(response)
	source := response.Get("body")
	if source.Truthy() {
		source = source.Call("getReader")
	}
	a.Body = &stream{ctx: ctx, source: source, cancel: cancel}
	return denied(a)
}

func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// head reads what comes before the body.
// https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Retry-After
func head(response js.Value) model.Answer {
	header := func(name string) string { return bridge.Text(response.Get("headers").Call("get", name)) }
	a := model.Answer{Status: response.Get("status").Int(), RetryAfter: -1, Type: header("Content-Type")}
	after := header("Retry-After")
	if n, err := strconv.Atoi(after); err == nil && n >= 0 {
		a.RetryAfter = n
	} else if date := js.Global().Get("Date").Call("parse", after).Float(); !math.IsNaN(date) {
		a.RetryAfter = max(0, int(date-float64(browser.Now()))/1000)
	}
	return a
}

// denied tells an old token from an upstream that takes no key: both are the status 403.
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

func fetchJSON(method, url string, body []byte, into any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	a, err := ask(ctx, method, url, body)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	data, err := io.ReadAll(io.LimitReader(a.Body, 8<<20))
	if err != nil {
		return errNoServer
	}
	if a.Status == 200 {
		return json.Unmarshal(data, into)
	}
	if _, message := told(data); message != "" {
		return errors.New(strings.TrimSuffix(message, "."))
	}
	return errors.New("the server of this page answered " + strconv.Itoa(a.Status))
}

// stream is the body of an answer. It gives what has arrived, and never waits for more than that.
// https://developer.mozilla.org/docs/Web/API/ReadableStreamDefaultReader/read
type stream struct {
	ctx    context.Context
	source js.Value // null for no body
	cancel func()   // ends the request
	rest   []byte
	closed bool
}

// Read implements [io.Reader].
func (s *stream) Read(p []byte) (int, error) {
	for len(s.rest) == 0 {
		if s.closed {
			return 0, io.ErrClosedPipe
		}
		if !s.source.Truthy() {
			return 0, io.EOF
		}
		chunk, err := bridge.Call(s.source, "read")
		if err = cause(s.ctx, err); err != nil {
			return 0, err
		}
		if chunk.Get("done").Bool() {
			return 0, io.EOF
		}
		s.rest = bridge.ToGo(chunk.Get("value"))
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Close implements [io.Closer]. It may be called while another goroutine reads, and twice.
func (s *stream) Close() error {
	s.closed = true
	s.cancel()
	return nil
}
