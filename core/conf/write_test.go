package conf

import (
	"maps"
	"slices"
	"testing"
)

func TestScalar(t *testing.T) {
	for text, want := range map[string]string{
		"git": "git", "/usr/bin:/bin": "/usr/bin:/bin", "en_US.UTF-8": "en_US.UTF-8", "": "''", "*": "'*'", "no": "'no'", "Null": "'Null'", "1.0": "'1.0'",
		"a: b": "'a: b'", "a #b": "'a #b'", "it's": "'it''s'", "-x": "'-x'", "a\nb": `"a\nb"`, "\ufeff": `"\ufeff"`, "grüßen": "'grüßen'", "a:": "'a:'", "\u2028": `"\u2028"`,
	} {
		if got := scalar(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// FuzzWriter: whatever is written is read as it was, wherever it stands.
func FuzzWriter(f *testing.F) {
	for _, s := range []string{"a", "", "yes", "- b", "{", "'", "\"\\", "\x00", "\u0085", "0x1f", "2024-01-01", "~", "<<", "=", "a\tb", "\U0001f52d"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if a, b = clean(a), clean(b); len(a)+len(b) > 2000 {
			return // a file that a person edits is short
		}
		var w Writer
		w.Text("text", a)
		w.List("list", []string{a, b})
		w.Map("map", map[string]string{"K": b})
		w.Doc("doc", func() { w.Text("text", b); w.List("none", nil) })
		w.Bool("bool", true)
		d := Read("x", w.Bytes())
		text, list, entries := d.Text("text", ""), d.List("list"), d.Map("map")
		sub := d.Doc("doc")
		inner, none, yes := sub.Text("text", ""), sub.List("none"), d.Bool("bool", false)
		if err := d.Err(); err != nil {
			t.Fatal(err)
		}
		want := []string{a, b}
		slices.Sort(want)
		if text != a || !slices.Equal(list, slices.Compact(want)) || !maps.Equal(entries, map[string]string{"K": b}) || inner != b || len(none) > 0 || !yes {
			t.Errorf("%q and %q: got %q, %q, %q, %q, %v from\n%s", a, b, text, list, entries, inner, yes, w.Bytes())
		}
	})
}

// clean is text that can come to a file: valid UTF-8.
func clean(s string) string { return string([]rune(s)) }
