package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"lily/core/model"
	"lily/web/proxy"
	"lily/web/server"
)

// wait waits some seconds, or until ctx ends.
func wait(ctx context.Context, seconds int) error {
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// way is the one way out to a model: the proxy that the page uses, with all its
// rules (MD-4), on a port and with a token of its own.
type way struct {
	base, token string
	server      *http.Server
	client      http.Client
}

// newWay starts a proxy as configured, but for its address and its token.
func newWay(c proxy.Config) (*way, error) {
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c.Token = proxy.NewToken()
	w := &way{base: "http://" + ln.Addr().String(), token: c.Token}
	w.client.Transport = &http.Transport{}
	rules := server.Config{Addr: ln.Addr().String(), Proxy: c}
	w.server = &http.Server{Handler: server.New(rules), ReadHeaderTimeout: 5 * time.Second}
	go w.serve(ln)
	return w, nil
}

func (w *way) serve(ln net.Listener) {
	if err := w.server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		fmt.Fprintf(os.Stderr, "lily: the way to the models ended: %s\n", err)
	}
}

func (w *way) to(id string) model.Upstream { return target{w, id} }

// target is one upstream behind the way.
type target struct {
	*way
	id string
}

// Send implements [model.Upstream].
func (t target) Send(ctx context.Context, op string, body []byte) (model.Answer, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.base+proxy.Prefix+"upstreams/"+t.id+"/"+op, bytes.NewReader(body))
	if err != nil {
		return model.Answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(proxy.TokenHeader, t.token)
	res, err := t.client.Do(r)
	if err != nil {
		return model.Answer{}, errors.New("the connection broke")
	}
	a := model.Answer{Status: res.StatusCode, RetryAfter: -1, Type: res.Header.Get("Content-Type"), Body: res.Body}
	if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		a.RetryAfter = n
	}
	return a, nil
}
