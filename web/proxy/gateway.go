package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"lily/core/model"
)

// Gateway reaches the upstreams for this program: under the same rules and limits (MD-4), without a port and a token.
type Gateway struct{ proxy *proxy }

// NewGateway returns the gateway to the upstreams of c, whose Addr and Token it does not need.
func NewGateway(c Config) *Gateway { return &Gateway{newProxy(c)} }

// To is the upstream of an id.
func (g *Gateway) To(id string) model.Upstream { return target{g.proxy, id} }

type target struct {
	proxy *proxy
	id    string
}

func (t target) Send(ctx context.Context, op string, body []byte) (model.Answer, error) {
	ctx, stop := context.WithCancel(ctx)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(body))
	if err != nil {
		stop()
		return model.Answer{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	out, in := io.Pipe()
	w := &piped{PipeWriter: in, header: http.Header{}, begun: make(chan struct{}), done: make(chan struct{})}
	context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go w.fill(ctx, func() {
		t.proxy.serve(w, r, func(c *call) *fault {
			return c.within(func() *fault { return c.forward(t.id, op) })
		})
	})
	select {
	case <-w.begun:
	case <-w.done: // without an answer: ctx is over
		stop()
		return model.Answer{}, errors.New("the connection broke")
	}
	a := model.Answer{Status: w.status, RetryAfter: -1, Type: w.header.Get("Content-Type")}
	a.Body = piping{out, w.done, stop}
	if n, err := strconv.Atoi(w.header.Get("Retry-After")); err == nil {
		a.RetryAfter = n
	}
	return a, nil
}

// piped is an [http.ResponseWriter] that gives the answer to a reader in this program.
type piped struct {
	*io.PipeWriter
	header http.Header
	status int
	begun  chan struct{} // is closed with the header
	done   chan struct{} // is closed when nothing comes any more
}

func (w *piped) Header() http.Header { return w.header }

func (w *piped) WriteHeader(status int) {
	w.status = status
	close(w.begun)
}

// Flush has nothing to do: what is written was read.
func (w *piped) Flush() {}

// fill ends the answer when serve returns. One that was broken off has no end.
func (w *piped) fill(ctx context.Context, serve func()) {
	defer close(w.done)
	defer func() {
		switch broken := recover(); {
		case broken == nil:
			w.Close()
		case broken != http.ErrAbortHandler:
			panic(broken)
		case ctx.Err() != nil:
			w.CloseWithError(ctx.Err())
		default:
			w.CloseWithError(io.ErrUnexpectedEOF)
		}
	}()
	serve()
}

// piping is the end of an answer that is read.
type piping struct {
	*io.PipeReader
	done <-chan struct{}
	stop func()
}

// Close ends the upstream's call too, and waits for its line in the log.
func (p piping) Close() error {
	p.stop()
	err := p.PipeReader.Close()
	<-p.done
	return err
}
