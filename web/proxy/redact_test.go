package proxy

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRedact(t *testing.T) {
	hex := strings.Repeat("0123456789abcdef", 2)
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"Plain words, e.g. a risk-averse task-force.", "Plain words, e.g. a risk-averse task-force."},
		{"a " + key + " b", "a [redacted] b"},
		{"a" + key + "b", "a[redacted]b"},
		{key[:10] + "\x00\u200b" + key[10:], "[redacted]"},
		{`\u0073` + key[1:], "[redacted]"},
		{"Incorrect API key provided: sk-pr***-xy. See https://x.example.", "Incorrect API key provided: [redacted] See https://x.example."},
		{"SK-ANT-abcdef", "[redacted]"},
		{"Authorization: Bearer abc.def", "[redacted]"},
		{"bearer abc.def, then", "[redacted], then"},
		{`{"x-api-key": "abc"}`, `{"[redacted]"}`},
		{"x-api-key=abc;", "[redacted];"},
		{hex, mark},
		{hex[1:], hex[1:]},
		{"AbCdEfGhIjKlMnOpQrStUvWxYz012345/+==", mark},
		{"request 123e4567-e89b-12d3-a456-426614174000", "request 123e4567-e89b-12d3-a456-426614174000"},
		{"model mistralai/Mixtral-8x7B-Instruct-v0.1", "model mistralai/Mixtral-8x7B-Instruct-v0.1"},
		{strings.Repeat("a-", 20), mark},
		{"one\ntwo\t\x1b[31mthree\u202e\x07", "one two [31mthree"},
		{strings.Repeat("ä ", 1100), strings.TrimSpace(strings.Repeat("ä ", 1000)[:2999]) + "…"},
	} {
		if got := redact(tt.text, key); got != tt.want {
			t.Errorf("%.80q: got %.80q, want %.80q", tt.text, got, tt.want)
		}
	}
	for _, tt := range []struct{ text, key, want string }{
		{"e", "e", ""}, {"a key: red", "red", ""}, {"abc", "", "abc"},
	} {
		if got := redact(tt.text, tt.key); got != tt.want {
			t.Errorf("%q without %q: got %q, want %q", tt.text, tt.key, got, tt.want)
		}
	}
}

// The shapes of errors that servers have.
func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		`{"error":{"message":"a","type":"b"}}`:     "a",
		`{"type":"error","error":{"message":"a"}}`: "a",
		`{"error":"a"}`:   "a",
		`{"message":"a"}`: "a",
		`{"detail":"a"}`:  "a",
		`{"detail":[{"loc":["body"],"msg":"a"}]}`: "a",
		`[{"error":{"message":"a"}}]`:             "a",
		`"a"`:                                     "a",
		`{"error":null,"message":"a"}`:            "a",
		`{"error":{"code":1}}`:                    "",
		`{"error":7}`:                             "",
		`[]`:                                      "",
		`7`:                                       "",
		`{"error":{"error":{"error":{"error":"a"}}}}`: "",
		`{"error":`:                     "",
		" plain words \n":               "plain words",
		"<html><body>502":               "",
		"":                              "",
		"\xff":                          "",
		strings.Repeat("a", maxFault+1): "",
		`{"error":{"message":"\u0073k-` + key[3:] + `"}}`: key,
	} {
		if got := message([]byte(text)); got != want {
			t.Errorf("%.60q: got %q, want %q", text, got, want)
		}
	}
}

// No text gives back the key, and none a line or more than the bound.
func FuzzRedact(f *testing.F) {
	for _, text := range []string{key, "Bearer " + key, key[:5] + "\u200b" + key[5:], `{"error":"` + key + `"}`, strings.Repeat("é", 3000), "[redacted]"} {
		f.Add(text, key)
		f.Add(text, "a")
	}
	f.Fuzz(func(t *testing.T, text, key string) {
		got := redact(message([]byte(text)), key)
		if key != "" && strings.Contains(got, key) || strings.ContainsAny(got, "\n\r\x00\x1b") || utf8.RuneCountInString(got) > maxMessage {
			t.Errorf("got %q", got)
		}
		if direct := redact(text, key); key != "" && strings.Contains(direct, key) {
			t.Errorf("got %q", direct)
		}
	})
}
