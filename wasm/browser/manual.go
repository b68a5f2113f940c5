//go:build js && wasm

package browser

import (
	"errors"
	"syscall/js"

	"lily/wasm/bridge"
	"lily/web/port"
)

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
