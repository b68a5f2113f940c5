//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"
)

// system is the person's system as the browser tells it: darwin, linux or
// win32, and linux when it tells none of them (EN-1).
// https://developer.mozilla.org/docs/Web/API/NavigatorUAData/platform
// https://developer.mozilla.org/docs/Web/API/Navigator/platform
func system() string {
	navigator := js.Global().Get("navigator")
	if !navigator.Truthy() {
		return "linux"
	}
	if data := navigator.Get("userAgentData"); data.Truthy() && data.Get("platform").Truthy() {
		return named(data.Get("platform").String())
	}
	if platform := navigator.Get("platform"); platform.Truthy() {
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

// now is the time in milliseconds since 1970.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Date/now
func now() int64 { return int64(js.Global().Get("Date").Call("now").Float()) }

// clipboard copies text, where the page may.
// https://developer.mozilla.org/docs/Web/API/Clipboard/writeText
func clipboard(text string) {
	navigator := js.Global().Get("navigator")
	if !navigator.Truthy() || !navigator.Get("clipboard").Truthy() {
		return
	}
	promise := navigator.Get("clipboard").Call("writeText", text) // now, while the click counts
	go func() { _, _ = await(promise) }()
}
