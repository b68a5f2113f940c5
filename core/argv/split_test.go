package argv

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// CM-5, TS-2
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \t\r\n", nil},
		{"a b  c", []string{"a", "b", "c"}},
		{`'a b' "c d"`, []string{"a b", "c d"}},
		{`a'b'"c"d`, []string{"abcd"}},
		{`'' ""`, []string{"", ""}},
		{`a\ b \'`, []string{"a b", "'"}},
		{`"a\"b\\c\d"`, []string{`a"b\c\d`}},
		{`'a\b'`, []string{`a\b`}},
		{`"\$x\` + "`" + `"`, []string{"$x`"}},
		{"a\\\nb \\\r\n c", []string{"ab", "c"}},
		{"$HOME *.go | x", []string{"$HOME", "*.go", "|", "x"}},
		{"{{ x }}", []string{"{{", "x", "}}"}},
		{"größe 'ein wort'", []string{"größe", "ein wort"}},
	} {
		got, err := Split(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Split(%q): got %q, %v, want %q", c.text, got, err, c.want)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
	}{{`a 'b`, 2}, {`"`, 0}, {`a\`, 1}, {`"a\`, 0}, {`x "a\"`, 2}} {
		_, err := Split(c.text)
		var e *SyntaxError
		if !errors.As(err, &e) || e.Offset != c.at {
			t.Errorf("Split(%q): got %v, want an error at byte %d", c.text, err, c.at)
		}
	}
}

// Quoting every word and splitting again gives the words back.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"", "a b", `'a b' "c\"d"`, `a\ b`, "a\\\nb", `"`, `'`, `\`, "{{ x }}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := Split(text)
		if err != nil {
			return
		}
		var quoted []string
		for _, w := range words {
			quoted = append(quoted, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
		}
		again, err := Split(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(again, words) {
			t.Errorf("got %q, %v, want %q", again, err, words)
		}
	})
}
