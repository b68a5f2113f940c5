package proxy

import (
	"cmp"
	"regexp"

	"lily/core/conf"
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
		r.Fail("format", "key %q: got %q, want one of %s, %s", "format", u.Format, OpenAI, Anthropic)
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
	var err error
	if u.Key, err = secret(text); err != nil {
		r.Fail(at, "the key: %v", err)
	}
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
