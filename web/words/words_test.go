package words

import "testing"

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
