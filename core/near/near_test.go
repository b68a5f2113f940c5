package near

import "testing"

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b       string
		most, want int
	}{
		{"", "", 3, 0},
		{"a", "", 3, 1},
		{"lable", "label", 3, 2},
		{"bash", "shell", 9, 5},
		{"a", "abcdef", 3, 3},
		{"grep", "grap", 3, 1},
		{"abcdefgh", "hgfedcba", 3, 3},
		{"xabcdefgh", "abcdefghx", 3, 2},
		{"abcdef", "bcdefa", 9, 2},
		{"aaaa", "bbbb", 4, 4},
	} {
		if got := Distance(tt.a, tt.b, tt.most); got != tt.want {
			t.Errorf("%q, %q: got %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
