package near

import (
	"fmt"
	"strings"
	"testing"
)

func TestLetters(t *testing.T) {
	for _, tt := range []struct {
		query, text string
		at          string
		score       int
		ok          bool
	}{
		{"", "anything", "[]", 0, true},
		{"text", "text_tools", "[0 1 2 3]", 0, true},
		{"TEXT", "text_tools", "[0 1 2 3]", 0, true},
		{"tools", "text_tools", "[5 6 7 8 9]", 1, true},
		{"tools", "toolsText", "[0 1 2 3 4]", 0, true},
		{"ool", "text_tools", "[6 7 8]", 2, true},
		{"tt", "text_tools", "[0 5]", 8, true},
		{"txt", "text_tools", "[0 2 3]", 5, true},
		{"gh", "git_helper", "[0 4]", 7, true},
		{"gh", "gitHelper", "[0 3]", 6, true},
		{"hp", "git_helper", "[4 7]", 6, true},
		{"abc", "a_xbc_b", "[0 3 4]", 6, true},
		{"eh", "git_helper", "[]", 0, false},
		{"z", "text_tools", "[]", 0, false},
		{"äö", "ÄÖÜ", "[0 2]", 0, true},
		{"üb", "x-Übung", "[2 4]", 1, true},
		{"ab", "", "[]", 0, false},
		{"\xff", "a\xffb", "[1]", 2, true},
	} {
		at, score, ok := Letters(tt.query, tt.text)
		if ok != tt.ok || ok && (score != tt.score || fmt.Sprint(at) != tt.at) {
			t.Errorf("%q in %q: got %v, %d, %t, want %s, %d, %t", tt.query, tt.text, at, score, ok, tt.at, tt.score, tt.ok)
		}
	}
}

// What was found is always the query, letter by letter and in order.
func FuzzLetters(f *testing.F) {
	f.Add("tt", "text_tools")
	f.Add("\xff", "a\xff")
	f.Fuzz(func(t *testing.T, query, text string) {
		at, _, ok := Letters(query, text)
		if !ok {
			return
		}
		var b strings.Builder
		last := -1
		for _, i := range at {
			if i <= last {
				t.Fatalf("got %v, want them in order", at)
			}
			last = i
			for _, r := range text[i:] {
				b.WriteRune(fold(r))
				break
			}
		}
		var want strings.Builder
		for _, r := range query {
			want.WriteString(string(fold(r)))
		}
		if b.String() != want.String() {
			t.Errorf("%q in %q: got %q at %v", query, text, b.String(), at)
		}
	})
}
