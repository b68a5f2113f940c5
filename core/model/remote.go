package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Upstream is the port to one configured upstream, through the proxy (MD-2).
type Upstream interface {
	// Send posts body for an operation, "chat" or "messages", and returns as soon as the head of the answer is there.
	// Once ctx is done, Send and the reading of the body end with an error. With an error there is no body.
	Send(ctx context.Context, op string, body []byte) (Answer, error)
}

// Answer is the head of what an upstream answers, and the stream behind it.
type Answer struct {
	Status     int
	RetryAfter int           // seconds; -1 when not told
	Type       string        // content type
	Body       io.ReadCloser // may be closed while it is read, and twice
}

// The wire formats (MD-1).
const (
	OpenAI    = "openai"    // chat completions
	Anthropic = "anthropic" // messages
)

const (
	maxRefusal = 64 << 10 // what is read of an answer that is no reply
	maxRetries = 2
	maxWait    = 30 // seconds; who asks for more is told to the person
	briefly    = 2  // seconds, where an overloaded upstream tells none
)

// Remote is a language model behind an upstream. It asks again only where the
// API says that nothing was done: 429, 503 and 529, and never once a reply began.
type Remote struct {
	ID       string // of the upstream
	Model    string // as the upstream names it
	Format   string // OpenAI or Anthropic
	Upstream Upstream
	Context  int // the tokens of its context; 0 is not known

	// Wait returns after seconds, or soon after ctx is done with its error. Without it nothing is asked again.
	Wait func(ctx context.Context, seconds int) error
}

// Name implements [Model].
func (m Remote) Name() string { return m.ID + "/" + m.Model }

// Window implements [Sized].
func (m Remote) Window() int { return m.Context }

// Body is what a request is sent as, to the byte: a chat completion or a message.
func (m Remote) Body(r Request) ([]byte, error) {
	switch m.Format {
	case OpenAI:
		return encodeOpenAI(m.Model, r)
	case Anthropic:
		return encodeAnthropic(m.Model, r)
	}
	return nil, fmt.Errorf("got the format %q, want %q or %q", m.Format, OpenAI, Anthropic)
}

// Reply implements [Model].
func (m Remote) Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error) {
	body, err := m.Body(r)
	if err == nil && m.Upstream == nil {
		err = errors.New("there is no upstream")
	}
	if err != nil {
		return Reply{Finish: Interrupted}, fmt.Errorf("%s: %w", m.ID, err)
	}
	for n := 0; ; n++ {
		reply, again, err := m.try(ctx, r, body, on)
		reply.Retries = n
		if again.note == "" || n == maxRetries || m.Wait == nil {
			return reply, err
		}
		on(Delta{Note: m.ID + again.note})
		if err := m.Wait(ctx, again.seconds); err != nil {
			return reply, err
		}
	}
}

// pause is how long to wait before a request makes sense again, and what is said of it. The zero pause: it makes none.
type pause struct {
	seconds int
	note    string
}

func (m Remote) try(ctx context.Context, r Request, body []byte, on func(Delta)) (Reply, pause, error) {
	a, err := m.send(ctx, body)
	if err != nil {
		return Reply{Finish: Interrupted}, pause{}, err
	}
	defer a.Body.Close()
	stop := context.AfterFunc(ctx, func() { a.Body.Close() })
	defer stop()
	if a.Status != 200 {
		again, err := m.refused(ctx, a)
		return Reply{Finish: Interrupted}, again, err
	}
	s := newStream(ctx, m.Format, r, on)
	reply, err := s.gathered().reply(s.answer(a))
	return reply, pause{}, err
}

func (m Remote) send(ctx context.Context, body []byte) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	op := "chat"
	if m.Format == Anthropic {
		op = "messages"
	}
	a, err := m.Upstream.Send(ctx, op, body)
	switch {
	case err != nil && ctx.Err() != nil:
		return a, ctx.Err()
	case err != nil:
		return a, fmt.Errorf("%s: %w", m.ID, err)
	case a.Body == nil:
		a.Body = io.NopCloser(strings.NewReader(""))
	}
	return a, nil
}

func (m Remote) refused(ctx context.Context, a Answer) (pause, error) {
	body, _ := io.ReadAll(io.LimitReader(a.Body, maxRefusal)) // what came is enough
	if err := ctx.Err(); err != nil {
		return pause{}, err
	}
	var again pause
	switch busy := a.Status == 503 || a.Status == 529; {
	case !busy && a.Status != 429 || a.RetryAfter > maxWait:
	case a.RetryAfter >= 0:
		again = pause{a.RetryAfter, fmt.Sprintf(" asked to wait %d s; trying again.", a.RetryAfter)}
	case busy:
		again = pause{briefly, fmt.Sprintf(" is overloaded; trying again in %d s.", briefly)}
	}
	return again, refusal(m.ID, a, body)
}
