package row

import (
	"slices"
	"strings"
	"testing"
)

// Whatever a text holds, only the pen's own sequences reach the terminal.
func TestNothingDrivesATerminal(t *testing.T) {
	for _, evil := range []string{
		"\x1b]52;c;ZXZpbA==\x07", "\x1b]0;title\x1b\\", "\x1b[2J\x1b[H", "\x9b31m", "\u009b31m", "\u009d0;x\u009c", "a\rb", "a\bb", "\x7f",
		"a\u202eb", "\u2066x\u2069", "a\u200bb", "\x1bP$q\x1b\\", "\u2028", "\v\f\a\x00", "\x1b[200~", "\xff\xfe",
	} {
		for _, p := range []Pen{{}, {Colour: true}, {ASCII: true}} {
			var got strings.Builder
			for _, r := range Wrap(Row{p.Text(Bold|Red, evil)}, 9, nil) {
				got.WriteString(p.Paint(r))
			}
			bare := strings.NewReplacer("\x1b[1;31m", "", "\x1b[0m", "").Replace(got.String())
			if at := strings.IndexFunc(bare, func(r rune) bool {
				return r < ' ' || r >= 0x7f && (p.ASCII || r < 0xa0) || strings.ContainsRune("\u202e\u2066\u2069\u200b\u2028", r)
			}); at >= 0 {
				t.Errorf("%q: got %q", evil, got.String())
			}
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text    string
		columns int
		indent  string
		want    []string
	}{
		{"one two three", 7, "", []string{"one two", "three"}},
		{"one two three", 8, "  ", []string{"one two", "  three"}},
		{"abcdefghij kl", 4, "", []string{"abcd", "efgh", "ij", "kl"}},
		{"a bcdefgh", 4, "", []string{"a", "bcde", "fgh"}},
		{"  if x\n\n\tend", 20, "", []string{"  if x", "", "    end"}},
		{"一二三 四", 5, "", []string{"一二", "三 四"}},
		{"e\u0301e\u0301e\u0301", 2, "", []string{"e\u0301e\u0301", "e\u0301"}},
		{"", 5, "", []string{""}},
		{"ab", 0, "", []string{"ab"}},
		{"一", 1, "", []string{"一"}},
		{"a   ", 3, "", []string{"a"}},
	} {
		var got []string
		for _, r := range Wrap(Row{Pen{}.Text(Plain, tt.text)}, tt.columns, Row{Pen{}.Text(Plain, tt.indent)}) {
			got = append(got, r.String())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q in %d: got %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}

// No row is wider than asked for, whatever stands in it, and no letter is lost.
func FuzzWrap(f *testing.F) {
	f.Add("one two\tthree\n四五", 7)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		columns = 2 + max(0, columns)%80
		span := Pen{}.Text(Plain, text)
		var all strings.Builder
		for _, r := range Wrap(Row{span}, columns, nil) {
			if r.Width() > columns {
				t.Fatalf("got %d columns in %q, want at most %d", r.Width(), r.String(), columns)
			}
			all.WriteString(r.String())
		}
		bare := func(s string) string { return strings.NewReplacer(" ", "", "\t", "", "\n", "").Replace(s) }
		if got, want := bare(all.String()), bare(span.text); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestPen(t *testing.T) {
	p := Pen{ASCII: true}
	if got := p.Paint(p.Of(Bold, "“é” – %s…", "日")); got != `"<U+00E9>" - <U+65E5>...` {
		t.Errorf("got %q", got)
	}
	if got := (Pen{Colour: true}).Paint(Row{Pen{}.Text(Bold|Cyan, "x"), Pen{}.Text(Plain, "y")}); got != "\x1b[1;36mx\x1b[0my" {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]string{"abcdef": "abc…", "abcd": "abcd", "一二三": "一…"} {
		if got := (Pen{}).Cut(Pen{}.Of(Plain, "%s", text), 4).String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
