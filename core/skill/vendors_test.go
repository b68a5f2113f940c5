package skill

import (
	"strings"
	"testing"
)

// SK-7: a key of one vendor is named as such, and what only one agent does something with is found, each form once.
func TestVendorsAreNamed(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"---\nsummary: x\nmodel: opus\n---\n", "3 The key \"model\" is for Claude Code only."},
		{"---\nsummary: x\npaths: a\n---\n", "3 The key \"paths\" is for Claude Code and Cursor only."},
		{"---\nsummary: x\ncolour: red\n---\n", "3 The key \"colour\" is not one Lily knows"},
		{"---\nsummary: x\n---\nA $ARGUMENTS b $ARGUMENTS.", "4 Claude Code puts what a person types"},
		{"---\nsummary: x\n---\n\n!`git diff`", "5 Claude Code runs what stands in"},
		{"---\nsummary: x\n---\nSee @docs/notes.md.", "4 Claude Code reads the file"},
		{"---\nsummary: x\n---\n$ARGUMENTS_LIST, x!`y`, !``, me@example.md, @types/node, @decorator, a@b.txt, `.gitignore !`-rules `a`, !`open", ""},
	} {
		var got []string
		for _, f := range Parse("x", []byte(c.text)).Findings {
			if f.Code == "unknown_key" || f.Code == "vendor_form" {
				got = append(got, string(rune('0'+f.Line))+" "+f.Message)
			}
		}
		if len(got) > 1 || c.want == "" && len(got) > 0 || !strings.HasPrefix(strings.Join(got, ""), c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
