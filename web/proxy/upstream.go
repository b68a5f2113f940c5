package proxy

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
)

// The wire formats (MD-1).
const (
	OpenAI    = "openai"    // chat completions
	Anthropic = "anthropic" // messages
)

// Upstream is one place that answers model calls. The page learns all of it but URL and Key.
//
// URL is what the vendors' own tools read: with the version for OpenAI (https://api.openai.com/v1), without it for
// Anthropic (https://api.anthropic.com).
type Upstream struct {
	ID     string   // how the page names it: a-z, 0-9 and -, at most 32
	Name   string   // what people call it
	Format string   // OpenAI or Anthropic
	URL    string   // the base of its addresses
	Key    string   `json:"-"` // none is needed on this machine
	KeyEnv string   // the variable that would hold the key, for a sentence
	Local  bool     // on this machine, and nowhere else; a public one is never here
	Models []string // those that a person configured
	Window int      // the tokens of its models' contexts, as a person says; 0 is not known
	Guess  bool     // nobody named it: it is one of the usual servers at its usual port, and seldom there
}

// operations are what may be asked of an upstream: what each adds to the base.
var operations = map[string]map[string]string{
	OpenAI:    {"chat": "/chat/completions", "models": "/models"},
	Anthropic: {"messages": "/v1/messages", "models": "/v1/models?limit=1000"},
}

// String never shows the key.
func (u Upstream) String() string {
	key := "without a key"
	if u.Key != "" {
		key = "with a key"
	}
	return fmt.Sprintf("%s (%s at %s, %s)", u.ID, u.Format, u.URL, key)
}

// GoString never shows the key.
func (u Upstream) GoString() string { return "proxy.Upstream{" + u.String() + "}" }

// LogValue never shows the key.
func (u Upstream) LogValue() slog.Value { return slog.StringValue(u.String()) }

// Merge puts the upstreams of more over those of base: one of the same id in its place, the others after it.
func Merge(base, more []Upstream) []Upstream {
	list := slices.Clone(base)
	for _, u := range more {
		i := slices.IndexFunc(list, func(b Upstream) bool { return b.ID == u.ID })
		if i < 0 {
			list = append(list, u)
		} else {
			list[i] = u
		}
	}
	return list
}

// hides tells whether a text holds the key. What local servers take for a key is often a plain word, and hides nothing.
func (u Upstream) hides(text string) bool {
	return len(u.Key) >= shortestKey && strings.Contains(text, u.Key)
}

const (
	shortestKey = 12       // from this length on a key is a secret and no word
	agent       = "lily/0" // names Lily to upstreams, and nothing of the machine or the page
)

// request is what an upstream gets. Its header is built from nothing, so that no header of the page can travel (MD-2).
func (u Upstream) request(ctx context.Context, op string, body []byte) (*http.Request, error) {
	method := http.MethodPost
	if op == "models" {
		method, body = http.MethodGet, nil
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(u.URL, "/")+operations[u.Format][op], bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header = http.Header{"Accept": {"text/event-stream, application/json"}, "Accept-Encoding": {"identity"}, "User-Agent": {agent}}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	if u.Format == Anthropic {
		r.Header.Set("Anthropic-Version", "2023-06-01")
	}
	switch {
	case u.Key == "":
	case u.Format == Anthropic:
		r.Header.Set("X-Api-Key", u.Key)
	default:
		r.Header.Set("Authorization", "Bearer "+u.Key)
	}
	return r, nil
}

// need is the sentence for a person who has not given the key.
func (u Upstream) need() string {
	if u.KeyEnv != "" {
		return "Set " + u.KeyEnv + " and start lily again."
	}
	return "Give it a key_env in the file of upstreams and start lily again."
}
