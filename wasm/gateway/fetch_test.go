//go:build js && wasm

package gateway

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall/js"
	"testing"

	"lily/web/port"
	"lily/web/port/porttest"
)

// pretend puts a server and a storage in the place of the browser's, and gives
// what was asked last: the address and its options.
func pretend(t *testing.T, token, answer string) (asked func() (string, js.Value)) {
	t.Helper()
	var url string
	var options js.Value
	fetch := js.FuncOf(func(_ js.Value, args []js.Value) any {
		url, options = args[0].String(), args[1]
		return js.Global().Get("Function").New("signal", answer).Invoke(args[1].Get("signal"))
	})
	store := js.Global().Get("Object").New()
	get := js.FuncOf(func(js.Value, []js.Value) any { return token })
	store.Set("getItem", get)
	for name, v := range map[string]any{"fetch": fetch, "localStorage": store} {
		old := js.Global().Get(name)
		js.Global().Get("Object").Call("defineProperty", js.Global(), name, map[string]any{"value": v, "configurable": true, "writable": true})
		t.Cleanup(func() { js.Global().Set(name, old) })
	}
	return func() (string, js.Value) { return url, options }
}

var secret = strings.Repeat("0a", 32)

// MD-2, MD-4: the page names an upstream by its id and sends the token, no more.
func TestAsk(t *testing.T) {
	asked := pretend(t, secret, `return Promise.resolve(new Response("data: x\n\n", { status: 429, headers: { "Retry-After": "7", "Content-Type": "text/event-stream" } }))`)
	a, err := upstream("open ai").Send(context.Background(), "chat", []byte(`{"a":1}`))
	if err != nil || a.Status != 429 || a.RetryAfter != 7 || a.Type != "text/event-stream" {
		t.Fatalf("got %+v, %v", a, err)
	}
	data, err := io.ReadAll(a.Body)
	if err != nil || string(data) != "data: x\n\n" || a.Body.Close() != nil || a.Body.Close() != nil {
		t.Errorf("got %q, %v", data, err)
	}
	url, options := asked()
	sent := js.Global().Get("JSON").Call("stringify", options).String()
	for _, want := range []string{`"method":"POST"`, `"redirect":"error"`, `"credentials":"omit"`, `"cache":"no-store"`, `"X-Lily-Token":"` + secret + `"`, `"Content-Type":"application/json"`} {
		if !strings.Contains(sent, want) {
			t.Errorf("got %s, want %s in it", sent, want)
		}
	}
	if url != "/api/upstreams/open%20ai/chat" {
		t.Errorf("got %s", url)
	}
}

func TestAskFails(t *testing.T) {
	for _, c := range []struct {
		name, token, answer string
		want                error
	}{
		{"no token", "", ``, port.ErrNoToken},
		{"a token that is none", "0A", ``, port.ErrNoToken},
		{"no server", secret, `return Promise.reject(new TypeError("Failed to fetch"))`, errNoServer},
		{"an old token", secret, `return Promise.resolve(new Response('{"error":{"type":"bad_token","message":"x"}}', { status: 403 }))`, errOldToken},
	} {
		pretend(t, c.token, c.answer)
		if _, err := ask(context.Background(), "GET", "/api/upstreams", nil); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	pretend(t, secret, `return Promise.resolve(new Response('{"error":{"message":"no such key"}}', { status: 403 }))`)
	a, err := ask(context.Background(), "GET", "/x", nil)
	if err != nil || a.Status != 403 {
		t.Fatalf("an upstream's own refusal: got %+v, %v", a, err)
	}
	if data, _ := io.ReadAll(a.Body); !strings.Contains(string(data), "no such key") {
		t.Errorf("got %s", data)
	}
}

// CV-7: the end of the context ends a request that waits, and one that streams.
func TestAskStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	pretend(t, secret, `return new Promise((_, no) => signal.addEventListener("abort", () => no(new Error("aborted"))))`)
	go cancel()
	if _, err := ask(ctx, "POST", "/x", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	pretend(t, secret, `return Promise.resolve(new Response(new ReadableStream({ start(c) {
		c.enqueue(new TextEncoder().encode("a"));
		signal.addEventListener("abort", () => c.error(new Error("aborted")));
	} })))`)
	a, err := ask(ctx, "POST", "/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 8)
	if n, err := a.Body.Read(buf); n != 1 || err != nil {
		t.Fatalf("got %d, %v", n, err)
	}
	go cancel()
	if _, err := a.Body.Read(buf); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestIsToken(t *testing.T) {
	for token, want := range map[string]bool{
		secret: true, strings.ToUpper(secret): false, secret[1:]: false, secret + "0": false, "": false, strings.Repeat("é", 32): false,
	} {
		if isToken(token) != want {
			t.Errorf("%q: got %t", token, !want)
		}
	}
}

func TestModelsConform(t *testing.T) {
	pretend(t, secret, `globalThis.calls = (globalThis.calls || 0) + 1;
		return Promise.resolve(new Response(calls == 1 ? '{"upstreams":[{"id":"up"}]}' : '{"models":["a","b"]}'))`)
	porttest.TestModels(t, &Models{})
}

func TestFindModel(t *testing.T) {
	pretend(t, secret, `return Promise.resolve(new Response('{"upstreams":[{"id":"a","format":"openai","state":"ready"},{"id":"b","state":"no_key","detail":"Set B_KEY."}]}'))`)
	m := &Models{}
	if got, err := m.Find("a/x/y"); err != nil || got.Name() != "a/x/y" {
		t.Errorf("got %v, %v", got, err)
	}
	for name, want := range map[string]string{"b/x": "the upstream b is not ready: Set B_KEY", "c/x": `there is no upstream "c"`, "a/": `got "a/"`, "browser": "this browser has no built-in model"} {
		if _, err := m.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}
