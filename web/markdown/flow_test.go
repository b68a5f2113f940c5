package markdown

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pieces of a text as a flow cuts it when it arrives in portions of n bytes.
func cutBy(text string, n int) []string {
	var f Flow
	for i := n; i < len(text); i += n {
		f.Grow(text[:i])
	}
	f.Grow(text)
	return f.list()
}

func (f *Flow) list() (list []string) {
	from := 0
	for _, to := range f.Cuts {
		list = append(list, f.Text[from:to])
		from = to
	}
	return append(list, f.Text[from:])
}

func TestFlow(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"one", "one"},
		{"one\n\ntwo", "one\n\n|two"},
		{"one\ntwo\n\n\nthree\n", "one\ntwo\n\n\n|three\n"},
		{"one\r\n\r\ntwo", "one\r\n\r\n|two"},
		{"one\n\n  two", "one\n\n  two"},
		{"one\n\n    code", "one\n\n    code"},
		{"- a\n\n- b\n\nc", "- a\n\n- b\n\nc"}, // c may still become an item
		{"- a\n\n- b\n\nc\n", "- a\n\n- b\n\n|c\n"},
		{"1. a\n\n   more\n\n2. b\n\nc\n", "1. a\n\n   more\n\n2. b\n\n|c\n"},
		{"a\n\n- b", "a\n\n|- b"},
		{"a\n```go\nx\n\ny\n```\nb", "a\n|```go\nx\n\ny\n```\n|b"},
		{"```\nx\n\n~~~\n\ny", "```\nx\n\n~~~\n\ny"},
		{"````\n```\n\n````\n\nz", "````\n```\n\n````\n|\n|z"},
		{"- a\n  ```\n  x\n\n  y\n  ```\n\nb\n", "- a\n  ```\n  x\n\n  y\n  ```\n\n|b\n"},
		{"- a\n  ```\nb\n\nc\n", "- a\n  ```\nb\n\n|c\n"},
		{"- a\n  - b\n\n  ```\n  x\n\n  y\n  ```\n\nb\n", "- a\n  - b\n\n  ```\n  x\n\n  y\n  ```\n\n|b\n"},
		{"<!-- a\n\nb -->\n\nc\n", "<!-- a\n\nb -->\n\n|c\n"},
		{"<div>\n```\n\na\n\nb", "<div>\n```\n\na\n\nb"},
		{"> a\n\n> b\n", "> a\n\n|> b\n"},
		{"# a\n\n| b |\n|---|\n| c |\n\nd", "# a\n\n|| b |\n|---|\n| c |\n\n|d"},
	} {
		for n := 1; n < 4; n++ {
			if got := strings.Join(cutBy(c.text, n), "|"); got != c.want {
				t.Errorf("%q by %d: got %q, want %q", c.text, n, got, c.want)
			}
		}
	}
}

// shownAs is a text's nodes, without what only divides them.
func shownAs(list ...string) string {
	var b strings.Builder
	above := outline(0)
	for _, text := range list {
		html := app.HTMLString(&Prose{Source: text, Above: above})
		above = above.through(text)
		html = strings.TrimSuffix(html[strings.Index(html, ">")+1:], "</div>")
		b.WriteString(html)
	}
	return strings.Join(strings.Fields(attributes.ReplaceAllString(b.String(), "<$1")), " ")
}

// attributes come in no order.
var attributes = regexp.MustCompile(`<(\w+) [^>]*`)

// FuzzFlow: whatever arrives in whatever portions, the blocks joined are the
// text, the portions make no difference, and the blocks read one by one are what
// the whole text is.
func FuzzFlow(f *testing.F) {
	for _, text := range []string{
		"one\n\ntwo", "- a\n\n  b\n- c\n\nd\n", "```\nx\n\ny\n```\nz", "1. a\n   ```\n   x\n\n   ```\n\n2. b\n\nc\n", "> a\n\n> - b\n\nc",
		"<div>\n\n```\n\n</div>\n\na", "<!-- x\n\ny -->\n\nz\n", "- - a\n\n    b\n\nc\n", "a\n\n[b]: /c\n\n[b]\n", "* * *\n\n- x\n\n\ty\n", "~~~ `\na\n\n~~~\nb\n", "10) a\n\n    ```\n    b\n\n    ```\n\nc\n",
	} {
		f.Add(text, 1)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		text = strings.ToValidUTF8(text, "?")
		if len(text) > 2000 {
			return
		}
		var whole Flow
		whole.Grow(text)
		list := whole.list()
		if got := strings.Join(list, ""); got != text {
			t.Fatalf("got %q, want %q", got, text)
		}
		if got, want := strings.Join(cutBy(text, max(1, n%7)), "\x00"), strings.Join(list, "\x00"); got != want {
			t.Errorf("in portions got %q, want %q", got, want)
		}
		if got, want := shownAs(list...), shownAs(text); got != want && !whole.Defines {
			t.Errorf("%q as %q: got\n%s\nwant\n%s", text, list, got, want)
		}
	})
}

// Texts made of lines that matter to blocks: read block by block they are what
// they are as a whole.
func TestFlowAgrees(t *testing.T) {
	lines := []string{
		"", "", "", "", "a", "b *c*", "- a", "- ", "  - b", "    - c", "1. a", "12) b", "  c", "   d", "    e", "\tf", "```", "```go", "  ```", "   ```",
		"    ```", "~~~~", "# h", "### i", "## j", "> ## k", "> q", "> - q", "> ```", "***", "- - -", "===", "---", "| a |", "|---|", "<div>", "<b>x</b>", "<!-- x", "x -->", "<pre>", "</pre>", "<https://a.example>", "- ```", "* - a",
	}
	n := 5000
	if testing.Short() {
		n = 1000
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		var b strings.Builder
		for range 2 + r.IntN(9) {
			b.WriteString(lines[r.IntN(len(lines))] + "\n")
		}
		text := b.String()
		var f Flow
		f.Grow(text)
		if got, want := shownAs(f.list()...), shownAs(text); got != want {
			t.Fatalf("%q as %q: got\n%s\nwant\n%s", text, f.list(), got, want)
		}
	}
}
