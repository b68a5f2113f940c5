package proxy

import (
	"net/http"
	"strings"
	"testing"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

func modelList(text string) upstream.Reply {
	return upstream.Raw(text).With("Content-Type", "application/json")
}

// MD-2: the page learns names and states; only this machine is asked.
func TestList(t *testing.T) {
	public := func(id, env, key string, models ...string) Upstream {
		return Upstream{ID: id, Name: strings.ToUpper(id), Format: model.Anthropic, URL: "https://localhost:1", KeyEnv: env, Key: key, Models: models, Window: 1000 * len(models)}
	}
	b := setUp(t, model.OpenAI, func(c *Config) {
		c.Upstreams = append(c.Upstreams, public("a", "A_KEY", ""), public("b", "", ""), public("c", "", key, "z", "y", "z"),
			Upstream{ID: "d", Name: "D", Format: model.OpenAI, URL: "http://127.0.0.1:1", Local: true, Guess: true})
	})
	b.up.List(modelList(`{"data":[{"id":"b"},{"id":"a"},{"id":"a"},{"id":""},{"id":"x\r\ny"},{"id":"\u202ex"},{"id":"` + key + `"},{"id":"` + strings.Repeat("l", 201) + `"}]}`))
	g := b.do(b.request(http.MethodGet, "/api/upstreams", ""))
	want := `{"upstreams":[` +
		`{"id":"up","name":"Upstream","format":"openai","local":true,"state":"ready","detail":"","models":["[redacted]","a","b"]},` +
		`{"id":"a","name":"A","format":"anthropic","local":false,"state":"no_key","detail":"Set A_KEY and start lily again.","models":[]},` +
		`{"id":"b","name":"B","format":"anthropic","local":false,"state":"no_key","detail":"Give it a key_env in the file of upstreams and start lily again.","models":[]},` +
		`{"id":"c","name":"C","format":"anthropic","local":false,"state":"ready","detail":"","models":["y","z"],"context":3000},` +
		`{"id":"d","name":"D","format":"openai","local":true,"state":"absent","detail":"Nothing answers there: start D.","models":[]}]}`
	if g.status != 200 || g.body != want || g.header.Get("Content-Type") != "application/json" {
		t.Errorf("got %d %s\nwant %s", g.status, g.body, want)
	}
	if n := len(b.up.Lists()); n != 1 || len(b.up.Requests()) != 0 {
		t.Errorf("got %d lists, want 1", n)
	}
	b = setUp(t, model.OpenAI, func(c *Config) { c.Upstreams = nil })
	if g := b.do(b.request(http.MethodGet, "/api/upstreams", "")); g.body != `{"upstreams":[]}` {
		t.Errorf("got %s, want no null", g.body)
	}
}

// What a local server says of itself.
func TestProbe(t *testing.T) {
	for _, tt := range []struct {
		name          string
		change        func(*Config)
		reply         upstream.Reply
		state, detail string
		models        string
	}{
		{"none", nil, modelList(`{"data":[]}`), ready, "", `[]`},
		{"no list", nil, modelList(`{"hello":1}`), absent, "Something answers there that does not list models: is it Upstream?", `["mine"]`},
		{"no JSON", nil, upstream.Raw("<p>"), absent, "Something answers there", `["mine"]`},
		{"404", nil, upstream.Error(404, key), absent, "Something answers there", `["mine"]`},
		{"a redirect", nil, upstream.Reply{Status: 302}.With("Location", "http://127.0.0.1:1"), absent, "Something answers there", `["mine"]`},
		{"401", nil, echo(401), noKey, "Upstream wants a key. ", `["mine"]`},
		{"silent", func(c *Config) { c.Probe = patience }, upstream.Raw().Ending(upstream.Hang), absent, "Something answers there", `["mine"]`},
		{"too long", nil, modelList(`{"data":[` + strings.Repeat(" ", maxList)), absent, "Something answers there", `["mine"]`},
		{"not asked", func(c *Config) { c.NoProbe = true }, modelList(`{"data":[]}`), ready, "", `["mine"]`},
		{"not asked, guessed", func(c *Config) { c.NoProbe, c.Upstreams[0].Guess = true, true }, modelList(`{"data":[]}`), absent, "lily was started with --no-probe", `["mine"]`},
	} {
		both(t, func(t *testing.T, format string) {
			b := setUp(t, format, func(c *Config) {
				c.Upstreams[0].Models = []string{"mine"}
				if tt.change != nil {
					tt.change(c)
				}
			})
			b.up.List(tt.reply)
			g := b.do(b.request(http.MethodGet, "/api/upstreams", ""))
			if !strings.Contains(g.body, `"state":"`+tt.state+`","detail":"`+tt.detail) || !strings.Contains(g.body, `"models":`+tt.models) {
				t.Errorf("%s: got %s, want %s, %q", tt.name, g.body, tt.state, tt.detail)
			}
			if asked := len(b.up.Lists()) > 0; asked != !strings.HasPrefix(tt.name, "not asked") {
				t.Errorf("%s: got asked %t", tt.name, asked)
			}
		})
	}
}

// The operation `models` asks now, whoever it is.
func TestModels(t *testing.T) {
	both(t, func(t *testing.T, format string) {
		b := setUp(t, format, nil)
		b.up.List(modelList(`{"data":[{"id":"z/1:b"},{"id":"a"}],"has_more":false}`))
		if g := b.post("/api/upstreams/up/models", " { } "); g.status != 200 || g.body != `{"models":["a","z/1:b"]}` {
			t.Errorf("got %d %s", g.status, g.body)
		}
		seen := b.up.Lists()[0]
		path, query := "/v1/models", ""
		if format == model.Anthropic {
			query = "limit=1000"
		}
		if seen.Method != "GET" || seen.Path != path || seen.Query != query || len(seen.Body) > 0 || seen.Header.Get("Content-Type") != "" {
			t.Errorf("got %s %s?%s %q", seen.Method, seen.Path, seen.Query, seen.Header)
		}
		b.post("/api/upstreams/up/models", `{"limit":1}`).wants(t, 400, "bad_request", "The body must be {}")
		for _, tt := range []struct {
			reply   upstream.Reply
			status  int
			kind    string
			message string
		}{
			{echo(401), 502, "upstream_auth", "refused the key"},
			{modelList(`[]`), 502, "bad_answer", "is no list of models"},
			{modelList(`{"data":`), 502, "bad_answer", "is no list of models"},
			{modelList(`{"data":`).Ending(upstream.Drop), 502, "unreachable", "broke"},
			{upstream.Raw("<p>").With("Content-Type", "text/html"), 502, "bad_answer", "neither"},
		} {
			b.up.List(tt.reply)
			b.post("/api/upstreams/up/models", "{}").wants(t, tt.status, tt.kind, tt.message)
		}
	})
}

// An upstream that has no key is not called.
func TestNoKey(t *testing.T) {
	b := setUp(t, model.OpenAI, func(c *Config) {
		u := &c.Upstreams[0]
		u.Key, u.KeyEnv, u.Local = "", "UP_KEY", false
	})
	b.post(b.chat(), "{}").wants(t, 409, "no_key", "Upstream has no key. Set UP_KEY and start lily again.")
	b = setUp(t, model.OpenAI, func(c *Config) { c.Upstreams[0].Key = "" }, upstream.Text("x"))
	if g := b.post(b.chat(), "{}"); g.status != 200 || len(b.up.Requests()[0].Header.Values("Authorization")) > 0 {
		t.Errorf("got %d, %v, want a local server without a key", g.status, b.up.Requests()[0].Header)
	}
}
