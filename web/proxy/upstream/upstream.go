// Package upstream is a model server that plays a script: it answers OpenAI's
// chat completions and Anthropic's messages over HTTP with what a test says,
// faults included, and remembers what it was asked (MD-1). Only tests import it.
//
//	s := upstream.Start(t, upstream.Text("Hel", "lo."), upstream.Error(429, "Slow down.").With("Retry-After", "7"))
//	… proxy.Upstream{ID: "x", Format: model.OpenAI, URL: s.Base(model.OpenAI), Local: true}
//
// Each call takes the next [Reply]; the format of a reply is that of the path that was asked, so one script does for
// both. A list of models takes none: see [Server.List].
//
// It promises the order of a stream and that each chunk is sent before the next is waited for. It does not judge a
// request: a test looks at [Server.Requests].
package upstream

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lily/core/model"
)

// Request is what the server was asked.
type Request struct {
	Method, Path, Query string
	Format              string
	Header              http.Header
	Body                []byte
}

// Server plays a script. Its zero value has none, and answers 500.
type Server struct {
	URL             string // http://127.0.0.1:PORT, once started
	mu              sync.Mutex
	script          []Reply
	rest, list      *Reply
	requests, lists []Request
	closed          chan time.Time
}

// New is a server as a handler, for a test that listens itself.
func New(script ...Reply) *Server { return &Server{script: script, closed: make(chan time.Time, 64)} }

// Start is a server on a free port of this machine, for as long as the test.
func Start(t testing.TB, script ...Reply) *Server {
	t.Helper()
	s := New(script...)
	h := httptest.NewServer(s)
	s.URL = h.URL
	t.Cleanup(func() {
		h.CloseClientConnections() // ends what hangs
		h.Close()
	})
	return s
}

// Base is the address that a configuration gives for a format.
func (s *Server) Base(format string) string {
	if format == model.OpenAI {
		return s.URL + "/v1"
	}
	return s.URL
}

// Then adds replies to the end of the script.
func (s *Server) Then(script ...Reply) { s.locked(func() { s.script = append(s.script, script...) }) }

// Rest is the reply to every call after the script's end.
func (s *Server) Rest(r Reply) { s.locked(func() { s.rest = &r }) }

// List is the reply to every request for the list of models. Without it the list has one model, `scripted`.
func (s *Server) List(r Reply) { s.locked(func() { s.list = &r }) }

// Requests are the model calls so far, in order.
func (s *Server) Requests() (list []Request) {
	s.locked(func() { list = slices.Clone(s.requests) })
	return list
}

// Lists are the requests for the list of models so far.
func (s *Server) Lists() (list []Request) {
	s.locked(func() { list = slices.Clone(s.lists) })
	return list
}

func (s *Server) locked(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

// Closed gives, for each call whose client left before the reply's end, the time at which the server saw it.
func (s *Server) Closed() <-chan time.Time { return s.closed }

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // and so the server hears when the client leaves
	seen := Request{r.Method, r.URL.Path, r.URL.RawQuery, model.OpenAI, r.Header.Clone(), body}
	if r.Header.Get("Anthropic-Version") != "" || strings.HasSuffix(r.URL.Path, "/messages") {
		seen.Format = model.Anthropic
	}
	reply := s.next(seen)
	if reply.From != nil {
		reply = reply.From(seen)
	}
	(&player{w: w, done: r.Context().Done(), format: seen.Format}).play(reply)
	if r.Context().Err() != nil {
		select {
		case s.closed <- time.Now():
		default: // nobody reads them
		}
	}
	if reply.End == Drop {
		panic(http.ErrAbortHandler) // closes the connection in the middle of the answer
	}
}

func (s *Server) next(r Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.HasSuffix(r.Path, "/models") {
		s.lists = append(s.lists, r)
		if s.list != nil {
			return *s.list
		}
		return Models("scripted")
	}
	s.requests = append(s.requests, r)
	switch {
	case len(s.script) > 0:
		reply := s.script[0]
		s.script = s.script[1:]
		return reply
	case s.rest != nil:
		return *s.rest
	}
	return Error(http.StatusInternalServerError, fmt.Sprintf("The script has no reply for call %d.", len(s.requests)))
}

// player sends one reply. It stops when the client leaves.
type player struct {
	w      http.ResponseWriter
	done   <-chan struct{}
	format string
	left   bool
}

func (p *player) play(r Reply) {
	p.wait(Chunk{Wait: r.Wait})
	maps.Copy(p.w.Header(), r.Header)
	switch {
	case p.w.Header().Get("Content-Type") != "":
	case r.Fault != "":
		p.w.Header().Set("Content-Type", "application/json")
	default:
		p.w.Header().Set("Content-Type", "text/event-stream")
	}
	if r.End == Drop && len(r.Chunks) == 0 {
		return // not even a header
	}
	p.w.WriteHeader(cmp.Or(r.Status, http.StatusOK))
	var f framer = &completions{index: -1}
	if p.format == model.Anthropic {
		f = &messages{index: -1}
	}
	p.send(fault(p.format, r))
	if r.framed() {
		p.send(f.begin())
	}
	for _, c := range r.Chunks {
		p.wait(c)
		p.send(f.chunk(c))
	}
	switch {
	case r.End == Whole && r.framed():
		p.send(f.end())
	case r.End == Hang:
		p.send("") // the header, if nothing else
		<-p.done
	}
}

func (p *player) wait(c Chunk) {
	if c.Delay > 0 {
		until(p, time.After(c.Delay))
	}
	if c.Wait != nil {
		until(p, c.Wait)
	}
}

func until[T any](p *player, event <-chan T) {
	if p.left {
		return
	}
	select {
	case <-event:
	case <-p.done:
		p.left = true
	}
}

func (p *player) send(text string) {
	if p.left {
		return
	}
	_, err := io.WriteString(p.w, text)
	p.left = err != nil || http.NewResponseController(p.w).Flush() != nil
}
