//go:build js && wasm

package gateway

import (
	"strings"
	"syscall/js"

	"lily/wasm/bridge"
)

// tokenKey is where the token of the last launch is kept, for the next tab and
// for a reload. Each launch has another one, so that an old one opens nothing.
const tokenKey = "lily-token"

// keepToken takes the token of the address that lily prints, keeps it and removes
// it from the address, so that it is in no history, copied link or picture.
// https://developer.mozilla.org/docs/Web/API/Location/hash
// https://developer.mozilla.org/docs/Web/API/History/replaceState
func keepToken() {
	location := js.Global().Get("location")
	if !location.Truthy() {
		return // not in a browser
	}
	token, ok := strings.CutPrefix(location.Get("hash").String(), "#token=")
	if !ok {
		return
	}
	if isToken(token) {
		_ = bridge.Try(func() { storage().Call("setItem", tokenKey, token) }) // else models behind the server say what is missing
	}
	js.Global().Get("history").Call("replaceState", nil, "", location.Get("pathname").String()+location.Get("search").String())
}

// WatchToken also takes a token that is pasted into the address of an open page,
// which reloads nothing.
// https://developer.mozilla.org/docs/Web/API/Window/hashchange_event
func WatchToken() {
	keepToken()
	js.Global().Call("addEventListener", "hashchange", js.FuncOf(func(js.Value, []js.Value) any {
		keepToken()
		return nil
	}))
}

// token is the one that is kept; empty for none.
// https://developer.mozilla.org/docs/Web/API/Window/localStorage
func token() (token string) {
	_ = bridge.Try(func() {
		if v := storage().Call("getItem", tokenKey); v.Type() == js.TypeString && isToken(v.String()) {
			token = v.String()
		}
	})
	return token
}

// storage may be forbidden by a setting, which throws.
func storage() js.Value { return js.Global().Get("localStorage") }

// isToken reports 256 bits, hexadecimal.
func isToken(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }
