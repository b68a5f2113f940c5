package screentest

import (
	"fmt"
	"testing"
)

func TestScreen(t *testing.T) {
	for _, tt := range []struct{ written, want, strange string }{
		{"a\x1b[1;31mb\x1b[0m\r\nc", "ab\nc", "[]"},
		{"abcdefgh", "abcde\nfgh", "[]"},
		{"abcde\r\nf", "abcde\nf", "[]"},
		{"a\r\nb\r\nc\r\nd", "a\nb\nc\nd", "[]"},
		{"ab\r\ncd\r\x1b[1A\x1b[1CX\x1b[J", "aX", "[]"},
		{"ab\r\nc\x1b[H\x1b[2J", "", "[]"},
		{"一二三", "一二\n三", "[]"},
		{"e\u0301x", "e\u0301x", "[]"},
		{"\x1b]0;x\a", "0;x", `["\x1b]" "\a"]`},
		{"\x1b[3;4Hx\x9b", "x", `[CSI 3;4H "\x9b"]`},
	} {
		s := New(5, 3, false)
		for i := range len(tt.written) {
			s.Write([]byte{tt.written[i]})
		}
		got := s.All()
		if tt.strange != "[]" {
			got = tt.want
		}
		if strange := fmt.Sprint(s.Strange()); got != tt.want || strange != tt.strange {
			t.Errorf("%q: got %q, %s, want %q, %s", tt.written, s.All(), strange, tt.want, tt.strange)
		}
	}
	s := New(5, 3, false)
	s.Write([]byte("abcde\r\nf"))
	s.Resize(3, 3, true)
	if at, column, line := s.Cursor(); s.All() != "abc\nde\nf" || at != 2 || column != 1 || line != "f" {
		t.Errorf("got %q, %d, %d, %q", s.All(), at, column, line)
	}
}
