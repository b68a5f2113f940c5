package proxy

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"lily/core/model"
)

// env is an environment of these words.
func env(words ...string) func(string) string {
	return func(name string) string {
		for _, w := range words {
			if value, ok := strings.CutPrefix(w, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

// shown lists upstreams with everything that matters but the key.
func shown(list []Upstream) string {
	var b strings.Builder
	for _, u := range list {
		fmt.Fprintf(&b, "%s|%s|%s|%s|%s|%t|%t|%t|%v\n", u.ID, u.Name, u.Format, u.URL, u.KeyEnv, u.Key == key, u.Local, u.Guess, u.Models)
	}
	return b.String()
}

func TestFromEnv(t *testing.T) {
	const (
		openai    = "openai|OpenAI|openai|https://api.openai.com/v1|OPENAI_API_KEY|false|false|false|[]\n"
		anthropic = "anthropic|Anthropic|anthropic|https://api.anthropic.com|ANTHROPIC_API_KEY|false|false|false|[]\n"
		ollama    = "ollama|Ollama|openai|http://127.0.0.1:11434/v1||false|true|true|[]\n"
		others    = "llama-cpp|llama.cpp|openai|http://127.0.0.1:8080/v1||false|true|true|[]\n" +
			"lm-studio|LM Studio|openai|http://127.0.0.1:1234/v1||false|true|true|[]\n" +
			"vllm|vLLM|openai|http://127.0.0.1:8000/v1||false|true|true|[]\n"
	)
	keyed := strings.NewReplacer("KEY|false", "KEY|true")
	at := func(url string) string {
		return strings.Replace(openai, "https://api.openai.com/v1", url, 1)
	}
	local := func(url string) string {
		return strings.Replace(at(url), "KEY|false|false", "KEY|false|true", 1)
	}
	host := func(url string) string { return strings.Replace(ollama, "http://127.0.0.1:11434/v1", url, 1) }
	for _, tt := range []struct {
		env  []string
		want string
	}{
		{nil, openai + anthropic + ollama + others},
		{[]string{"OPENAI_API_KEY= " + key + "\n", "ANTHROPIC_API_KEY=" + key}, keyed.Replace(openai) + keyed.Replace(anthropic) + ollama + others},
		{[]string{"OPENAI_BASE_URL=https://host.example/v1/"}, at("https://host.example/v1") + anthropic + ollama + others},
		{[]string{"OPENAI_BASE_URL=http://localhost:1234/v1"}, local("http://localhost:1234/v1") + anthropic + ollama + others},
		{[]string{"OPENAI_BASE_URL=http://[::1]:1234"}, local("http://[::1]:1234") + anthropic + ollama + others},
		{[]string{"ANTHROPIC_BASE_URL=https://host.example"}, openai + strings.Replace(anthropic, "api.anthropic.com", "host.example", 1) + ollama + others},
		{[]string{"OLLAMA_HOST=127.0.0.1:99"}, openai + anthropic + host("http://127.0.0.1:99/v1") + others},
		{[]string{"OLLAMA_HOST=http://localhost:99/"}, openai + anthropic + host("http://localhost:99/v1") + others},
		{[]string{"OLLAMA_HOST=:99"}, openai + anthropic + host("http://127.0.0.1:99/v1") + others},
		{[]string{"OLLAMA_HOST=0.0.0.0"}, openai + anthropic + ollama + others},
		{[]string{"OLLAMA_HOST=[::]:99"}, openai + anthropic + host("http://127.0.0.1:99/v1") + others},
		{[]string{"OLLAMA_HOST=localhost"}, openai + anthropic + host("http://localhost:11434/v1") + others},
		{[]string{"OLLAMA_HOST=gpu.example:11434"}, openai + anthropic + ollama + others},
		{[]string{"OLLAMA_HOST=http://user:" + key + "@127.0.0.1"}, openai + anthropic + ollama + others},
		{[]string{"OLLAMA_HOST=::::"}, openai + anthropic + ollama + others},
	} {
		list, err := FromEnv(env(tt.env...))
		if got := shown(list); got != tt.want || err != nil {
			t.Errorf("%q: got\n%s%v\nwant\n%s", tt.env, got, err, tt.want)
		}
	}
}

// Errors name the variable and never its value.
func TestFromEnvRefused(t *testing.T) {
	for value, want := range map[string]string{
		"http://host.example/v1":            "got http for another machine, want https",
		"http://127.0.0.1.evil.example/v1":  "got http for another machine",
		"http://192.168.1.2:8000/v1":        "got http for another machine",
		"https://192.168.1.2/v1":            "got an address of a private network",
		"https://[::ffff:10.0.0.1]/v1":      "got an address of a private network",
		"https://0.0.0.0/v1":                "got an address of a private network",
		"ftp://host.example":                "got an address of another kind",
		"host.example/v1":                   "got no address",
		"https://":                          "got no address",
		"https:///v1":                       "got no address",
		"https:host":                        "got no address",
		"https://%zz":                       "got no address",
		"https://u:" + key + "@h.example":   "a user's name or password",
		"https://h.example/?key=" + key:     "a query or fragment",
		"https://h.example/#" + key:         "a query or fragment",
		"https://h.example/v1?":             "a query or fragment",
		"https://h.example/v1#":             "a query or fragment",
		"https://h.example/a/../b":          "an odd path",
		"https://h.example/a//b":            "an odd path",
		"https://h.example/a%2fb":           "an odd path",
		"https://h.example:0/v1":            "an odd port",
		"https://h.example:99999/v1":        "an odd port",
		"https://h.example:/v1":             "an odd port",
		"https://h.example/\r\nX-Evil: yes": "got no address",
	} {
		for _, prefix := range []string{"OPENAI", "ANTHROPIC"} {
			list, err := FromEnv(env(prefix + "_BASE_URL=" + value))
			if err == nil || list != nil || !strings.HasPrefix(err.Error(), prefix+"_BASE_URL: ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got %v, %v, want %q", value, list, err, want)
			}
			hidden(t, "the error", fmt.Sprint(err))
		}
	}
	for _, value := range []string{key + " " + key, key + "\r\nX-Evil: 1", key + "ä", "\x00" + key} {
		_, err := FromEnv(env("OPENAI_API_KEY="+value, "ANTHROPIC_API_KEY="+value))
		if want := "OPENAI_API_KEY: got a character that no key has"; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Count(err.Error(), "\n") != 1 {
			t.Errorf("got %v, want %q, twice", err, want)
		}
		hidden(t, "the error", fmt.Sprint(err))
	}
}

// No way of printing an upstream shows its key.
func TestUpstreamHidesItsKey(t *testing.T) {
	u := Upstream{ID: "up", Format: model.OpenAI, URL: "https://h.example", Key: key}
	var b strings.Builder
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "up", u, "list", []Upstream{u})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		fmt.Fprintf(&b, verb, u)
		fmt.Fprintf(&b, verb, []Upstream{u})
		fmt.Fprintf(&b, verb, Config{Upstreams: []Upstream{u}})
		fmt.Fprintf(&b, verb, &u)
	}
	b.Write(encode(u))
	hidden(t, "a print", b.String())
	if want := "up (openai at https://h.example, with a key)"; u.String() != want {
		t.Errorf("got %s, want %s", u, want)
	}
}
