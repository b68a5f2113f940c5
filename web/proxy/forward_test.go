package proxy

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// MD-2: what the upstream gets is built from nothing: body, key and five
// headers, whatever the page sends along.
func TestWhatTravels(t *testing.T) {
	both(t, func(t *testing.T, format string) {
		b := setUp(t, format, nil, upstream.Text("Hel", "lo."))
		body := ` {"model":"m\r\nX-Evil: 1","url":"http://evil.example","stream":true}`
		r := b.request(http.MethodPost, b.chat(), body)
		for _, name := range []string{"Cookie", "Referer", "Authorization", "X-Api-Key", "X-Forwarded-For", "Anthropic-Beta", "Accept", "Te", "Upgrade", "Expect-Ct"} {
			r.Header.Set(name, "of the page")
		}
		g := b.do(r)
		if g.status != 200 || g.header.Get("Content-Type") != "text/event-stream" || !strings.Contains(g.body, "Hel") || g.broken != nil {
			t.Errorf("got %+v", g)
		}
		seen := b.up.Requests()[0]
		want := http.Header{
			"Accept": {"text/event-stream, application/json"}, "Accept-Encoding": {"identity"}, "Content-Type": {"application/json"},
			"User-Agent": {"lily/0"}, "Content-Length": {fmt.Sprint(len(body))},
		}
		path := "/v1/chat/completions"
		if format == model.Anthropic {
			want["X-Api-Key"], want["Anthropic-Version"], path = []string{key}, []string{"2023-06-01"}, "/v1/messages"
		} else {
			want["Authorization"] = []string{"Bearer " + key}
		}
		if !maps.EqualFunc(seen.Header, want, func(a, b []string) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
			t.Errorf("got header %q, want %q", seen.Header, want)
		}
		if seen.Method != "POST" || seen.Path != path || seen.Query != "" || string(seen.Body) != body {
			t.Errorf("got %s %s?%s %s", seen.Method, seen.Path, seen.Query, seen.Body)
		}
	})
}

// MD-4: a chunk arrives before the next is sent.
func TestStreamsPassAtOnce(t *testing.T) {
	both(t, func(t *testing.T, format string) {
		more := make(chan struct{})
		b := setUp(t, format, nil, upstream.Text("first", "second").After(1, more))
		res, err := http.DefaultTransport.RoundTrip(b.request(http.MethodPost, b.chat(), "{}"))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		lines := bufio.NewScanner(res.Body)
		until := func(want string) {
			for lines.Scan() {
				if strings.Contains(lines.Text(), want) {
					return
				}
			}
			t.Fatalf("got no %q: %v", want, lines.Err())
		}
		until("first")
		close(more)
		until("second")
	})
}

// A stream may take longer than the server gives other requests, to be read and
// to be answered.
func TestStreamsHaveNoDeadline(t *testing.T) {
	b := setUp(t, model.OpenAI, nil)
	b.up.Then(upstream.Text("a", "b", "c", "d", "e").Slowly(deadline / 4))
	if g := b.post(b.chat(), "{}"); g.broken != nil || !strings.HasSuffix(g.body, "data: [DONE]\n\n") {
		t.Errorf("got %+v", g)
	}
}

// CV-7, MD-4: the page's stop is the upstream's end, while it streams and
// before it has said anything. The time is the promise here.
func TestStopReachesTheUpstream(t *testing.T) {
	for name, reply := range map[string]upstream.Reply{
		"in a stream": upstream.Text("a").Ending(upstream.Hang), "before a byte": upstream.Raw().Ending(upstream.Hang),
	} {
		both(t, func(t *testing.T, format string) {
			asked := make(chan struct{})
			b := setUp(t, format, nil, upstream.Reply{From: func(upstream.Request) upstream.Reply {
				close(asked)
				return reply
			}})
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				res, err := http.DefaultTransport.RoundTrip(b.request(http.MethodPost, b.chat(), "{}").WithContext(ctx))
				if err == nil {
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
				}
			}()
			<-asked
			at := time.Now()
			stop()
			if took := (<-b.up.Closed()).Sub(at); took > 200*time.Millisecond {
				t.Errorf("%s: the upstream saw the end after %s, want at most 200 ms", name, took)
			}
			<-ended
		})
	}
}

// What an upstream may say beside its answer goes nowhere: early hints,
// trailers, cookies, and headers that only Lily's server sets.
func TestNothingElseComesBack(t *testing.T) {
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := r.Header.Get("Authorization")
		w.Header().Set("Set-Cookie", "hint="+said)
		w.WriteHeader(http.StatusEarlyHints)
		for _, name := range []string{"Set-Cookie", "Access-Control-Allow-Origin", "Content-Security-Policy", "Clear-Site-Data", "Link", "Refresh", "Server", "X-Echo", "Request-Id"} {
			w.Header().Set(name, said)
		}
		w.Header().Set("Trailer", "X-Trailer")
		w.Header().Set("Content-Type", "text/event-stream; x="+key[:8])
		w.Header().Set("X-Request-Id", key)
		fmt.Fprintf(w, "data: %s %s", said[:20], said)
		_ = http.NewResponseController(w).Flush()
		w.Header().Set("X-Trailer", said)
		w.Header().Set(http.TrailerPrefix+"X-Other", said)
	}))
	defer up.Close()
	b := setUp(t, model.OpenAI, func(c *Config) { c.Upstreams[0].URL = up.URL })
	r := b.request(http.MethodPost, b.chat(), "{}")
	hints := 0
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		Got1xxResponse: func(int, textproto.MIMEHeader) error { hints++; return nil },
	}))
	g := b.do(r) // fails on any header that is not known
	want := "data: " + ("Bearer " + key)[:20] + " Bearer [redacted]"
	if g.status != 200 || hints != 0 || g.header.Get("Content-Type") != "text/event-stream" || g.header.Get("X-Request-Id") != "" || g.body != want {
		t.Errorf("got %+v and %d hints, want %q", g, hints, want)
	}
}

// At most so many at a time; an end makes room.
func TestTooManyAtOnce(t *testing.T) {
	b := setUp(t, model.OpenAI, func(c *Config) { c.MaxCalls = 2 })
	b.up.Rest(upstream.Text("a").Ending(upstream.Hang))
	ctx, stop := context.WithCancel(t.Context())
	for range 2 {
		res, err := http.DefaultTransport.RoundTrip(b.request(http.MethodPost, b.chat(), "{}").WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
	}
	b.post(b.chat(), "{}").wants(t, 429, "busy", "2 requests are under way already")
	stop()
	for range 2 {
		<-b.up.Closed()
	}
	b.up.Rest(upstream.Text("a"))
	for b.post(b.chat(), "{}").status != 200 { // until the proxy has noticed, too
		if t.Context().Err() != nil {
			t.Fatal("got no room again")
		}
	}
}

// MD-4: the log has method, id, operation, status, time and bytes.
func TestLog(t *testing.T) {
	b := setUp(t, model.OpenAI, nil, upstream.Text("a"), upstream.Error(500, "x"))
	first := b.post(b.chat(), `{"secret":"body"}`)
	b.post(b.chat(), `{}`)
	b.post("/api/upstreams/up/evil%0Aline", `{}`)
	b.post("/api/upstreams/nobody/chat", `{}`)
	b.do(b.request("DELETE", "/api/upstreams", ""))
	b.page.Close() // every line is written
	want := fmt.Sprintf("POST up chat 200 T in=17 out=%d\nPOST up chat 500 T in=2 out=", len(first.body))
	var lines []string
	for line := range strings.Lines(b.log.String()) {
		words := strings.Fields(line)
		if len(words) != 7 {
			t.Fatalf("got %q, want 7 words", line)
		}
		if _, err := time.ParseDuration(words[4]); err != nil {
			t.Errorf("got %q: %v", line, err)
		}
		words[4] = "T"
		lines = append(lines, strings.Join(words, " "))
	}
	if got := strings.Join(lines, "\n"); !strings.HasPrefix(got, want) || len(lines) != 5 {
		t.Errorf("got\n%s\nwant %q first, of 5", got, want)
	}
	for i, want := range map[int]string{2: "POST up - 404 T", 3: "POST - - 404 T", 4: "- - - 405 T"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("got %q, want %q", lines[i], want)
		}
	}
}

// A reader gives every byte but the key, however the chunks fall.
func TestScrub(t *testing.T) {
	for _, text := range []string{"", "plain", key, key + key, "a" + key + "b", key[:9], key[:9] + key, strings.Repeat("s", 50) + key} {
		for size := 1; size < 40; size++ {
			got, err := io.ReadAll(scrub(&pieces{text, size, io.EOF}, key))
			if want := strings.ReplaceAll(text, key, mark); string(got) != want || err != nil {
				t.Errorf("%q by %d: got %q, %v, want %q", text, size, got, err, want)
			}
		}
	}
	for _, text := range []string{
		`\u0073` + key[1:], `{"a":"` + key[:4] + `\u` + fmt.Sprintf("%04X", key[4]) + key[5:] + `\n"}`, `\n` + key, `\` + key, escaped(key),
		strings.ReplaceAll(escaped(key), `\`, `\\`), strings.ReplaceAll(escaped(key), `\`, `\\\\`), `\u007` + escaped(key) + `\`, `\\\u0073k-x` + escaped(key),
	} {
		for size := 1; size < 40; size++ {
			got, err := io.ReadAll(scrub(&pieces{text, size, io.EOF}, key))
			if strings.Count(string(got), mark) != 1 || strings.Contains(string(got), key[5:]) || strings.Contains(string(got), `u0034`) || err != nil {
				t.Errorf("%q by %d: got %q, %v, want one mark", text, size, got, err)
			}
		}
	}
	slashed := "sk/" + key[3:]
	if got := replace([]byte(`a sk\/`+key[3:]+` b\/c`), []byte(slashed)); string(got) != `a [redacted] b\/c` {
		t.Errorf("got %q", got)
	}
	broken := errors.New("broken")
	got, err := io.ReadAll(scrub(&pieces{"a" + key[:20], 3, broken}, key))
	if string(got) != "a" || !errors.Is(err, broken) {
		t.Errorf("got %q, %v, want nothing of a key", got, err)
	}
}

// pieces gives a text so many bytes at a time, and then an error.
type pieces struct {
	text string
	size int
	err  error
}

func (p *pieces) Read(b []byte) (int, error) {
	n := copy(b[:min(len(b), p.size)], p.text)
	p.text = p.text[n:]
	if n == 0 {
		return 0, p.err
	}
	return n, nil
}

// escaped is a text with every letter as JSON may have it.
func escaped(text string) string {
	var b strings.Builder
	for _, c := range text {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

// Whatever escapes a text has, what is decoded is without the key, and the rest is the same; chunks change nothing.
func FuzzScrub(f *testing.F) {
	f.Add("a", uint16(0), 3)
	f.Add(`\\\u0073`, uint16(0x5555), 7)
	f.Fuzz(func(t *testing.T, around string, which uint16, size int) {
		var b strings.Builder
		for i, c := range key {
			if which>>(i%16)&1 == 1 {
				fmt.Fprintf(&b, `\u%04x`, c)
			} else {
				b.WriteRune(c)
			}
		}
		text := around + b.String() + around
		got, err := io.ReadAll(scrub(&pieces{text, 1 + max(size, 0)%64, io.EOF}, key))
		if err != nil || string(got) != string(replace([]byte(text), []byte(key))) || !bytes.Contains(got, []byte(mark)) {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
		var said string
		if json.Unmarshal([]byte(`"`+text+`"`), &said) == nil && json.Unmarshal([]byte(`"`+string(got)+`"`), &said) == nil && strings.Contains(said, key) {
			t.Errorf("%q: got the key in %q", text, got)
		}
	})
}
