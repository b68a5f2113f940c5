//go:build js && wasm

package gateway

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"lily/core/network"
	"lily/web/port"
)

// Network sends what programs ask through the server of this page, which reaches the public internet alone and adds
// the credentials that the person named there.
type Network struct{}

var _ network.Port = Network{}

const operation = "/api/" + network.Path

// Send implements [network.Port].
func (Network) Send(ctx context.Context, r network.Request) (network.Answer, error) {
	a, err := ask(ctx, "POST", operation, r.Encode())
	if errors.Is(err, port.ErrNoToken) {
		err = errors.New("programs reach the network through lily, and this page has no token of it: run lily in a terminal and open the address that it prints")
	}
	if err != nil {
		return network.Answer{}, err
	}
	defer a.Body.Close()
	data, err := io.ReadAll(io.LimitReader(a.Body, network.MaxAnswer+1<<20))
	switch {
	case err != nil:
		return network.Answer{}, cause(ctx, errNoServer)
	case a.Status == 200:
		return network.DecodeAnswer(data)
	}
	_, message := told(data)
	if message == "" {
		message = "the server of this page does not know this operation: reload the page"
	}
	return network.Answer{}, errors.New(strings.TrimSuffix(message, "."))
}

// Named implements [network.Port].
func (Network) Named(_ context.Context, origin string) bool {
	var known struct{ Credentials []string }
	err := fetchJSON("GET", operation, nil, &known)
	return err == nil && slices.Contains(known.Credentials, origin)
}
