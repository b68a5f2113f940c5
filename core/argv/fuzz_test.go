package argv

import (
	"slices"
	"strings"
	"testing"
)

// TS-2: whatever the template and the values, the words are as many as with
// harmless values, the program is the template's, and no word is an option that
// it is not with harmless values.
func FuzzTemplate(f *testing.F) {
	for _, c := range fills {
		s, _ := c.values["s"].(string)
		f.Add(c.text, s, "-x y", int64(-5), true)
	}
	f.Fuzz(func(t *testing.T, text, s, s2 string, i int64, b bool) {
		tmpl, err := Parse(text)
		if err != nil {
			return
		}
		for _, w := range tmpl.Warnings() {
			if !strings.HasPrefix(text[w.Offset:], w.Text) {
				t.Errorf("the warning %+v is not in the text", w)
			}
		}
		tame := values{"s": "x", "s2": "x", "i": 1, "n": 1.0, "b": b, "l": []string{"x", "x"}}
		wild := values{"s": s, "s2": s2, "i": i, "n": float64(i), "b": b, "l": []string{s, s2}}
		want, err := tmpl.Fill(tame, params)
		if err != nil {
			return // a placeholder without a parameter
		}
		got, err := tmpl.Fill(wild, params)
		if err != nil {
			return
		}
		if len(got) != len(want) || got[0] != want[0] || got[0] != tmpl.words[0].literal() {
			t.Fatalf("got %q, want words as in %q", got, want)
		}
		end := slices.Index(want[1:], "--")
		for n := range got[1:] {
			before := end < 0 || n < end
			if before && strings.HasPrefix(got[n+1], "-") && !strings.HasPrefix(want[n+1], "-") {
				t.Errorf("got the option %q, want none, as in %q", got[n+1], want)
			}
		}
	})
}
