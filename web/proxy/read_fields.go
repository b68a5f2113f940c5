package proxy

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/conf"
)

var (
	plainUpstream = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
	plainVariable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
)

// upstream reads one item of the list.
func (r *reader) upstream(n *yaml.Node) Upstream {
	f := r.fields(n, "id", "name", "format", "url", "key", "key_env", "local", "models", "context")
	if f == nil {
		return Upstream{}
	}
	for _, key := range []string{"id", "format", "url"} {
		if f[key] == nil {
			r.fail(n, "got no key %q, want one", key)
		}
	}
	u := Upstream{ID: r.text(f, "id"), Name: r.text(f, "name"), Format: r.text(f, "format"), Models: r.list(f, "models"), Window: r.window(f)}
	if f["id"] != nil && !plainUpstream.MatchString(u.ID) {
		r.fail(f["id"], "key %q: got %q, want at most 32 of a-z, 0-9 and -", "id", u.ID)
	}
	if f["format"] != nil && operations[u.Format] == nil {
		r.fail(f["format"], "key %q: got %q, want one of %s, %s", "format", u.Format, OpenAI, Anthropic)
	}
	if u.Name = cmp.Or(u.Name, u.ID); u.Name != plain(u.Name) || len(u.Name) > 100 {
		r.fail(f["name"], "key %q: got an odd name, want at most 100 bytes on one line", "name")
	}
	r.where(f, &u)
	r.secret(f, &u)
	return u
}

// maxWindow is the largest context that is believed, in tokens.
const maxWindow = 100_000_000

// window reads how many tokens the contexts of the models have.
func (r *reader) window(f map[string]*yaml.Node) int {
	at := f["context"]
	if at == nil {
		return 0
	}
	n, err := strconv.Atoi(at.Value)
	if at.Tag != "!!int" || err != nil || n < 1 || n > maxWindow {
		r.fail(at, "key %q: got %s, want a whole number of tokens from 1 to %d", "context", conf.Kind(at), maxWindow)
		return 0
	}
	return n
}

// where reads the address, and compares it with what local says.
func (r *reader) where(f map[string]*yaml.Node, u *Upstream) {
	text, at := r.text(f, "url"), f["url"]
	if at == nil || at.Kind != yaml.ScalarNode {
		return
	}
	var err error
	if u.URL, u.Local, err = place(text); err != nil {
		r.fail(at, "key %q: %v", "url", err)
		return
	}
	said := f["local"]
	switch {
	case said == nil:
	case said.Tag != "!!bool":
		r.fail(said, "key %q: got %s, want true or false", "local", conf.Kind(said))
	case strings.EqualFold(said.Value, "true") != u.Local:
		r.fail(said, "key %q: got %s, but the url says %t", "local", said.Value, u.Local)
	}
}

// secret reads the key, or the variable that holds it.
func (r *reader) secret(f map[string]*yaml.Node, u *Upstream) {
	at, text := f["key"], r.text(f, "key")
	if f["key"] != nil && f["key_env"] != nil {
		r.fail(f["key_env"], "got both key and key_env, want one")
	}
	if env := f["key_env"]; env != nil {
		at, u.KeyEnv = env, r.text(f, "key_env")
		if env.Kind == yaml.ScalarNode && !plainVariable.MatchString(u.KeyEnv) {
			r.fail(env, "key %q: got what is no name of a variable, want one such as EXAMPLE_API_KEY", "key_env")
			return
		}
		text = r.getenv(u.KeyEnv)
	}
	var err error
	if u.Key, err = secret(text); err != nil {
		r.fail(at, "the key: %v", err)
	}
}

// fields reads a mapping that has only the keys that are allowed.
func (r *reader) fields(n *yaml.Node, allowed ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		r.fail(n, "got %s, want a mapping", conf.Kind(n))
		return nil
	}
	values := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(allowed, key.Value):
			r.fail(key, "unknown key %s, want one of %s", conf.Kind(key), strings.Join(allowed, ", "))
		case values[key.Value] != nil:
			r.fail(key, "key %q is repeated", key.Value)
		case value.Kind == yaml.AliasNode:
			r.fail(value, "key %q: got an alias, want the value written out", key.Value)
		case value.Tag == "!!null":
			r.fail(value, "key %q: got nothing, want a value or no key", key.Value)
		default:
			values[key.Value] = value
		}
	}
	return values
}

// text reads a scalar. It does not repeat it: it may be a key.
func (r *reader) text(f map[string]*yaml.Node, key string) string {
	n := f[key]
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.fail(n, "key %q: got %s, want text", key, conf.Kind(n))
		return ""
	}
	return n.Value
}

func (r *reader) list(f map[string]*yaml.Node, key string) (list []string) {
	n := f[key]
	if n == nil {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "key %q: got %s, want a list", key, conf.Kind(n))
		return nil
	}
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" || len(sorted(Upstream{}, []string{item.Value})) == 0 {
			r.fail(item, "key %q: got what is no name in the list, want text", key)
			continue
		}
		list = append(list, item.Value)
	}
	return list
}
