package proxy

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lily/core/conf"
)

const item = "upstreams:\n- id: a\n  format: openai\n  url: https://h.example/v1\n"

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"upstreams: []": "",
		item:            "a|a|openai|https://h.example/v1||false|false|false|[]\n",
		item + "  name: A b\n  key_env: K\n  models: [z, 5, z]\n": "a|A b|openai|https://h.example/v1|K|true|false|false|[z 5 z]\n",
		item + "  key: " + key + "\n  local: false\n":             "a|a|openai|https://h.example/v1||true|false|false|[]\n",
		item + "  key_env: UNSET\n":                               "a|a|openai|https://h.example/v1|UNSET|false|false|false|[]\n",
		item + "- {id: b-2, format: anthropic, url: 'http://localhost:9/', local: true}\n": "a|a|openai|https://h.example/v1||false|false|false|[]\n" +
			"b-2|b-2|anthropic|http://localhost:9||false|true|false|[]\n",
	} {
		list, err := Read("f.yaml", []byte(text), env("K="+key))
		if got := shown(list); got != want || err != nil {
			t.Errorf("%q: got\n%s%v\nwant\n%s", text, got, err, want)
		}
	}
}

// CV-2: a person says how much the models of an upstream take.
func TestReadContext(t *testing.T) {
	list, err := Read("f.yaml", []byte(item+"  context: 128000\n"), env(""))
	if err != nil || len(list) != 1 || list[0].Window != 128_000 {
		t.Errorf("got %v and %v, want a context of 128000 tokens", list, err)
	}
}

// Every fault has its place, all are told, and none shows a key.
func TestReadRefused(t *testing.T) {
	for _, tt := range []struct {
		text  string
		wants []string // each error from its start
	}{
		{"", []string{`f.yaml:1:1: got an empty file, want the key "upstreams"`}},
		{"[]", []string{"f.yaml:1:1: got a list, want a mapping", `f.yaml:1:1: key "upstreams": got no list`}},
		{"upstreams:", []string{`f.yaml:1:1: key "upstreams": got no list`, `f.yaml:1:11: key "upstreams": got nothing`}},
		{"upstreams: {a: b}", []string{`f.yaml:1:12: key "upstreams": got no list, want one`}},
		{"upstream: []", []string{`f.yaml:1:1: unknown key "upstream", want one of upstreams`, "f.yaml:1:1: "}},
		{"upstreams: [a]", []string{`f.yaml:1:13: got "a", want a mapping`}},
		{"upstreams:\n- {}", []string{`f.yaml:2:3: got no key "id"`, `f.yaml:2:3: got no key "format"`, `f.yaml:2:3: got no key "url"`}},
		{"upstreams: 'a", []string{"f.yaml:1:1: "}},
		{"a: b\n\tc: d", []string{"f.yaml:2:1: "}},
		{"upstreams: []\n---\na: b", []string{"f.yaml:2:1: got a second YAML document"}},
		{item + "  zoo: 1", []string{`f.yaml:5:3: unknown key "zoo", want one of id, name, format, url, key, key_env, local, models`}},
		{item + "  name: [a]", []string{`f.yaml:5:9: key "name": got a list, want text`}},
		{item + "  name: \"a\\nb\"", []string{`f.yaml:5:9: key "name": got an odd name`}},
		{item + "  id: b", []string{`f.yaml:5:3: key "id" is repeated`}},
		{item + "  name: ~", []string{`f.yaml:5:9: key "name": got nothing, want a value or no key`}},
		{item + "  local: true", []string{`f.yaml:5:10: key "local": got true, but the url says false`}},
		{item + "  local: yes", []string{`f.yaml:5:10: key "local": got "yes", want true or false`}},
		{item + "  models: x", []string{`f.yaml:5:11: key "models": got "x", want a list`}},
		{item + "  context: 128k", []string{`f.yaml:5:12: key "context": got "128k", want a whole number of tokens from 1 to 100000000`}},
		{item + "  context: 0", []string{`f.yaml:5:12: key "context": got "0", want`}},
		{item + "  context: [1]", []string{`f.yaml:5:12: key "context": got a list, want`}},
		{item + "  models: [a, [b], ~, \"c\\nd\"]", []string{`f.yaml:5:15: key "models": got what is no name`, `f.yaml:5:20: `, `f.yaml:5:23: `}},
		{item + "  key: [" + key + "]", []string{`f.yaml:5:8: key "key": got a list, want text`}},
		{item + "  key: " + key + " x", []string{`f.yaml:5:8: the key: got a character that no key has`}},
		{item + "  key: " + key + "\n  key_env: K", []string{`f.yaml:6:12: got both key and key_env, want one`}},
		{item + "  key_env: " + key, []string{`f.yaml:5:12: key "key_env": got what is no name of a variable`}},
		{item + "  key_env: BAD", []string{`f.yaml:5:12: the key: got a character that no key has`}},
		{item + "  key: *" + key, []string{"f.yaml:1:1: unknown anchor '[redacted]"}},
		{item + "  " + key + ": x", []string{`f.yaml:5:3: unknown key "[redacted]"`}},
		{item + "- {id: a, format: openai, url: 'https://h.example'}", []string{`f.yaml:5:3: key "id": got "a" a second time`}},
		{item + "- {id: A_b, format: ollama, url: 'http://h.example'}", []string{
			`f.yaml:5:8: key "id": got "A_b", want at most 32 of a-z, 0-9 and -`, `f.yaml:5:21: key "format": got "ollama", want one of openai, anthropic`,
			`f.yaml:5:34: key "url": got http for another machine`,
		}},
		{item + "- &x {id: b, format: openai, url: 'https://u:" + key + "@h.example'}\n- *x", []string{`f.yaml:5:35: key "url": got an address with a user's name`, "f.yaml:6:3: got an alias, want a mapping"}},
	} {
		list, err := Read("f.yaml", []byte(tt.text), env("K="+key, "BAD=a b"))
		var got []string
		if err != nil {
			got = strings.Split(err.Error(), "\n")
		}
		if len(got) != len(tt.wants) || list != nil {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.wants)
			continue
		}
		for i, want := range tt.wants {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%q: got %q, want %q", tt.text, got[i], want)
			}
		}
		if _, ok := errors.AsType[*conf.Error](err); !ok {
			t.Errorf("%q: got %T, want errors with a place", tt.text, err)
		}
		hidden(t, "the error", fmt.Sprint(err))
	}
	if _, err := Read("f.yaml", make([]byte, conf.MaxBytes+1), env()); err == nil || !strings.HasPrefix(err.Error(), "f.yaml:1:1: got 65537 bytes, want at most 65536") {
		t.Errorf("got %v", err)
	}
}

func TestMerge(t *testing.T) {
	base := []Upstream{{ID: "a", Name: "1"}, {ID: "b", Name: "2", Guess: true}}
	got := Merge(base, []Upstream{{ID: "c", Name: "3"}, {ID: "b", Name: "4"}})
	if want := "a|1|||"; len(got) != 3 || got[1].Name != "4" || got[1].Guess || got[2].ID != "c" || base[1].Name != "2" || !strings.HasPrefix(shown(got), want) {
		t.Errorf("got\n%s", shown(got))
	}
}

// Any bytes give upstreams that can be called, or errors with a place.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", item, item + "  key: x", "upstreams: [&a {id: *a}]", "upstreams: [{}, []]", "---\n---", "<<: {}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Read("f.yaml", []byte(text), env())
		if err != nil && (list != nil || !strings.HasPrefix(err.Error(), "f.yaml:")) {
			t.Errorf("got %v, %v", list, err)
		}
		for _, u := range list {
			if _, local, err := place(u.URL); err != nil || local != u.Local || !plainUpstream.MatchString(u.ID) || operations[u.Format] == nil {
				t.Errorf("got %v: %v", u, err)
			}
			if _, err := u.request(t.Context(), "models", nil); err != nil {
				t.Errorf("got %v: %v", u, err)
			}
		}
	})
}
