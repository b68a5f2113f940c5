//go:build js && wasm

// Package browser is what the page asks of the browser itself: its system, the time, the
// clipboard, files to download, the manual, and how safely it stores. It keeps nothing, and
// whatever a browser lacks has a plain answer here (no room, no promise) instead of an error.
//
//	room, err := browser.Estimate()
package browser

import (
	"errors"
	"io"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"lily/core/sight"
	"lily/wasm/bridge"
	"lily/web/port"
)

// System is the person's system as the browser tells it: darwin, linux or
// win32, and linux when it tells none of them (EN-1).
// https://developer.mozilla.org/docs/Web/API/NavigatorUAData/platform
// https://developer.mozilla.org/docs/Web/API/Navigator/platform
func System() string {
	if data := Navigator("userAgentData"); data.Truthy() && data.Get("platform").Truthy() {
		return named(data.Get("platform").String())
	}
	return named(bridge.Text(Navigator("platform")))
}

// named is the system of a platform's name: "macOS", "MacIntel", "Windows", "Win32", "Linux x86_64".
func named(platform string) string {
	switch p := strings.ToLower(platform); {
	case strings.HasPrefix(p, "mac"):
		return "darwin"
	case strings.HasPrefix(p, "win"):
		return "win32"
	}
	return "linux"
}

// Now is the time in milliseconds since 1970.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Date/now
func Now() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }

// Remember keeps a text in sessionStorage, of this tab, or localStorage, unless a setting forbids it.
// https://developer.mozilla.org/docs/Web/API/Window/sessionStorage
// https://developer.mozilla.org/docs/Web/API/Window/localStorage
func Remember(area, key, text string) {
	_ = bridge.Try(func() { js.Global().Get(area).Call("setItem", key, text) })
}

// Remembered is what [Remember] keeps; empty for nothing.
func Remembered(area, key string) (text string) {
	_ = bridge.Try(func() { text = bridge.Text(js.Global().Get(area).Call("getItem", key)) })
	return text
}

// Notes are texts that the browser keeps at once, for all tabs.
type Notes struct{}

// Get is what [Notes.Put] kept; empty for nothing.
func (Notes) Get(name string) string { return Remembered("localStorage", name) }

// Put keeps a text, an empty one as none.
func (Notes) Put(name, text string) { Remember("localStorage", name, text) }

// Room is how much of its storage this origin uses, in bytes as the browser
// estimates them. Both are 0 where it does not say.
type Room struct{ Used, Quota int64 }

// ErrNoManager says that nobody can be asked about the storage.
var ErrNoManager = errors.New("this browser does not say how it stores data")

// Navigator is a part of the browser, undefined where it has none.
func Navigator(name string) js.Value {
	if n := js.Global().Get("navigator"); n.Truthy() {
		return n.Get(name)
	}
	return js.Undefined()
}

// manager is asked about the storage. It is absent outside of secure contexts.
// https://developer.mozilla.org/docs/Web/API/StorageManager
func manager(method string) (js.Value, error) {
	m := Navigator("storage")
	if !m.Truthy() || m.Get(method).Type() != js.TypeFunction {
		return js.Undefined(), ErrNoManager
	}
	return bridge.Call(m, method)
}

// Persist asks the browser not to throw the data away when the disk is full, and
// reports whether it will not. It may ask the person, and often just says no.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persist
func Persist() (bool, error) { return agreed(manager("persist")) }

// Persisted reports whether the browser keeps the data when the disk is full.
// https://developer.mozilla.org/docs/Web/API/StorageManager/persisted
func Persisted() (bool, error) { return agreed(manager("persisted")) }

func agreed(v js.Value, err error) (bool, error) { return err == nil && v.Truthy(), err }

// Estimate tells how much room there is.
// https://developer.mozilla.org/docs/Web/API/StorageManager/estimate
func Estimate() (r Room, err error) {
	v, err := manager("estimate")
	if err != nil {
		return r, err
	}
	for name, n := range map[string]*int64{"usage": &r.Used, "quota": &r.Quota} {
		if got := v.Get(name); got.Type() == js.TypeNumber {
			*n = int64(got.Float())
		}
	}
	return r, nil
}

// Manual reads the manual from the server of this page: see [port.Manual].
type Manual struct{}

var _ port.Manual = Manual{}

// Manual implements [port.Manual]. The page names the file in data-manual.
// https://developer.mozilla.org/docs/Web/API/Response/arrayBuffer
func (Manual) Manual() ([]byte, error) {
	boot := js.Global().Get("document").Call("getElementById", "boot")
	response, err := bridge.Await(js.Global().Call("fetch", boot.Get("dataset").Get("manual")))
	if err != nil {
		return nil, errors.New("the server of this page does not answer; is lily still running?")
	}
	if !response.Get("ok").Bool() {
		return nil, errors.New("the server of this page is another version of Lily; reload the page")
	}
	data, err := bridge.Await(response.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	return bridge.ToGo(js.Global().Get("Uint8Array").New(data)), nil
}

// History is the address of the page: see [port.History].
type History struct{}

var _ port.History = History{}

// onDesk is the key of what a tab of the browser remembers of its desk.
const onDesk = "lily-desk"

// Address implements [port.History], as do the methods below.
// https://developer.mozilla.org/docs/Web/API/Location/hash
func (History) Address() string { return bridge.Text(js.Global().Get("location").Get("hash")) }

// https://developer.mozilla.org/docs/Web/API/History/pushState
func (History) Go(address string, step bool) {
	how := "replaceState"
	if step {
		how = "pushState"
	}
	at := js.Global().Get("location")
	_ = bridge.Try(func() { // a browser refuses a page that does so too often
		js.Global().Get("history").Call(how, nil, "", at.Get("pathname").String()+at.Get("search").String()+strings.TrimSuffix("#"+strings.TrimPrefix(address, "#"), "#"))
	})
}

// The event comes after door.js has taken a code from the address, and for each way to another one.
// https://developer.mozilla.org/docs/Web/API/Window/hashchange_event
func (h History) Watch(told func(address string)) {
	bridge.On(js.Global(), "hashchange", func(js.Value) { told(h.Address()) })
}

func (History) Kept() string     { return Remembered("sessionStorage", onDesk) }
func (History) Keep(text string) { Remember("sessionStorage", onDesk, text) }

// Files gives the person texts and files: see [port.Files].
type Files struct{}

var _ port.Files = Files{}

// Copy copies text, where the page may.
// https://developer.mozilla.org/docs/Web/API/Clipboard/writeText
func (Files) Copy(text string) {
	board := Navigator("clipboard")
	if !board.Truthy() {
		return
	}
	promise := board.Call("writeText", text) // now, while the click counts
	go func() { _, _ = bridge.Await(promise) }()
}

// Download gives the person a file of what write writes, and keeps the page
// answering meanwhile. The browser says nothing of what becomes of it.
// https://developer.mozilla.org/docs/Web/API/HTMLAnchorElement/download
func (Files) Download(name string, write func(io.Writer) error, done func(error)) {
	go func() {
		b := blob{Breather: bridge.NewBreather()}
		defer b.Close()
		err := write(&b)
		if err == nil {
			err = bridge.Try(func() { b.save(sight.Spell(name)) })
		}
		done(err)
	}()
}

// blob gathers bytes outside of the engine's memory, in parts.
// https://developer.mozilla.org/docs/Web/API/Blob/Blob
type blob struct {
	*bridge.Breather
	parts []any
	part  []byte
}

const partSize = 1 << 20

// Write implements [io.Writer]; it never fails.
func (b *blob) Write(p []byte) (int, error) {
	for piece := range slices.Chunk(p, partSize) {
		if b.part = append(b.part, piece...); len(b.part) >= partSize {
			b.flush()
		}
	}
	b.Breathe()
	return len(p), nil
}

func (b *blob) flush() {
	b.parts, b.part = append(b.parts, bridge.ToJS(b.part)), b.part[:0]
}

// save asks the browser to keep the bytes as a file. Some browsers read the
// address only later, so it stays for a minute.
func (b *blob) save(name string) {
	b.flush()
	whole := js.Global().Get("Blob").New(b.parts, map[string]any{"type": "application/octet-stream"})
	urls, link := js.Global().Get("URL"), js.Global().Get("document").Call("createElement", "a")
	address := urls.Call("createObjectURL", whole)
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	time.AfterFunc(time.Minute, func() { urls.Call("revokeObjectURL", address) })
}
