package edit

import (
	"fmt"
	"strings"
	"testing"

	"lily/web/terminal/keys"
	"lily/web/terminal/row"
)

// typed is a line after the keys of a script: words of text, and names of keys in angle brackets.
func typed(l *Line, script string) *Line {
	for script != "" {
		if name, rest, ok := strings.Cut(script[1:], ">"); script[0] == '<' && ok {
			l.Key(keys.Key{Name: name})
			script = rest
			continue
		}
		text, _, _ := strings.Cut(script[1:], "<")
		text = script[:1] + text
		l.Key(keys.Key{Name: keys.Typed, Text: text})
		script = script[len(text):]
	}
	return l
}

// shows is the text with the cursor in it.
func (l *Line) shows() string { return string(l.text[:l.at]) + "|" + string(l.text[l.at:]) }

func TestKeys(t *testing.T) {
	for script, want := range map[string]string{
		"abc":                                        "abc|",
		"abc<left><left>X":                           "aX|bc",
		"abc<home>X<end>Y":                           "XabcY|",
		"abc<ctrl-a>X<ctrl-e>Y":                      "XabcY|",
		"abc<ctrl-b><ctrl-b><ctrl-f>X":               "abX|c",
		"abc<shift-left>X<shift-home>Y":              "Y|abXc",
		"<left><right><delete><backspace>":           "|",
		"abc<backspace><left><delete>":               "a|",
		"abc<left><ctrl-d>":                          "ab|",
		"one two.three<ctrl-left>":                   "one two.|three",
		"one two.three<alt-b><alt-b>":                "one |two.three",
		"one two<home><alt-f>X":                      "oneX| two",
		"one two<home><ctrl-right><ctrl-right>X":     "one twoX|",
		"one two.three<ctrl-w>":                      "one |",
		"one two.three<alt-backspace>":               "one two.|",
		"one two<home><alt-d>":                       "| two",
		"one two<home><ctrl-delete>":                 "| two",
		"one two<ctrl-u>x<ctrl-y>":                   "xone two|",
		"one two<alt-b><ctrl-k><ctrl-y><ctrl-y>":     "one twotwo|",
		"ab<ctrl-t>":                                 "ba|",
		"abc<left><ctrl-t>":                          "acb|",
		"a<ctrl-t>":                                  "a|",
		"one<newline>two<up>X":                       "oneX|\ntwo",
		"one<newline>twos<up><home>X<down>Y":         "Xone\ntY|wos",
		"long line<newline>a<newline>other<up><up>X": "long X|line\na\nother",
		"one<newline>two<ctrl-a>X":                   "one\nX|two",
		"one<newline>two<up><home><ctrl-k>":          "|\ntwo",
		"one<left>x<ctrl-_>":                         "on|e",
		"one<ctrl-w>two<ctrl-_><ctrl-_>":             "one|",
		"<ctrl-_>":                                   "|",
		"e\u0301e\u0301<left>X":                      "e\u0301X|e\u0301",
		"e\u0301<backspace>":                         "|",
		"👩\u200d🚀x<left><backspace>":                 "|x",
	} {
		if got := typed(&Line{}, script).shows(); got != want {
			t.Errorf("%s: got %q, want %q", script, got, want)
		}
	}
	if (&Line{}).Key(keys.Key{Name: "page-up"}) {
		t.Error("got a key taken that is not the line's")
	}
}

// A paste is text, whatever is in it, and one step back.
func TestPaste(t *testing.T) {
	l := typed(&Line{}, "a")
	l.Key(keys.Key{Name: keys.Pasted, Text: "one\ntwo\x1b[2J"})
	if got := l.Text(); got != "aone\ntwo\x1b[2J" {
		t.Errorf("got %q", got)
	}
	if got := typed(l, "<ctrl-_>").shows(); got != "a|" {
		t.Errorf("got %q", got)
	}
}

func TestPast(t *testing.T) {
	l := &Line{}
	for _, text := range []string{"one", "two", "two", "  ", "three\nlines"} {
		l.Set(text)
		if got := l.Enter(); got != text || !l.Empty() {
			t.Errorf("got %q", got)
		}
	}
	for _, step := range []struct{ script, want string }{
		{"draft<up>", "three\nlines|"},
		{"<up>", "three|\nlines"}, // within the text first
		{"<up>", "two|"},
		{"<up><up>", "one|"},
		{"<down><down><down>", "draft|"},
		{"<down>", "draft|"},
		{"<ctrl-p><ctrl-p><ctrl-p>", "one|"},
		{"<ctrl-n><ctrl-n><ctrl-n>", "draft|"},
		{"<ctrl-p><ctrl-p>", "two|"},
	} {
		if got := typed(l, step.script).shows(); got != step.want {
			t.Errorf("%s: got %q, want %q", step.script, got, step.want)
		}
	}
}

// Ctrl-R finds what was entered before, as readline does.
func TestSeek(t *testing.T) {
	for script, want := range map[string]string{
		"<ctrl-r>gr":                                          "|grep é two ",
		"<ctrl-r>two":                                         "grep é |two ",
		"<ctrl-r>two<ctrl-r>":                                 "one |two ",
		"<ctrl-r>two<ctrl-r><ctrl-r>":                         "one |two-",
		"<ctrl-r>two<ctrl-r><ctrl-r><ctrl-s>":                 "grep é |two ",
		"<ctrl-r>twx":                                         "grep é |two-",
		"<ctrl-r>twx<backspace>":                              "grep é |two ",
		"<ctrl-r>one<backspace><backspace>":                   "grep é tw|o ",
		"<ctrl-r>é<left>X":                                    "grepX| é two ",
		"<ctrl-r>é<escape>X":                                  "grep X|é two ",
		"<ctrl-r>é<ctrl-e>X":                                  "grep é twoX| ",
		"draft<left><ctrl-r>é<ctrl-g>":                        "draf|t ",
		"draft<ctrl-r>é<escape><ctrl-_>":                      "draft| ",
		"draft<ctrl-r>é<escape><down><down>":                  "draft| ",
		"<ctrl-r>other<escape><up>":                           "one two| ",
		"<ctrl-r>one<escape><ctrl-e><ctrl-u><ctrl-r><ctrl-r>": "|one two ",
		"<ctrl-r><ctrl-r>":                                    "| ",
	} {
		l := &Line{}
		for _, text := range []string{"one two", "other", "grep é two"} {
			l.Remember(text)
		}
		typed(l, script)
		_, found, is := l.Seeks()
		if got := l.shows() + map[bool]string{true: "-", false: " "}[is && !found]; got != want {
			t.Errorf("%s: got %q, want %q", script, got, want)
		}
	}
	if l := typed(&Line{}, "<ctrl-r>a"); l.shows() != "a|" {
		t.Errorf("got %q where nothing was entered before", l.shows())
	}
}

// A backslash at the end goes on; two are one that was meant, and one amid the text is text.
func TestGoes(t *testing.T) {
	for text, want := range map[string]string{"one\\": "one\n|", "one\\\\": "", "one": "", "": "", "\\": "\n|"} {
		l := typed(&Line{}, text)
		goes := l.Goes()
		if goes != (want != "") || goes && l.shows() != want {
			t.Errorf("%q: got %v, %q", text, goes, l.shows())
		}
	}
	if l := typed(&Line{}, "one\\<left>"); l.Goes() {
		t.Error("got a line that goes on before its backslash")
	}
}

func screen(l *Line, columns, most int) string {
	list, at, column := l.Rows(row.Pen{}, row.Pen{}.Of(row.Bold, "> "), columns, most)
	var b strings.Builder
	for _, r := range list {
		b.WriteString(r.String() + "\n")
	}
	return b.String() + fmt.Sprint(at, " ", column)
}

func TestRows(t *testing.T) {
	for _, tt := range []struct {
		script        string
		columns, most int
		want          string
	}{
		{"", 10, 9, "> \n0 2"},
		{"abc<left>", 10, 9, "> abc\n0 4"},
		{"abcdefghij", 6, 9, "> abcd\n  efgh\n  ij\n2 4"},
		{"abcd", 6, 9, "> abcd\n0 6"},
		{"one<newline>two<up>", 10, 9, "> one\n  two\n0 5"},
		{"一二三<left>", 6, 9, "> 一二\n  三\n1 2"},
		{"a\u202e\x1bb", 40, 9, "> a«U+202E»«U+001B»b\n0 20"},
		{"\tx", 40, 9, ">     x\n0 7"},
		{"a<newline>b<newline>c<newline>d<newline>e<newline>f", 10, 4, ""},
	} {
		got := screen(typed(&Line{}, tt.script), tt.columns, tt.most)
		if tt.want == "" {
			tt.want = "  4 rows above\n  e\n  f\n  0 rows below\n2 3"
		}
		if got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.script, got, tt.want)
		}
	}
}

// FuzzLine: whatever is typed, the cursor stays in the text, and no row is wider than the screen.
func FuzzLine(f *testing.F) {
	f.Add("one<newline>two<up><ctrl-k><ctrl-y><ctrl-_><ctrl-r>t<ctrl-r><ctrl-s>x<ctrl-g>", 9)
	f.Fuzz(func(t *testing.T, script string, columns int) {
		l := &Line{past: []string{"one", "two\nthree"}, place: 2}
		typed(l, strings.ToValidUTF8(script, "?"))
		if l.at < 0 || l.at > len(l.text) {
			t.Fatalf("got the cursor at %d of %d", l.at, len(l.text))
		}
		columns = 14 + max(0, columns)%80
		list, at, column := l.Rows(row.Pen{}, row.Pen{}.Of(row.Bold, "> "), columns, 1<<20)
		if at < 0 || at >= len(list) || column > columns {
			t.Fatalf("got the cursor at %d, %d of %d rows", at, column, len(list))
		}
		for _, r := range list {
			if r.Width() > columns {
				t.Fatalf("got %d columns, want at most %d: %q", r.Width(), columns, r.String())
			}
		}
	})
}
