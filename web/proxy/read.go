package proxy

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"lily/core/conf"
	"lily/core/model"
)

var (
	plainUpstream = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
	plainVariable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
)

const maxWindow = 100_000_000 // the largest context that is believed, in tokens

// Read reads a file of upstreams, strictly: every fault is an error with its
// place, and all of them are told at once. None repeats a key.
//
//	upstreams:
//	  - id: example
//	    format: openai
//	    url: https://api.example.com/v1
//	    key_env: EXAMPLE_API_KEY
func Read(file string, data []byte, getenv func(string) string) ([]Upstream, error) {
	d := conf.ReadHiding(file, data, func(message string) string { return redact(message, "") })
	if d.Empty() {
		if err := d.Err(); err != nil {
			return nil, err
		}
		d.Fail("", "got an empty file, want the key %q", "upstreams")
		return nil, d.Err()
	}
	items, ok := d.Docs("upstreams")
	if d.Filled(); !ok {
		d.Fail("upstreams", "key %q: got no list, want one", "upstreams")
	}
	list, seen := make([]Upstream, 0, len(items)), map[string]bool{}
	for _, item := range items {
		r := reader{item, getenv}
		u := r.upstream()
		if u.ID != "" && seen[u.ID] {
			r.Fail("", "key %q: got %q a second time, want ids that differ", "id", u.ID)
		}
		seen[u.ID] = true
		list = append(list, u)
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	return list, nil
}

type reader struct {
	*conf.Doc
	getenv func(string) string
}

func (r reader) upstream() Upstream {
	r.Filled()
	for _, key := range []string{"id", "format", "url"} {
		if !r.Has(key) {
			r.Fail("", "got no key %q, want one", key)
		}
	}
	u := Upstream{ID: r.Text("id", ""), Name: r.Text("name", ""), Format: r.Text("format", "")}
	if r.Has("id") && !plainUpstream.MatchString(u.ID) {
		r.Fail("id", "key %q: got %q, want at most 32 of a-z, 0-9 and -", "id", u.ID)
	}
	if r.Has("format") && operations[u.Format] == nil {
		r.Fail("format", "key %q: got %q, want one of %s, %s", "format", u.Format, model.OpenAI, model.Anthropic)
	}
	if u.Name = cmp.Or(u.Name, u.ID); u.Name != plain(u.Name) || len(u.Name) > 100 {
		r.Fail("name", "key %q: got an odd name, want at most 100 bytes on one line", "name")
	}
	if text := r.Text("url", ""); r.Has("url") {
		var err error
		if u.URL, u.Local, err = place(text); err != nil {
			r.Fail("url", "key %q: %v", "url", err)
		}
	}
	r.secret(&u)
	if local := r.Bool("local", u.Local); local != u.Local && u.URL != "" {
		r.Fail("local", "key %q: got %t, but the url says %t", "local", local, u.Local)
	}
	u.Models = r.models()
	if n := r.Number("context", " of tokens", 1, maxWindow); n != nil {
		u.Window = *n
	}
	return u
}

// secret reads the key, or the variable that holds it.
func (r reader) secret(u *Upstream) {
	at, text := "key", r.Text("key", "")
	u.KeyEnv = r.Text("key_env", "")
	if r.Has("key_env") {
		if at = "key_env"; r.Has("key") {
			r.Fail(at, "got both key and key_env, want one")
		}
		if u.KeyEnv != "" && !plainVariable.MatchString(u.KeyEnv) {
			r.Fail(at, "key %q: got what is no name of a variable, want one such as EXAMPLE_API_KEY", at)
			return
		}
		text = r.getenv(u.KeyEnv)
	}
	if r.Has("key_command") {
		if r.Has("key") || r.Has("key_env") {
			r.Fail("key_command", "got key_command beside another key, want one")
		}
		u.KeyCommand = r.command()
	}
	var err error
	if u.Key, err = secret(text); err != nil {
		r.Fail(at, "the key: %v", err)
	}
}

// command reads the words of a command, which no shell will read.
func (r reader) command() (list []string) {
	items, ok := r.Items("key_command")
	if !ok || len(items) == 0 {
		r.Fail("key_command", "key %q: got no list of words, want one such as [security, find-generic-password, -ws, lily]", "key_command")
	}
	for _, item := range items {
		if !item.Text || item.Value == "" || strings.ContainsRune(item.Value, 0) {
			r.FailItem(item, "key %q: got what is no word in the list, want text", "key_command")
			continue
		}
		list = append(list, item.Value)
	}
	return list
}

func (r reader) models() (list []string) {
	items, _ := r.Items("models")
	for _, item := range items {
		if !item.Text || len(sorted(Upstream{}, []string{item.Value})) == 0 {
			r.FailItem(item, "key %q: got what is no name in the list, want text", "models")
			continue
		}
		list = append(list, item.Value)
	}
	return list
}

// FromEnv lists what the environment knows: OpenAI and Anthropic, with a key or without, and the usual servers of
// this machine at their usual ports. It reads OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL
// and, if it names this machine, OLLAMA_HOST, as the vendors' own tools do. No error repeats a value.
func FromEnv(getenv func(string) string) ([]Upstream, error) {
	openai, err1 := vendor(getenv, "OPENAI", "https://api.openai.com/v1")
	openai.ID, openai.Name, openai.Format = "openai", "OpenAI", model.OpenAI
	anthropic, err2 := vendor(getenv, "ANTHROPIC", "https://api.anthropic.com")
	anthropic.ID, anthropic.Name, anthropic.Format = "anthropic", "Anthropic", model.Anthropic
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
	return Upstream{ID: id, Name: name, Format: model.OpenAI, URL: fmt.Sprintf("http://127.0.0.1:%d/v1", port), Local: true, Guess: true}
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

// ollamaHost reads where Ollama listens: with or without a scheme or port, often every address. Elsewhere is not ours.
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
