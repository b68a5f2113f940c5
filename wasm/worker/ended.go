//go:build js && wasm

package worker

import (
	"context"
	"errors"
	"syscall/js"
	"time"

	"lily/wasm/bridge"
)

// ended is what to say where nothing can be fetched any more.
const ended = "The server of this page has ended, so what runs programs cannot be fetched."

var errEnded = errors.New("the server of this page has ended; start lily again in its terminal, then reload the page")

// soon is how long a program may take to start before it is asked whether the server is there.
const soon = time.Second

// missing is closed when a program that has not started after a while never will, since the
// server that has its parts is gone. One that the browser still has is started by then.
func missing(ctx context.Context) <-chan struct{} {
	gone := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-time.After(soon):
			if !served(ctx) && ctx.Err() == nil {
				close(gone)
			}
		}
	}()
	return gone
}

// served reports whether the page's server still answers, whatever it says.
// https://developer.mozilla.org/docs/Web/API/RequestCache
func served(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	signal, stop := bridge.Signal(ctx)
	defer stop()
	_, err := bridge.Call(js.Global(), "fetch", "/", map[string]any{"method": "HEAD", "cache": "no-store", "signal": signal})
	return err == nil
}
