package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// fake is an upstream that gives its answers in order, the last one forever.
type fake struct {
	answers []Answer
	err     error
	ops     []string
	bodies  []string
}

func (f *fake) Send(_ context.Context, op string, body []byte) (Answer, error) {
	n := min(len(f.ops), len(f.answers)-1)
	f.ops, f.bodies = append(f.ops, op), append(f.bodies, string(body))
	if f.err != nil {
		return Answer{}, f.err
	}
	return f.answers[n], nil
}

type answers []Answer

func (a answers) upstream() *fake { return &fake{answers: a} }

func body(s string) io.ReadCloser { return io.NopCloser(strings.NewReader(s)) }

func ok(stream string) Answer {
	return Answer{Status: 200, RetryAfter: -1, Type: "text/event-stream", Body: body(stream)}
}

func no(status, after int, s string) Answer {
	return Answer{Status: status, RetryAfter: after, Type: "application/json", Body: body(s)}
}

const hello = "data: {\"choices\":[{\"delta\":{\"content\":\"hello\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

// remote is a model over answers; it counts the seconds that it waited.
func remote(f *fake, waited *int) Remote {
	return Remote{ID: "openai", Model: "gpt", Format: OpenAI, Upstream: f, Wait: func(ctx context.Context, s int) error {
		*waited += s
		return ctx.Err()
	}}
}

// Asked again is only what the API says was not done, and what was told of it.
func TestRetries(t *testing.T) {
	busy := `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
	tests := []struct {
		name            string
		answers         answers
		text, note, err string
		retries, waited int
	}{
		{"none", answers{ok(hello)}, "hello", "", "", 0, 0},
		{"429", answers{no(429, 3, ""), ok(hello)}, "hello", "openai asked to wait 3 s; trying again.", "", 1, 3},
		{"at once", answers{no(429, 0, ""), ok(hello)}, "hello", "openai asked to wait 0 s; trying again.", "", 1, 0},
		{"503", answers{no(503, -1, ""), ok(hello)}, "hello", "openai is overloaded; trying again in 2 s.", "", 1, 2},
		{"529", answers{no(529, -1, busy), no(529, 30, busy), ok(hello)}, "hello", "openai is overloaded; trying again in 2 s.openai asked to wait 30 s; trying again.", "", 2, 32},
		{"thrice", answers{no(529, 1, ""), no(529, 1, ""), no(529, 1, busy)}, "", "openai asked to wait 1 s; trying again.openai asked to wait 1 s; trying again.", "openai: overloaded (529): Overloaded", 2, 2},
		{"too long", answers{no(429, 31, "")}, "", "", "openai: too many requests (429); it asks to wait 31 s", 0, 0},
		{"429 that tells no time", answers{no(429, -1, `{"error":{"message":"You exceeded your quota."}}`)}, "", "", "openai: too many requests (429): You exceeded your quota", 0, 0},
		{"500", answers{no(500, 1, ""), ok(hello)}, "", "", "openai: internal error (500)", 0, 0},
		{"400", answers{no(400, 1, ""), ok(hello)}, "", "", "openai: bad request (400)", 0, 0},
		{"within a stream", answers{ok("data: {\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"), ok(hello)}, "", "", "Overloaded", 0, 0},
	}
	for _, test := range tests {
		waited, note, told := 0, "", ""
		f := test.answers.upstream()
		reply, err := remote(f, &waited).Reply(context.Background(), Request{}, func(d Delta) { note += d.Note; told += d.Text })
		if reply.Text != test.text || told != test.text || note != test.note || message(err) != test.err || reply.Retries != test.retries || waited != test.waited {
			t.Errorf("%s: got %+v, %v, %q after %d s", test.name, reply, err, note, waited)
		}
		if len(f.ops) != test.retries+1 || f.bodies[0] != f.bodies[len(f.bodies)-1] {
			t.Errorf("%s: got %d requests, %q", test.name, len(f.ops), f.bodies)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Without a clock nothing is asked again; and a wait that ends early ends it all.
func TestNoWait(t *testing.T) {
	f := answers{no(429, 1, "")}.upstream()
	if _, err := (Remote{ID: "a", Format: OpenAI, Upstream: f}).Reply(context.Background(), Request{}, func(Delta) {}); err == nil || len(f.ops) != 1 {
		t.Errorf("got %d requests, %v", len(f.ops), err)
	}
	m := Remote{ID: "a", Format: OpenAI, Upstream: answers{no(429, 1, "")}.upstream(), Wait: func(context.Context, int) error { return context.Canceled }}
	if reply, err := m.Reply(context.Background(), Request{}, func(Delta) {}); !errors.Is(err, context.Canceled) || reply.Finish != Interrupted {
		t.Errorf("got %+v, %v", reply, err)
	}
}

var refusals = []struct {
	name       string
	status     int
	kind, body string
	want       string
}{
	{"proxy", 413, "application/json", `{"error":{"type":"too_large","message":"The request is larger than 4 MiB."}}`, "The request is larger than 4 MiB"},
	{"openai", 401, "application/json", `{"error":{"message":"Incorrect API key provided.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, "openai: not authorized (401): Incorrect API key provided"},
	{"anthropic", 400, "application/json", `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: too large"},"request_id":"r"}`, "openai: bad request (400): max_tokens: too large"},
	{"ollama", 404, "application/json", `{"error":"model \"m\" not found"}`, `openai: not found (404): model "m" not found`},
	{"vllm", 400, "application/json", `{"object":"error","message":"too long","type":"BadRequestError","code":400}`, "openai: bad request (400): too long"},
	{"fastapi", 422, "application/json", `{"detail":"Not Found"}`, "openai: bad request (422): Not Found"},
	{"gemini", 403, "application/json", `[{"error":{"code":403,"message":"API key expired.","status":"PERMISSION_DENIED"}}]`, "openai: forbidden (403): API key expired"},
	{"a type alone", 502, "application/json", `{"error":{"type":"upstream_unreachable"}}`, "openai: bad gateway (502): upstream_unreachable"},
	{"plain text", 404, "text/plain; charset=utf-8", "404 page\x1b[31m\nnot found\n", "openai: not found (404): 404 page«U+001B»[31m not found"},
	{"html", 504, "text/html", "<html>504</html>", "openai: timeout (504)"},
	{"not JSON", 403, "application/json", "{", "openai: forbidden (403)"},
	{"nothing", 418, "", "", "openai: unexpected status (418)"},
	{"no status", 0, "", "", "openai: unexpected status (0)"},
	{"long", 402, "application/json", `{"error":{"message":"` + strings.Repeat("ä", 300) + `"}}`, "openai: payment required (402): " + strings.Repeat("ä", 200) + "…"},
}

func TestRefusals(t *testing.T) {
	for _, test := range refusals {
		waited := 0
		f := answers{{Status: test.status, RetryAfter: -1, Type: test.kind, Body: body(test.body)}}.upstream()
		reply, err := remote(f, &waited).Reply(context.Background(), Request{}, func(Delta) {})
		if message(err) != test.want || reply.Finish != Interrupted {
			t.Errorf("%s: got %+v, %v, want %q", test.name, reply, err, test.want)
		}
	}
}

// failing gives its text and then its error.
type failing struct {
	io.Reader
	err    error
	closed int
}

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = f.err
	}
	return n, err
}

func (f *failing) Close() error {
	f.closed++
	return nil
}

// CV-7: what arrived stays, and the error says what happened.
func TestBroken(t *testing.T) {
	text := "data: {\"choices\":[{\"delta\":{\"content\":\"hel\"}}]}\n\n"
	reset := errors.New("connection reset\nby peer")
	tests := []struct {
		name, in string
		err      error
		text     string
		want     string
	}{
		{"ended", text, io.EOF, "hel", "the stream ended before the reply did"},
		{"broke", text, reset, "hel", "the stream ended before the reply did: connection reset by peer"},
		{"broke after its end", hello, reset, "hello", ""},
		{"broke after finish_reason", strings.Split(hello, "data: [DONE]")[0], reset, "hello", ""},
		{"empty", "", io.EOF, "", "the stream ended before the reply did"},
		{"says nothing", "", nil, "", "the stream ended before the reply did: multiple Read calls return no data or error"},
	}
	for _, test := range tests {
		b, waited := &failing{Reader: strings.NewReader(test.in), err: test.err}, 0
		f := answers{{Status: 200, Type: "text/event-stream", Body: b}}.upstream()
		reply, err := remote(f, &waited).Reply(context.Background(), Request{}, func(Delta) {})
		if reply.Text != test.text || message(err) != test.want || b.closed == 0 {
			t.Errorf("%s: got %+v, %v, closed %d times", test.name, reply, err, b.closed)
		}
	}
}

// A page of HTML, a body that is none, no upstream, a wrong format, and no
// network.
func TestWrong(t *testing.T) {
	waited := 0
	page := Answer{Status: 200, Type: "text/html; charset=utf-8", Body: body("<!doctype html>\n<p>Sign in")}
	tests := []struct {
		name  string
		model Remote
		want  string
	}{
		{"html", remote(answers{page}.upstream(), &waited), "got a page of HTML, want a stream of events"},
		{"no body", remote(answers{{Status: 200}}.upstream(), &waited), "the stream ended before the reply did"},
		{"no body of an error", remote(answers{{Status: 500}}.upstream(), &waited), "openai: internal error (500)"},
		{"no upstream", Remote{ID: "a", Format: OpenAI}, "a: there is no upstream"},
		{"format", Remote{ID: "a", Format: "x"}, `a: got the format "x", want "openai" or "anthropic"`},
		{"network", remote(&fake{answers: answers{{}}, err: errors.New("no route to host")}, &waited), "openai: no route to host"},
	}
	for _, test := range tests {
		reply, err := test.model.Reply(context.Background(), Request{}, func(Delta) {})
		if message(err) != test.want || reply.Finish != Interrupted {
			t.Errorf("%s: got %+v, %v, want %q", test.name, reply, err, test.want)
		}
	}
}

// CV-7: stop ends a body that waits, in the middle of a reply and of a refusal.
func TestStop(t *testing.T) {
	for _, status := range []int{200, 429} {
		r, w := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"hel\",\"tool_calls\":[{\"function\":{\"name\":\"n\"}}]}}]}\n\n")
			cancel()
		}()
		waited := 0
		m := remote(answers{{Status: status, RetryAfter: 1, Body: r}}.upstream(), &waited)
		reply, err := m.Reply(ctx, Request{}, func(Delta) {})
		if !errors.Is(err, context.Canceled) || reply.Finish != Interrupted || len(reply.Calls) > 0 || waited > 0 {
			t.Errorf("%d: got %+v, %v", status, reply, err)
		}
		if _, err := w.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%d: got %v from the upstream's side, want a closed body", status, err)
		}
	}
}

// Nothing that was in the buffer is told after a stop.
func TestStopTellsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	chunk, waited, told := "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n", 0, ""
	m := remote(answers{ok(strings.Repeat(chunk, 9) + hello)}.upstream(), &waited)
	reply, err := m.Reply(ctx, Request{}, func(d Delta) {
		told += d.Text
		cancel()
	})
	if !errors.Is(err, context.Canceled) || told != "a" || reply.Text != "a" {
		t.Errorf("got %+v, %v, told %q", reply, err, told)
	}
}
