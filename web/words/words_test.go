package words

import (
	"strings"
	"testing"
)

func TestEnds(t *testing.T) {
	for _, c := range []struct{ old, text, want, kind string }{
		{"a\nb\n", "c\n", "c\n", "LF"},
		{"a\r\nb\r\n", "c\nd\n", "c\r\nd\r\n", "CRLF"},
		{"a\r\nb\n", "c\n", "c\n", "mixed"},
		{"a\rb", "c\n", "c\n", "mixed"},
		{"", "c\n", "c\n", "LF"},
	} {
		if got := Ends(c.old, c.text); got != c.want || LineEnds(c.old) != c.kind {
			t.Errorf("%q: got %q and %s, want %q and %s", c.old, got, LineEnds(c.old), c.want, c.kind)
		}
	}
}

// A line is spread where that is of use, whatever stands in its strings.
func TestPretty(t *testing.T) {
	nested := strings.Repeat("[", 64) + strings.Repeat("]", 64)
	brackets := `"` + strings.Repeat(`[\"`, 100) + `"`
	for in, want := range map[string]string{
		`{"a":1}`: "{\n  \"a\": 1\n}", "no JSON": "no JSON", "[" + nested + "]": "[" + nested + "]",
		"[" + brackets + "]": "[\n  " + brackets + "\n]",
	} {
		if got := Pretty(in); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}
