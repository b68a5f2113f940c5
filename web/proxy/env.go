package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// FromEnv lists what the environment knows: OpenAI and Anthropic, with a key or without, and the usual servers of
// this machine at their usual ports. It reads OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL
// and, if it names this machine, OLLAMA_HOST, as the vendors' own tools do. No error repeats a value.
func FromEnv(getenv func(string) string) ([]Upstream, error) {
	openai, err1 := vendor(getenv, "OPENAI", "https://api.openai.com/v1")
	openai.ID, openai.Name, openai.Format = "openai", "OpenAI", OpenAI
	anthropic, err2 := vendor(getenv, "ANTHROPIC", "https://api.anthropic.com")
	anthropic.ID, anthropic.Name, anthropic.Format = "anthropic", "Anthropic", Anthropic
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	ollama := guess("ollama", "Ollama", 11434)
	if base, ok := ollamaHost(getenv("OLLAMA_HOST")); ok {
		ollama.URL = base
	}
	return []Upstream{
		openai, anthropic, ollama, guess("llama-cpp", "llama.cpp", 8080), guess("lm-studio", "LM Studio", 1234), guess("vllm", "vLLM", 8000),
	}, nil
}

// vendor reads the variables of a vendor. An address on this machine is a local server that speaks its format.
func vendor(getenv func(string) string, prefix, usual string) (Upstream, error) {
	u := Upstream{KeyEnv: prefix + "_API_KEY"}
	key, err1 := secret(getenv(u.KeyEnv))
	base, local, err2 := place(cmp.Or(getenv(prefix+"_BASE_URL"), usual))
	u.Key, u.URL, u.Local = key, base, local
	return u, errors.Join(named(u.KeyEnv, err1), named(prefix+"_BASE_URL", err2))
}

func named(variable string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", variable, err)
}

func guess(id, name string, port int) Upstream {
	return Upstream{ID: id, Name: name, Format: OpenAI, URL: fmt.Sprintf("http://127.0.0.1:%d/v1", port), Local: true, Guess: true}
}

// place reads the base of an upstream's addresses. It never repeats the text in an error, where a password may stand.
// What it says of the place is checked again when it is dialled; here it is said early and with a reason.
func place(text string) (base string, local bool, err error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return "", false, errors.New("got no address, want one such as https://api.example.com/v1")
	case u.User != nil:
		return "", false, errors.New("got an address with a user's name or password, want none")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.Contains(text, "#"):
		return "", false, errors.New("got an address with a query or fragment, want none")
	case u.RawPath != "" || strings.Contains(u.Path+"/", "/../") || strings.Contains(u.Path, "//") || plain(text) != text:
		return "", false, errors.New("got an odd path in the address, want one such as /v1")
	}
	return located(u)
}

func located(u *url.URL) (base string, local bool, err error) {
	ip, notIP := netip.ParseAddr(u.Hostname())
	local = strings.EqualFold(u.Hostname(), "localhost") || notIP == nil && ip.Unmap().IsLoopback()
	port, badPort := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case u.Port() != "" && (badPort != nil || port == 0) || strings.HasSuffix(u.Host, ":"):
		return "", false, errors.New("got an odd port in the address, want 1 to 65535")
	case u.Scheme != "https" && u.Scheme != "http":
		return "", false, errors.New("got an address of another kind, want one that begins with https://")
	case u.Scheme == "http" && !local:
		return "", false, errors.New("got http for another machine, want https: a key would travel in the open")
	case !local && notIP == nil && !onTheInternet(ip.Unmap()):
		return "", false, errors.New("got an address of a private network, want this machine or a public address")
	}
	return strings.TrimRight(u.String(), "/"), local, nil
}

// secret reads a key. It never repeats it.
func secret(text string) (string, error) {
	text = strings.TrimSpace(text)
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return "", errors.New("got a character that no key has, such as a blank or a line's end, want letters, digits and signs")
		}
	}
	return text, nil
}

// ollamaHost reads OLLAMA_HOST, which is where Ollama listens: with or without a scheme or port, and often every
// address of the machine. Elsewhere is not ours to call.
func ollamaHost(text string) (base string, ok bool) {
	_, at, found := strings.Cut(text, "://")
	if !found {
		at = text
	}
	host, port, err := net.SplitHostPort(strings.TrimRight(at, "/"))
	if err != nil {
		host, port = strings.Trim(strings.TrimRight(at, "/"), "[]"), "11434"
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	base, local, err := place("http://" + net.JoinHostPort(host, port) + "/v1")
	return base, err == nil && local
}
