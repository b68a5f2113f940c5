package model

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lily/core/answer"
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

// wire is a format. What decodes returns errOver once the reply is over; anything else interrupts it.
type wire struct {
	op     string
	encode func(name string, r Request) ([]byte, error)
	event  func(g *gather, data []byte, failed bool) error
	whole  func(g *gather, data []byte) error // an answer that is one document
}

var wires = map[string]wire{
	OpenAI:    {"chat", encodeOpenAI, (*gather).eventOpenAI, (*gather).wholeOpenAI},
	Anthropic: {"messages", encodeAnthropic, (*gather).eventAnthropic, (*gather).wholeAnthropic},
}

const (
	maxRefusal = 64 << 10 // what is read of an answer that is no reply
	maxRetries = 2
	maxWait    = 30 // seconds; who asks for more is told to the person
	briefly    = 2  // seconds, where an overloaded upstream tells none
)

// Remote is a model behind an upstream. It asks again only where nothing was done: 429, 503, 529, and no reply began.
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
	if format, ok := wires[m.Format]; ok {
		return format.encode(m.Model, r)
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
	reply, err := s.reply(s.answer(a))
	return reply, pause{}, err
}

func (m Remote) send(ctx context.Context, body []byte) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	a, err := m.Upstream.Send(ctx, wires[m.Format].op, body)
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

// failure is an error as servers tell it: {"error":{"type","message"}} of OpenAI, Anthropic and Lily's own proxy,
// {"error":"…"} of Ollama, {"object":"error","message"} of vLLM and {"detail":"…"} of FastAPI.
type failure struct {
	Error   text `json:"error"`
	Type    text `json:"type"`
	Message text `json:"message"`
	Detail  text `json:"detail"`
}

// told is the type and the message in an error's JSON, or nothing.
func told(data []byte) (kind, message string) {
	var outer, inner failure
	data = bytes.Trim(data, "[] \t\r\n") // Gemini puts its error into a list
	if len(data) == 0 || parse(data, &outer) != nil {
		return "", ""
	}
	if !strings.HasPrefix(string(outer.Error), "{") {
		return string(outer.Type), sentence(outer.Error, outer.Message, outer.Detail)
	}
	_ = parse([]byte(outer.Error), &inner) // it was checked with the outer one
	return string(inner.Type), sentence(inner.Message, inner.Error, inner.Type)
}

// sentence is the first that is not empty, as a fragment of a sentence: one line without its full stop, not too long.
func sentence(list ...text) string {
	for _, t := range list {
		if s := strings.TrimRight(answer.Line(string(t)), ". "); s != "" {
			return cut(s, 400)
		}
	}
	return ""
}

func interruption(data []byte) error {
	_, message := told(data)
	if message == "" && !bytes.HasPrefix(data, []byte("{")) {
		message = sentence(text(data))
	}
	if message == "" {
		message = "the upstream ended the reply with an error"
	}
	return errors.New(message)
}

// refusal is the error that an answer other than 200 tells.
func refusal(id string, a Answer, body []byte) error {
	kind, message := told(body)
	if message == "" && strings.HasPrefix(a.Type, "text/plain") {
		message = sentence(text(body))
	}
	wait := ""
	if a.RetryAfter > maxWait {
		wait = fmt.Sprintf("; it asks to wait %d s", a.RetryAfter)
	}
	switch {
	case message != "" && slices.Contains(ours, kind):
		return errors.New(message + wait)
	case message != "":
		message = ": " + message
	}
	return fmt.Errorf("%s: %s (%d)%s%s", id, cmp.Or(statuses[a.Status], "unexpected status"), a.Status, message, wait)
}

// ours are the types of the proxy's own errors, whose sentences name the upstream and its status already.
var ours = []string{
	"bad_answer", "busy", "echo", "idle_timeout", "no_key", "overloaded", "rate_limited", "redirect", "too_large", "unreachable",
	"upstream_auth", "upstream_error",
}

// statuses are codes of HTTP in words; net/http, which knows them all, would double the page.
var statuses = map[int]string{
	400: "bad request", 401: "not authorized", 402: "payment required", 403: "forbidden", 404: "not found", 408: "timeout",
	413: "request too large", 422: "bad request", 429: "too many requests", 500: "internal error", 502: "bad gateway",
	503: "unavailable", 504: "timeout", 529: "overloaded",
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return fit(s, n) + "…"
}
