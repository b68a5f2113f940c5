package answer

import (
	"strings"
	"testing"
	"unicode"
)

// CM-9, CM-3: each kind as text.
func TestText(t *testing.T) {
	a := Answer{
		{Kind: Text, Text: "One.\nTwo."},
		{Kind: Markdown, Title: "Doc", Text: "# x\n\ty\n"},
		{Kind: Table, Columns: []string{"A", "B", "C"}, Rows: [][]string{{"1", "", "3"}, {"4", "5", ""}}},
		{Kind: Definitions, Title: "Terms", Rows: [][]string{{"k", "v"}}},
		{Kind: List, Rows: [][]string{{"item"}}},
	}
	want := "One.\nTwo.\nDoc:\n# x\n\ty\n\n1\t\t3\n4\t5\nTerms:\nk: v\n- item"
	if got := a.Text(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (Answer{}).Text(); got != "" {
		t.Errorf("an empty answer: got %q", got)
	}
}

// What a skill says can neither begin a line of its own nor drive a terminal.
func TestHostile(t *testing.T) {
	for _, tt := range []struct{ in, line, clean string }{
		{"a\nb", "a b", "a\nb"},
		{"a\r\n\tb", "a b", "a\n\tb"},
		{"\x1b[2Jx\x07y", "«U+001B»[2Jx«U+0007»y", "«U+001B»[2Jx«U+0007»y"},
		{"a\x00b\x7fc\u0085d", "a«U+0000»b«U+007F»c d", "a«U+0000»b«U+007F»c«U+0085»d"},
		{"\u202egnp.exe", "«U+202E»gnp.exe", "«U+202E»gnp.exe"},
		{"a\u2028b\u2029c", "a b c", "a«U+2028»b«U+2029»c"},
		{"\ufeffx\u200b", "«U+FEFF»x«U+200B»", "«U+FEFF»x«U+200B»"},
		{"👩\u200d💻 \u2764\ufe0f", "👩\u200d💻 \u2764\ufe0f", "👩\u200d💻 \u2764\ufe0f"},
		{"bad \xff byte", "bad \ufffd byte", "bad \ufffd byte"},
		{"  a   b  ", "a b", "  a   b  "},
		{"é ü 漢字", "é ü 漢字", "é ü 漢字"},
	} {
		if got := Line(tt.in); got != tt.line {
			t.Errorf("Line(%q): got %q, want %q", tt.in, got, tt.line)
		}
		if got := Clean(tt.in); got != tt.clean {
			t.Errorf("Clean(%q): got %q, want %q", tt.in, got, tt.clean)
		}
	}
	hostile := "x\nfake\trow\x1b[1A"
	a := Answer{{Kind: Table, Title: hostile, Rows: [][]string{{hostile, hostile}}}}
	if got := a.Text(); strings.Count(got, "\n") != 1 || strings.Count(got, "\t") != 1 {
		t.Errorf("got %q, want one title, one row, two cells", got)
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0 skills", 1: "1 skill", 2: "2 skills"} {
		if got := Number(n, "skill"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"a\nb", "\x1b[0m", "\u202e", "👩\u200d💻", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		line, clean := Line(s), Clean(s)
		if strings.ContainsFunc(line, unicode.IsControl) || Line(line) != line || Clean(line) != line {
			t.Errorf("Line(%q): got %q", s, line)
		}
		rest := strings.NewReplacer("\n", "", "\t", "").Replace(clean)
		if strings.ContainsFunc(rest, unicode.IsControl) || Clean(clean) != clean {
			t.Errorf("Clean(%q): got %q", s, clean)
		}
	})
}
