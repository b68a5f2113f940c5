package proxy

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"lily/core/network"
)

// Direct sends what programs of this machine ask, by the same rules as for those of the page.
type Direct struct{ proxy *proxy }

var _ network.Port = Direct{}

// NewDirect takes of a configuration the credentials and the addresses that may be reached.
func NewDirect(c Config) Direct { return Direct{newProxy(c)} }

// Send implements [network.Port].
func (d Direct) Send(ctx context.Context, r network.Request) (network.Answer, error) {
	one := &call{proxy: d.proxy, r: (&http.Request{}).WithContext(ctx)}
	a, f := one.fetch(r)
	switch {
	case ctx.Err() != nil:
		return network.Answer{}, ctx.Err()
	case f != nil:
		return network.Answer{}, errors.New(strings.TrimSuffix(f.message, "."))
	}
	return a, nil
}

// Named implements [network.Port].
func (d Direct) Named(_ context.Context, origin string) bool {
	return slices.ContainsFunc(d.proxy.Credentials, func(c Credential) bool { return c.Origin == origin })
}
