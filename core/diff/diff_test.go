package diff

import (
	"fmt"
	"strings"
	"testing"
)

func TestDiffLines(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"equal", "a\nb\n", "a\nb\n", "@"},
		{"empty", "", "", ""},
		{"new file", "", "a\nb\n", "+a +b"},
		{"emptied", "a\n", "", "-a"},
		{"one line", "a\nb\nc\n", "a\nx\nc\n", " a -b +x  c"},
		{"insert", "a\nc\n", "a\nb\nc\n", " a +b  c"},
		{"remove", "a\nb\nc\n", "a\nc\n", " a -b  c"},
		{"moved", "a\nb\nc\n", "c\na\nb\n", "+c  a  b -c"},
		{"no last feed", "a\nb", "a\nb\n", " a -b +b"},
		{"line ends", "a\r\n", "a\n", "-a +a"},
		{"far apart", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n", "-1 +x  2  3  4 @  6  7  8 -9 +y"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, left := Lines(c.a, c.b, 200)
			if got := signs(list); got != c.want || left != 0 {
				t.Errorf("got %q and %d left, want %q", got, left, c.want)
			}
		})
	}
}

func signs(list []Line) string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = strings.TrimRight(string(l.Sign)+l.Text, "\r\n")
	}
	return strings.Join(words, " ")
}

func TestDiffLinesBounds(t *testing.T) {
	var a, b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&a, "a%d\n", i)
		fmt.Fprintf(&b, "b%d\n", i)
	}
	list, left := Lines(a.String(), b.String(), 200)
	if len(list) != 200 || left != 9800 {
		t.Errorf("got %d lines and %d left, want 200 and 9800", len(list), left)
	}
}

// Whatever the texts, the lines that are not new are the old text and those
// that are not gone the new one.
func FuzzDiffLines(f *testing.F) {
	f.Add("a\nb\nc", "b\nc\nd\n")
	f.Add("\n\n", "\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		var was, is strings.Builder
		for _, l := range diff(a, b) {
			if l.Sign != '+' {
				was.WriteString(l.Text)
			}
			if l.Sign != '-' {
				is.WriteString(l.Text)
			}
		}
		if was.String() != a || is.String() != b {
			t.Errorf("got %q and %q, want %q and %q", was.String(), is.String(), a, b)
		}
	})
}

// UI.md, Compare: what is gone stands beside what came in its place, and no line is lost.
func TestPairs(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"a\nb\n", "a\nc\n", " a| a; -b|+c"},
		{"a\n", "", "-a|"},
		{"", "a\nb\n", "|+a; |+b"},
		{"a\nb\nc\n", "x\nc\n", "-a|+x; -b|;  c| c"},
	} {
		list, _ := Lines(tt.a, tt.b, Most)
		var got []string
		for _, p := range Pairs(list) {
			got = append(got, signs([]Line{p.Was})+"|"+signs([]Line{p.Is}))
		}
		if text := strings.ReplaceAll(strings.Join(got, "; "), "\x00", ""); strings.ReplaceAll(text, " ", "") != strings.ReplaceAll(tt.want, " ", "") {
			t.Errorf("%q, %q: got %q, want %q", tt.a, tt.b, text, tt.want)
		}
	}
}

// Whatever is compared, the two columns read from top to bottom are the two texts.
func FuzzPairs(f *testing.F) {
	f.Add("a\nb\n", "b\nc\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 4000 {
			return
		}
		var was, is strings.Builder
		for _, p := range Pairs(diff(a, b)) {
			was.WriteString(p.Was.Text)
			is.WriteString(p.Is.Text)
		}
		if was.String() != a || is.String() != b {
			t.Errorf("got %q and %q, want %q and %q", was.String(), is.String(), a, b)
		}
	})
}
