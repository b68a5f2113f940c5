package dialect

import "testing"

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"plain é":            "plain é",
		"a\xffb":             "a\ufffdb",
		"\xe2\x82":           "\ufffd",
		"\xe2\x82x":          "\ufffdx",
		"\xf0\x9f\x98":       "\ufffd",
		"\xed\xa0\x80":       "\ufffd\ufffd\ufffd",
		"\xc0\xaf":           "\ufffd\ufffd",
		"\xf0\x80\x80\x80":   "\ufffd\ufffd\ufffd\ufffd",
		"\ufffd\xe2\x82\xac": "\ufffd€",
	} {
		if got := Decode(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		text  string
		units int
		cut   string // to three
	}{{"abc", 3, "abc"}, {"aé😀b", 5, "aé"}, {"😀😀", 4, "😀"}, {"", 0, ""}} {
		if got := Units(tt.text); got != tt.units {
			t.Errorf("%q: got %d units, want %d", tt.text, got, tt.units)
		}
		if got := CutUnits(tt.text, 3); got != tt.cut {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.cut)
		}
	}
}

func TestTrim(t *testing.T) {
	if got, want := Trim("\ufeff\u00a0 a\u0085 \u2028\n"), "a\u0085"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLines(t *testing.T) {
	if got, want := Lines("a\r\nb\rc\n"), "a\nb\nc\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestXML(t *testing.T) {
	if got, want := XML(`<a & "b">'`), "&lt;a &amp; &quot;b&quot;&gt;&apos;"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsLine(t *testing.T) {
	for text, want := range map[string]bool{"": true, "a": true, "a b": true, " a": false, "a ": false, "a  b": false, "a\tb": false, "ä": false, "a\u00a0b": false} {
		if got := IsLine(text); got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
