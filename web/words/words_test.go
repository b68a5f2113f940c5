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
