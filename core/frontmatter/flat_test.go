package frontmatter

import (
	"reflect"
	"testing"
)

// SK-10: where the short way answers, it answers as the YAML package does.
func FuzzFlat(f *testing.F) {
	for _, s := range []string{
		"name: x\ndescription: A text, with \"quotes\" — and: no\n", "a: b\r\nc-d: e f\r\n", "a: true\n", "a: b # c\n",
		"a: b\n\nc: d\n", "a: b:\n", "a:  b\n", "a: b \n", "null: a\n", "a: x\u2028y\n", "a: é[]{}&*!|>'%@`\n", "a: b\n c\n", "a: b", "a: 'b: #'\nc: \"\"\nd: 'it''s'\ne: \"\\n\"\n", "_: <<\n", "a: - b\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := flat(text)
		if !ok {
			return
		}
		want, err := Parse(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v, %v", text, got, want, err)
		}
	})
}

func TestFlat(t *testing.T) {
	for text, want := range map[string]bool{
		"name: x\ndescription: Use it when asked — “now”.\n": true,
		"name: x\r\nlicense: MIT\r\n":                        true,
		"":                                                   false, "a: 1\n": false, "a: no\n": false, "a: [b]\n": false, "a: b: c\n": false,
		"a: b\n  c\n": false, "a: b #c\n": false, "a:\n": false, "# a: b\n": false, "a: \"b\"\n": true, "a: \"b\\n\"\n": false, "a: 'b' c\n": false, "a: b": false,
	} {
		if _, got := flat(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
