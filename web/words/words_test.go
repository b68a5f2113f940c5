package words

import "testing"

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"a\n\tb é 漢 👩‍💻":       "a\n\tb é 漢 👩«U+200D»💻",
		"\x00\x1b\r\x7f\u0085": "«U+0000»«U+001B»«U+000D»«U+007F»«U+0085»",
		"\u200b\u2066\ufeff":   "«U+200B»«U+2066»«U+FEFF»",
		"\xff\xfe":             "«FF»«FE»",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

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
