package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lily/web/door"
	"lily/web/proxy"
)

// unset takes the variables of upstreams from the environment of a test.
func unset(t *testing.T) {
	t.Helper()
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OLLAMA_HOST"} {
		t.Setenv(name, "")
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} { // where the key is made
		t.Setenv(name, t.TempDir())
	}
}

// A wrong flag, file or variable is told before anything is served.
func TestServeRefused(t *testing.T) {
	unset(t)
	bad := filepath.Join(folder(t, map[string]string{"bad.yaml": "upstreams:\n- id: a\n"}), "bad.yaml")
	for _, tt := range []struct {
		args []string
		env  string
		code int
		says string
	}{
		{[]string{"serve", "-h"}, "", 0, "--no-probe"},
		{[]string{"serve", "--no-probe=maybe"}, "", 2, "invalid boolean value"},
		{[]string{"--upstreams"}, "", 2, "flag needs an argument"},
		{[]string{"--upstreams", "no/such/file"}, "", 1, "no/such/file"},
		{[]string{"--upstreams", bad}, "", 1, `bad.yaml:2:3: got no key "format", want one`},
		{[]string{"serve"}, "http://models.example/v1", 1, "OPENAI_BASE_URL: got http for another machine, want https"},
	} {
		t.Setenv("OPENAI_BASE_URL", tt.env)
		code, out, errs := lily(t, "", tt.args...)
		if code != tt.code || out != "" || !strings.Contains(errs, tt.says) {
			t.Errorf("%q: got %d, %q, %q, want %d and %q", tt.args, code, out, errs, tt.code, tt.says)
		}
	}
}

// MD-2, MD-4: lily prints where it is, with a code for the token that its API wants, and
// the API knows the environment and the file.
func TestServe(t *testing.T) {
	const key = "sk-distinctive-0aB1cD2eF3gH4iJ5"
	unset(t)
	t.Setenv("OPENAI_API_KEY", key)
	file := filepath.Join(folder(t, map[string]string{"u.yaml": "upstreams: [{id: mine, format: openai, url: 'https://h.example', key: " + key + ", models: [m]}]"}), "u.yaml")
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var errs strings.Builder
	code := make(chan int)
	go func() {
		code <- run(ctx, []string{"--addr", "127.0.0.1:0", "--no-probe", "--upstreams", file}, terminal{nil, in, &errs})
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, out) }()
	base, rest, _ := strings.Cut(strings.TrimPrefix(line, "Lily is at "), "#code=")
	code64, _, _ := strings.Cut(rest, " ")
	if err != nil || len(code64) != 64 {
		t.Fatalf("got %q, %v", line, err)
	}
	token := traded(t, base, code64)
	if len(token) != 64 || token == code64 || traded(t, base, code64) != "" {
		t.Fatalf("got the token %q, want one, and one time only", token)
	}
	for said, want := range map[string]int{token: 200, strings.Repeat("0", 64): 403} {
		status, body := get(t, base+"api/upstreams", said)
		if status != want || strings.Contains(body, key) || want == 200 && !strings.Contains(body, `{"id":"mine","name":"mine","format":"openai","local":false,"state":"ready","detail":"","models":["m"]}`) {
			t.Errorf("got %d %s, want %d", status, body, want)
		}
	}
	stop()
	if got := <-code; got != 0 || strings.Contains(errs.String(), key) || strings.Contains(errs.String(), token) || strings.Count(errs.String(), "\n") != 2 {
		t.Errorf("got %d and the log %q", got, errs.String())
	}
}

// traded gives the token for a code, as the page does.
func traded(t *testing.T, base, code string) string {
	t.Helper()
	res, err := http.Post(base+"api/hello", "application/json", strings.NewReader(`{"code":"`+code+`","nonce":"`+strings.Repeat("0", 64)+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var a door.Answer
	if err := json.NewDecoder(res.Body).Decode(&a); err != nil || len(a.Key) == 0 {
		t.Fatalf("got %+v, %v, want the key of this person's Lily", a, err)
	}
	return a.Token
}

func get(t *testing.T, url, token string) (status int, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set(proxy.TokenHeader, token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(data)
}

// The upstreams that the manual shows can be read, and its table has every id.
func TestReadmeUpstreams(t *testing.T) {
	const models = "static/manual/models.md"
	none := func(string) string { return "" }
	read := 0
	for _, b := range blocks(t, models) {
		if !slices.Contains(b.info, "upstreams") {
			continue
		}
		read++
		list, err := proxy.Read(models, []byte(b.text), none)
		if err != nil || len(list) != 2 || list[0].Local || !list[1].Local {
			t.Errorf("%s:%d: got %v, %v", models, b.line, list, err)
		}
	}
	if read != 1 {
		t.Errorf("got %d files of upstreams, want 1", read)
	}
	list, err := proxy.FromEnv(none)
	if err != nil {
		t.Fatal(err)
	}
	text := document(t, models) + document(t, "README.md")
	for _, u := range list {
		if !strings.Contains(text, "`"+u.ID+"`") || !u.Guess && !strings.Contains(text, "`"+u.URL+"`") {
			t.Errorf("%s: got no %s", models, u)
		}
	}
	if !strings.Contains(text, "--no-probe") || !strings.Contains(text, "/#code=…") {
		t.Error("models.md: got no --no-probe or no code")
	}
}
