package dialect

import "testing"

func TestFront(t *testing.T) {
	for _, tt := range []struct {
		text, front, body string
		opened, closed    bool
	}{
		{"---\na: b\n---\nText\n", "a: b\n", "Text\n", true, true},
		{"--- \r\na: b\r\n---\t\r\nText", "a: b\r\n", "Text", true, true},
		{"---\n---", "", "", true, true},
		{"---\na: b\n----\n", "a: b\n----\n", "", true, false},
		{"---\na: b", "a: b", "", true, false},
		{"---", "", "", true, false},
		{"\n---\n", "", "\n---\n", false, false},
		{"----\n", "", "----\n", false, false},
		{"", "", "", false, false},
	} {
		front, body, opened, closed := Front(tt.text)
		if front != tt.front || body != tt.body || opened != tt.opened || closed != tt.closed {
			t.Errorf("%q: got %q, %q, %v, %v", tt.text, front, body, opened, closed)
		}
	}
}

func TestEnded(t *testing.T) {
	for front, want := range map[string]string{"": "", "d: x": "d: x\n", "d: |+\n  x\n": "d: |+\n  x\n"} {
		if got := Ended(front); got != want {
			t.Errorf("%q: got %q, want %q", front, got, want)
		}
	}
}
