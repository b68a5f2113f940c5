package argv

import (
	"strings"
	"testing"
)

// TS-3: what is looked at for warnings grows with the text and not with its square.
func TestWarningsAreLinear(t *testing.T) {
	for _, piece := range []string{"a", " a", "$", "${", "${a", "$a", "?", "[", "a&", "'a'", "\\a", "://?", "{{s}}", "{{s}}?", "#", "~", "* "} {
		looks := func(n int) int {
			text := "p " + strings.Repeat(piece, n)
			s := newTemplate(text)
			if err := s.run(); err != nil {
				t.Fatalf("%.20q: %v", text, err)
			}
			return s.looks
		}
		if few, many := looks(1000), looks(8000); many > 9*few {
			t.Errorf("%q: got %d looks for 1,000 and %d for 8,000, want 9 times as many at most", piece, few, many)
		}
	}
}

// TS-2a: a program is in a bounded number of states, however long its words go on.
func TestStatesAreBounded(t *testing.T) {
	for _, piece := range []string{"bash ", "env ", "-o ", "{{l}} ", "{{o:-c}} ", "sed -i '' ", "find -exec ", "awk -f {{s}} ", "{{o:x}}{{o:-}}", "python3 perl node ruby "} {
		tmpl, err := Parse("p " + strings.Repeat(piece, 500))
		if err != nil {
			t.Fatal(err)
		}
		k := tmpl.walk(nil)
		n := len(k.now)
		if n > 40 {
			t.Errorf("%q: got %d states at the end, want 40 at most", piece, n)
		}
	}
}
