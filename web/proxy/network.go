package proxy

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"lily/core/network"
)

// program is one request of a program in the page: the page has asked the person already, and the server does what it
// does for models. The public internet only, whatever a name leads to; no redirect is followed; nothing of the page
// travels; and what comes back is whole, bounded and without the credential that went along.
func (c *call) program() *fault {
	c.op = network.Path
	body, f := c.body()
	if f != nil {
		return f
	}
	asked, err := network.Decode(body)
	if err != nil {
		return refuse(http.StatusBadRequest, "bad_request", "The program's request cannot be sent: %s.", err)
	}
	answer, f := c.fetch(asked)
	if f != nil {
		return f
	}
	c.header(http.StatusOK, "application/octet-stream")
	c.write(answer.Encode())
	return nil
}

// named tells for which hosts a person has named a credential.
func (c *call) named() *fault {
	c.op = network.Path
	list := []string{}
	for _, k := range c.Credentials {
		list = append(list, k.Origin)
	}
	slices.Sort(list)
	c.reply(http.StatusOK, map[string]any{"credentials": slices.Compact(list)})
	return nil
}

func (c *call) fetch(asked network.Request) (network.Answer, *fault) {
	ctx, stop := context.WithTimeout(c.r.Context(), c.Fetch)
	defer stop()
	with := c.of(asked.Origin())
	r, err := outgoing(ctx, asked, with)
	if err != nil {
		return network.Answer{}, refuse(http.StatusBadRequest, "bad_request", "The program's request cannot be sent.")
	}
	res, err := c.open.RoundTrip(r)
	if err != nil {
		return network.Answer{}, c.lost(ctx, r.URL, err)
	}
	defer res.Body.Close()
	if res.StatusCode < http.StatusOK { // 101 has no end, and no deadline ends it
		return network.Answer{}, refuse(http.StatusBadGateway, "bad_answer", "%s answered %d, which is no answer that a program can have.", r.URL.Host, res.StatusCode)
	}
	a := network.Answer{Status: res.StatusCode, Header: []network.Field{}}
	if a.Body, err = content(res); err != nil {
		return network.Answer{}, c.lost(ctx, r.URL, err)
	}
	a.Body = covered(a.Body, with)
	for name, values := range res.Header {
		for _, value := range values {
			if !slices.Contains(hops, name) {
				a.Header = append(a.Header, network.Field{Name: name, Value: string(covered([]byte(value), with))})
			}
		}
	}
	slices.SortStableFunc(a.Header, func(x, y network.Field) int { return strings.Compare(x.Name, y.Name) })
	if a = a.Bare(); a.Check() != nil {
		return a, refuse(http.StatusBadGateway, "bad_answer", "What %s answered is no answer that a program can have: %s.", r.URL.Host, a.Check())
	}
	return a, nil
}

// hops are fields that are about the connection, or about a coding that is undone here.
var hops = []string{
	"Connection", "Content-Encoding", "Content-Length", "Keep-Alive", "Proxy-Authenticate", "Proxy-Connection", "Trailer", "Transfer-Encoding", "Upgrade",
}

// outgoing is what the host gets. Its header is built of what the program gave, which holds no credential, and of
// those that the person named for just this origin. A part of an answer could show a credential in pieces, so that
// none is asked for where one goes along.
func outgoing(ctx context.Context, asked network.Request, with []Credential) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, asked.Method, asked.URL, bytes.NewReader(asked.Body))
	if err != nil {
		return nil, err
	}
	r.Header = http.Header{"User-Agent": {agent}, "Accept-Encoding": {"identity"}}
	for _, f := range asked.Header {
		if name := http.CanonicalHeaderKey(f.Name); name == "User-Agent" {
			r.Header.Set(name, f.Value)
		} else {
			r.Header.Add(name, f.Value)
		}
	}
	for _, c := range with {
		r.Header.Set(c.Field, c.Value)
		r.Header.Del("Range")
		r.Header.Del("If-Range")
	}
	return r, nil
}

var errCoding = errors.New("it is in a coding that was not asked for")

// content reads all of an answer, as it is before any coding: what was compressed is bounded by what it becomes.
func content(res *http.Response) ([]byte, error) {
	var from io.Reader = res.Body
	switch strings.ToLower(res.Header.Get("Content-Encoding")) {
	case "", "identity":
	case "gzip", "x-gzip":
		unzipped, err := gzip.NewReader(res.Body)
		if err != nil {
			return nil, errCoding
		}
		from = unzipped
	default:
		return nil, errCoding
	}
	data, err := io.ReadAll(io.LimitReader(from, network.MaxAnswer+1))
	if err == nil && len(data) > network.MaxAnswer {
		err = errLarge
	}
	return data, err
}

// lost says why there is no answer. The text of an error may hold anything, so that none of it is told.
func (c *call) lost(ctx context.Context, at *url.URL, err error) *fault {
	host := Upstream{Name: at.Host}
	switch {
	case errors.Is(err, errCoding):
		return refuse(http.StatusBadGateway, "bad_answer", "%s answered in a coding that was not asked for.", at.Host)
	case errors.Is(err, errLarge):
		return refuse(http.StatusBadGateway, "too_large", "The answer of %s has more than %d bytes.", at.Host, network.MaxAnswer)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return refuse(http.StatusGatewayTimeout, "idle_timeout", "%s did not answer within %s.", at.Host, c.Fetch)
	}
	return c.trouble(host, err)
}

// anywhere is what programs may reach: the public internet, or what the configuration says instead.
func (c Config) anywhere() func(netip.Addr) bool {
	if c.Reach != nil {
		return c.Reach
	}
	return onTheInternet
}
