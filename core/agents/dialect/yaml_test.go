package dialect

import (
	"strings"
	"testing"

	"lily/core/agents"
)

// The readers part where these programs part.
func TestReaders(t *testing.T) {
	for _, tt := range []struct {
		text        string
		npm, jsyaml string // what d is, "" where it is refused
	}{
		{"d: x\n", "x", "x"},
		{"d: x\nd: y\n", "", ""},
		{"d: a\u0085b\u2028c\n", "a\u0085b\u2028c", "a\u0085b\u2028c"},
		{"d: a\x07b\x7f\u0084c\n", "a\x07b\x7f\u0084c", ""},
		{"d: \"a\x00b\"\n", "a\x00b", ""},
		{"\x01: y\nd: x\n", "x", ""},
		{"d: |\n  a\x0cb \ufffe\n", "a\x0cb \ufffe\n", ""},
		{"d: x # \x01\n", "x", "x"},
		{"d: \"a\x7fb\"\n", "a\x7fb", "a\x7fb"},
		{"d: \"\\x07\"\n", "\x07", "\x07"},
		{"d: !own x\n", "x", ""},
		{"d: ! x\n", "x", "x"},
		{"d: \"a\nb\"\n", "", "a b"},
		{"d: \"a\n\n b \\\"\n c\"\n", "a\nb \" c", "a\nb \" c"},
		{"d: 'a\n  b''\n  c'\n", "a b' c", "a b' c"},
		{"m:\n  d: 'a\n  b'\nd: x\n", "", "x"},
		{"d: \"\\ud83d x \\\\ud83d\"\n", "\ufffd x \\ud83d", "\ufffd x \\ud83d"},
	} {
		f := &agents.File{}
		n, err := Npm(f, tt.text)
		if got := Value(agents.Get(n, "d")); (err != nil) != (tt.npm == "") || err == nil && got != tt.npm {
			t.Errorf("npm, %q: got %q, %v, want %q", tt.text, got, err, tt.npm)
		}
		n, err = JSYAML(f, tt.text)
		if got := Value(agents.Get(n, "d")); (err != nil) != (tt.jsyaml == "") || err == nil && got != tt.jsyaml {
			t.Errorf("js-yaml, %q: got %q, %v, want %q", tt.text, got, err, tt.jsyaml)
		}
	}
}

func TestAliases(t *testing.T) {
	few, many := "a: &a x\nb: ["+strings.Repeat("*a, ", 99)+"]\n", "a: &a x\nb: ["+strings.Repeat("*a, ", 101)+"]\n"
	if _, err := Npm(&agents.File{}, few); err != nil {
		t.Errorf("got %v", err)
	}
	if _, err := Npm(&agents.File{}, many); err == nil {
		t.Error("got no error of too many aliases")
	}
}
