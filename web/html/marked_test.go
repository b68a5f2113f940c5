package html

import (
	"strings"
	"testing"

	"lily/web/html/htmltest"
)

func TestMarked(t *testing.T) {
	for _, tt := range []struct {
		text string
		at   []int
		want string
	}{
		{"", nil, "<bdi></bdi>"},
		{"abc", nil, "<bdi>abc</bdi>"},
		{"abc", []int{0, 1, 2}, "<bdi><mark>abc</mark></bdi>"},
		{"abcd", []int{1, 3}, "<bdi>a<mark>b</mark>c<mark>d</mark></bdi>"},
		{"äöü", []int{2}, "<bdi>ä<mark>ö</mark>ü</bdi>"},
		{"a\u202eb", []int{4}, "<bdi>a«U+202E»<mark>b</mark></bdi>"},
	} {
		got := strings.NewReplacer("\n", "", " ", "").Replace(htmltest.Seen(Marked(tt.text, tt.at)))
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}
