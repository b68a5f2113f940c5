//go:build js && wasm

package browser

import (
	"bytes"
	"io"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"lily/wasm/bridge"
	"lily/web/port/porttest"
)

// EN-1: the names that browsers give their platforms.
func TestSystem(t *testing.T) {
	for platform, want := range map[string]string{
		"macOS": "darwin", "MacIntel": "darwin", "Windows": "win32", "Win32": "win32", "Linux x86_64": "linux", "Android": "linux", "": "linux",
	} {
		if got := named(platform); got != want {
			t.Errorf("%s: got %s, want %s", platform, got, want)
		}
	}
	if got := System(); got != "linux" && got != "darwin" && got != "win32" {
		t.Errorf("got %s, want one of three", got)
	}
}

func TestNow(t *testing.T) {
	if got, want := Now(), time.Now().UnixMilli(); got < want-1000 || got > want+1000 {
		t.Errorf("got %d, want about %d", got, want)
	}
}

// document stands in for the page's, as Node has none.
func document(t *testing.T) {
	t.Helper()
	js.Global().Call("eval", `
globalThis.document = { createElement: () => ({ click() { globalThis.saved = this } }) };
globalThis.kept = URL.createObjectURL;
URL.createObjectURL = blob => { globalThis.blob = blob; return "blob:here" };`)
	t.Cleanup(func() {
		js.Global().Call("eval", `URL.createObjectURL = kept; delete globalThis.document`)
	})
}

// What the address is follows the history, which Node has neither of.
func TestHistoryConforms(t *testing.T) {
	js.Global().Call("eval", `
globalThis.location = { pathname: "/", search: "?a", hash: "" };
globalThis.history = { pushState: (_, __, url) => { location.hash = url.replace("/?a", "") } };
history.replaceState = history.pushState;
globalThis.addEventListener ??= () => {};
{ const kept = {}; globalThis.sessionStorage = { setItem: (k, v) => { kept[k] = v }, getItem: k => kept[k] ?? null } }`)
	t.Cleanup(func() {
		js.Global().Call("eval", `delete globalThis.location; delete globalThis.history; delete globalThis.sessionStorage`)
	})
	porttest.TestHistory(t, History{})
	if (History{}).Go("#", false); (History{}).Address() != "" {
		t.Errorf("got %q, want no address", History{}.Address())
	}
}

func TestFilesConforms(t *testing.T) {
	document(t)
	porttest.TestFiles(t, Files{})
}

// VF-7: what is written comes whole to the browser, in its parts, under its name;
// a failure is told.
func TestDownload(t *testing.T) {
	document(t)
	want := bytes.Repeat([]byte("0123456789"), 250_000)
	done := make(chan error)
	Files{}.Download("a.zip", func(w io.Writer) error {
		for _, piece := range [][]byte{want[:10], want[10:2_000_000], want[2_000_000:]} {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	}, func(err error) { done <- err })
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	buffer, err := bridge.Call(js.Global().Get("blob"), "arrayBuffer")
	got := bridge.ToGo(js.Global().Get("Uint8Array").New(buffer))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %d bytes, %v, want the %d that were written", len(got), err, len(want))
	}
	if name := js.Global().Get("saved").Get("download").String(); name != "a.zip" {
		t.Errorf("got the name %s", name)
	}
	Files{}.Download("b.zip", func(io.Writer) error { return io.ErrShortWrite }, func(err error) { done <- err })
	select {
	case err := <-done:
		if err != io.ErrShortWrite {
			t.Errorf("got %v, want what went wrong", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("got no end")
	}
}

// The manual comes from where the page says; another version's server, or none, is told in
// a sentence.
func TestManual(t *testing.T) {
	js.Global().Call("eval", `
globalThis.document = { getElementById: () => ({ dataset: { manual: "/manual.txt" } }) };
globalThis.fetched = globalThis.fetch;
globalThis.status = 200;
globalThis.fetch = async url => { if (status === 0) throw new Error("gone"); return new Response("\fstart\n# Start\n\nOf " + url + "\n", { status }); };`)
	t.Cleanup(func() {
		js.Global().Call("eval", `globalThis.fetch = globalThis.fetched; delete globalThis.document`)
	})
	porttest.TestManual(t, Manual{})
	for status, want := range map[int]string{0: "is lily still running?", 404: "another version of Lily"} {
		js.Global().Set("status", status)
		if data, err := (Manual{}).Manual(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: got %q, %v, want %s", status, data, err, want)
		}
	}
}
