package proxy

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
)

// forward calls the upstream that the page named, and gives its answer on.
func (c *call) forward(id, op string) *fault {
	i := slices.IndexFunc(c.Upstreams, func(u Upstream) bool { return u.ID == id })
	if i < 0 {
		return refuse(http.StatusNotFound, "not_found", "There is no upstream of this name.")
	}
	u := c.Upstreams[i]
	c.id = u.ID
	if operations[u.Format][op] == "" {
		return refuse(http.StatusNotFound, "not_found", "%s does not know this operation.", u.Name)
	}
	c.op = op
	body, f := c.body()
	switch {
	case f != nil:
		return f
	case op == "models" && string(bytes.Join(bytes.Fields(body), nil)) != "{}":
		return refuse(http.StatusBadRequest, "bad_request", "The body must be {}: a list of models takes nothing.")
	case u.Key == "" && !u.Local:
		return refuse(http.StatusConflict, "no_key", "%s has no key. %s", u.Name, u.need())
	}
	return c.exchange(u, op, body)
}

// exchange is one call of an upstream. The page's stop is its end (CV-7).
func (c *call) exchange(u Upstream, op string, body []byte) *fault {
	ctx, stop := context.WithCancelCause(c.r.Context())
	defer stop(nil)
	res, err := c.send(ctx, u, op, body)
	if err != nil {
		return c.trouble(u, err)
	}
	defer res.Body.Close()
	limit := &bounded{res.Body, c.MaxAnswer, c.Idle, ctx, stop}
	answer := scrub(limit, u.Key)
	switch f := c.judge(u, res, limit); {
	case f != nil:
		return f.with("X-Request-Id", requestID(u, res.Header))
	case op == "models":
		return c.models(u, answer)
	}
	return c.relay(u, res, answer)
}

func (p *proxy) send(ctx context.Context, u Upstream, op string, body []byte) (*http.Response, error) {
	r, err := u.request(ctx, op, body)
	if err != nil {
		return nil, err
	}
	if u.Local {
		return p.local.RoundTrip(r)
	}
	return p.public.RoundTrip(r)
}

// kinds are what an answer may be. Anything else, such as the page of a portal, is no answer of a model.
var kinds = []string{"text/event-stream", "application/json"}

// relay gives an answer on as it comes. Its header waits for its first byte, so that what fails before has a status.
func (c *call) relay(u Upstream, res *http.Response, answer io.Reader) *fault {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	buf := make([]byte, 32<<10)
	for started := false; ; started = true {
		n, err := answer.Read(buf)
		if !started {
			if n == 0 && err != nil && err != io.EOF {
				return c.trouble(u, err)
			}
			if id := requestID(u, res.Header); id != "" {
				c.w.Header().Set("X-Request-Id", id)
			}
			c.header(http.StatusOK, kind)
		}
		if n > 0 && !c.write(buf[:n]) || err == io.EOF {
			return nil
		}
		if err != nil {
			if ours := errors.Is(err, errIdle) || errors.Is(err, errLarge); !ours || kind != kinds[0] {
				panic(http.ErrAbortHandler) // breaks the connection, so that nobody takes what arrived for the whole
			}
			c.write(c.trouble(u, err).event())
			return nil
		}
	}
}

// trouble says why an upstream did not answer, without an address or a key: the text of an error may hold either.
func (c *call) trouble(u Upstream, err error) *fault {
	const unreachable = "unreachable"
	dial, dialled := errors.AsType[*net.OpError](err)
	_, name := errors.AsType[*net.DNSError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	wait, timed := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, errIdle):
		return refuse(http.StatusGatewayTimeout, "idle_timeout", "%s said nothing for %s.", u.Name, c.Idle)
	case errors.Is(err, errLarge):
		return refuse(http.StatusBadGateway, "too_large", "The answer of %s has more than %d bytes.", u.Name, c.MaxAnswer)
	case errors.Is(err, errAddress) && u.Local:
		return refuse(http.StatusBadGateway, unreachable, "%s is said to be on this machine, but its name leads elsewhere; Lily does not call it there.", u.Name)
	case errors.Is(err, errAddress):
		return refuse(http.StatusBadGateway, unreachable, "The name of %s leads to this machine or into a private network; Lily does not call it there.", u.Name)
	case name:
		return refuse(http.StatusBadGateway, unreachable, "The name of %s was not found: check the network and the address.", u.Name)
	case certificate:
		return refuse(http.StatusBadGateway, unreachable, "The certificate of %s cannot be trusted.", u.Name)
	case dialled && dial.Op == "dial" && u.Local:
		return refuse(http.StatusBadGateway, unreachable, "%s does not run on this machine: start it.", u.Name)
	case dialled && dial.Op == "dial":
		return refuse(http.StatusBadGateway, unreachable, "%s cannot be reached: check the network and the address.", u.Name)
	case timed && wait.Timeout():
		return refuse(http.StatusGatewayTimeout, "idle_timeout", "%s did not begin to answer within %s.", u.Name, c.First)
	}
	return refuse(http.StatusBadGateway, unreachable, "The connection to %s broke before it answered.", u.Name)
}
