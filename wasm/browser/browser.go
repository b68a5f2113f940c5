//go:build js && wasm

// Package browser is what the page asks of the browser itself: its system, the time, the
// clipboard, files to download, and how safely it stores. It keeps nothing, and whatever a
// browser lacks has a plain answer here (no room, no promise) instead of an error.
//
//	room, err := browser.Estimate()
package browser

import (
	"strings"
	"syscall/js"

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
	if platform := Navigator("platform"); platform.Truthy() {
		return named(platform.String())
	}
	return "linux"
}

// named is the system of a platform's name: "macOS", "MacIntel", "Windows",
// "Win32", "Linux x86_64".
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
