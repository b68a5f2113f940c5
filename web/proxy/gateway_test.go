package proxy

import (
	"errors"
	"io"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// gateway is one to a scripted upstream, with its log.
func gateway(t *testing.T, change func(*Config), script ...upstream.Reply) (*Gateway, *upstream.Server, *strings.Builder) {
	t.Helper()
	up, log := upstream.Start(t, script...), &strings.Builder{}
	c := Config{Log: log, Upstreams: []Upstream{{ID: "up", Name: "Up", Format: model.OpenAI, URL: up.Base(model.OpenAI), Local: true}}}
	if change != nil {
		change(&c)
	}
	return NewGateway(c), up, log
}

// MD-1: a gateway answers as the page's API does, and with its rules and limits.
func TestGateway(t *testing.T) {
	for _, tt := range []struct {
		id, op, body string
		reply        upstream.Reply
		status       int
		says         string
		broken       bool
	}{
		{"up", "chat", `{}`, upstream.Text("Hel", "lo."), 200, `"lo."`, false},
		{"up", "chat", `{}`, upstream.Error(429, "Slow down.").With("Retry-After", "7"), 429, "Slow down.", false},
		{"up", "chat", `{}`, upstream.Text("Half ").Ending(upstream.Drop), 200, "Half ", true},
		{"up", "chat", `[]`, upstream.Text(), 400, "must be a JSON object", false},
		{"up", "chat", `{"a":"` + strings.Repeat("x", 1000) + `"}`, upstream.Text(), 413, "more than 1000 bytes", false},
		{"up", "messages", `{}`, upstream.Text(), 404, "does not know this operation", false},
		{"nobody", "chat", `{}`, upstream.Text(), 404, "There is no upstream", false},
	} {
		g, _, log := gateway(t, func(c *Config) { c.MaxBody = 1000 }, tt.reply)
		a, err := g.To(tt.id).Send(t.Context(), tt.op, []byte(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(a.Body)
		if a.Status != tt.status || !strings.Contains(string(data), tt.says) || errors.Is(err, io.ErrUnexpectedEOF) != tt.broken {
			t.Errorf("%s %s: got %d %s %v, want %d %s", tt.id, tt.op, a.Status, data, err, tt.status, tt.says)
		}
		if want := map[bool]int{true: 7, false: -1}[tt.status == 429]; a.RetryAfter != want {
			t.Errorf("got %d seconds, want %d", a.RetryAfter, want)
		}
		if err := errors.Join(a.Body.Close(), a.Body.Close()); err != nil || strings.Count(log.String(), "\n") != 1 {
			t.Errorf("got %v and the log %q", err, log)
		}
	}
}

// CV-7: who stops reading ends the upstream's call, and frees its place.
func TestGatewayStops(t *testing.T) {
	half := upstream.Text("Half ").Ending(upstream.Hang)
	g, up, log := gateway(t, func(c *Config) { c.MaxCalls = 1 }, half, upstream.Text("Whole."))
	first, err := g.To("up").Send(t.Context(), "chat", []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	busy, err := g.To("up").Send(t.Context(), "chat", []byte(`{}`))
	if err != nil || busy.Status != 429 {
		t.Errorf("got %d, %v, want no second call", busy.Status, err)
	}
	if err := errors.Join(busy.Body.Close(), first.Body.Close()); err != nil {
		t.Error(err)
	}
	<-up.Closed()
	again, err := g.To("up").Send(t.Context(), "chat", []byte(`{}`))
	if err != nil || again.Status != 200 {
		t.Errorf("got %d, %v", again.Status, err)
	}
	if err := again.Body.Close(); err != nil || strings.Count(log.String(), "\n") != 3 {
		t.Errorf("got %v and the log %q", err, log)
	}
}
