package proxy

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"mime"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
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
	return c.relay(u, res, heard(answer, u))
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
func (c *call) relay(u Upstream, res *http.Response, answer iter.Seq2[[]byte, error]) *fault {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	began := false
	begin := func() {
		if id := requestID(u, res.Header); id != "" {
			c.w.Header().Set("X-Request-Id", id)
		}
		c.header(http.StatusOK, kind)
		began = true
	}
	for data, err := range answer {
		switch {
		case err != nil && !began:
			return c.trouble(u, err)
		case err != nil:
			c.breakOff(u, kind, err)
			return nil
		case !began:
			begin()
		}
		if !c.write(data) {
			return nil
		}
	}
	if !began {
		begin()
	}
	return nil
}

// breakOff ends a stream with an event that says why it is not whole, and breaks the connection of anything else, so
// that nobody takes what arrived for the whole.
func (c *call) breakOff(u Upstream, kind string, err error) {
	ours := errors.Is(err, errIdle) || errors.Is(err, errLarge) || errors.Is(err, errEcho)
	if !ours || kind != kinds[0] {
		panic(http.ErrAbortHandler)
	}
	c.write(c.trouble(u, err).event())
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
	case errors.Is(err, errEcho):
		return refuse(http.StatusBadGateway, "echo", "%s said its key, in pieces; its answer ends here.", u.Name)
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

const maxFault = 64 << 10 // how much of an upstream's own error is read

// judge says why an answer cannot be given on. No redirect is followed, and none is told of (MD-4).
func (c *call) judge(u Upstream, res *http.Response, body io.Reader) *fault {
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	coding := res.Header.Get("Content-Encoding")
	switch {
	case res.StatusCode >= 400 && res.StatusCode < 600:
		return failed(u, res, body)
	case res.StatusCode >= 300 && res.StatusCode < 400:
		return refuse(http.StatusBadGateway, "redirect", "%s answered %d, a redirect, and Lily follows none: check its address.", u.Name, res.StatusCode)
	case res.StatusCode < 200 || res.StatusCode >= 600:
		return refuse(http.StatusBadGateway, "bad_answer", "%s answered %d, which is no answer.", u.Name, res.StatusCode)
	case !slices.Contains(kinds, kind) || coding != "" && !strings.EqualFold(coding, "identity"):
		return refuse(http.StatusBadGateway, "bad_answer", "%s answered with neither a stream nor JSON: check its address.", u.Name)
	case res.ContentLength > c.MaxAnswer:
		return c.trouble(u, errLarge)
	}
	return nil
}

func failed(u Upstream, res *http.Response, body io.Reader) *fault {
	status, kind, verb := res.StatusCode, "upstream_error", "answered"
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden: // ours would be about the token
		status, kind, verb = http.StatusBadGateway, "upstream_auth", "refused the key"
	case http.StatusTooManyRequests:
		kind, verb = "rate_limited", "asks to wait"
	case http.StatusServiceUnavailable, 529:
		kind, verb = "overloaded", "is overloaded"
	case http.StatusProxyAuthRequired, http.StatusRequestTimeout, http.StatusMisdirectedRequest, http.StatusTooEarly, http.StatusUpgradeRequired:
		status = http.StatusBadGateway // a browser would act on these by itself
	}
	data, _ := io.ReadAll(io.LimitReader(body, maxFault+1)) // what arrived is enough
	end := "."
	if text := redact(message(data), u.Key); text != "" {
		end = ": " + text
	}
	return refuse(status, kind, "%s %s (%d)%s", u.Name, verb, res.StatusCode, end).with("Retry-After", retryAfter(res.Header, time.Now()))
}

// message finds what an upstream says in its error. A page of HTML and what was cut say nothing.
func message(data []byte) string {
	text := strings.TrimSpace(string(data))
	switch {
	case len(data) > maxFault, text == "", !utf8.ValidString(text), text[0] == '<':
		return ""
	case json.Valid(data):
		return said(data, 4)
	case text[0] == '{' || text[0] == '[':
		return ""
	}
	return text
}

// said goes down error, message, detail and msg, and lists: {"error":{"message":"…"}}, {"detail":[{"msg":"…"}]}.
func said(data json.RawMessage, depth int) string {
	var text string
	if depth == 0 || json.Unmarshal(data, &text) == nil {
		return text
	}
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && len(list) > 0 {
		return said(list[0], depth-1)
	}
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(data, &keys) // a number has none
	for _, key := range []string{"error", "message", "detail", "msg"} {
		if text := said(keys[key], depth-1); text != "" {
			return text
		}
	}
	return ""
}

var (
	seconds = regexp.MustCompile(`^[0-9]{1,9}$`)
	plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
)

// retryAfter reads seconds or a date (RFC 9110, 10.2.3) as 0 to 3600 seconds. What is neither is dropped.
func retryAfter(h http.Header, now time.Time) string {
	value := h.Get("Retry-After")
	n, _ := strconv.Atoi(value)
	if !seconds.MatchString(value) {
		date, err := http.ParseTime(value)
		if err != nil {
			return ""
		}
		n = int(date.Sub(now).Round(time.Second) / time.Second)
	}
	return strconv.Itoa(min(max(n, 0), 3600))
}

// requestID is what the upstream calls this request, for whoever asks its maintainers.
func requestID(u Upstream, h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id"} {
		if id := h.Get(name); plainID.MatchString(id) && !u.hides(id) {
			return id
		}
	}
	return ""
}
