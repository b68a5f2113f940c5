package glob

import (
	"strings"
	"testing"

	"lily/core/tree"
)

// PO-3: a pattern means paths segment by segment, ** any number of them, and no way of
// writing one makes matching slow.
func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"docs/**", "docs/a.md", true},
		{"docs/**", "docs/x/y/a.md", true},
		{"docs/**", "docs", true},
		{"docs/**", "docs2/a.md", false},
		{"docs/**", "x/docs/a.md", false},
		{"docs/**", "Docs/a.md", false},
		{"docs/*", "docs/x/a.md", false},
		{"**/*.md", "a.md", true},
		{"**/*.md", "x/y/a.md", true},
		{"**/*.md", "x/y/a.txt", false},
		{"**", "a/b", true},
		{"*.md", "x/a.md", false},
		{"*.md", ".md", true},
		{"a/**/b", "a/b", true},
		{"a/**/b", "a/x/y/b", true},
		{"a/**/b", "a/x/y/c", false},
		{"a/**/**/b/**", "a/b/c", true},
		{"src/?.go", "src/a.go", true},
		{"src/?.go", "src/ab.go", false},
		{"src/[a-c].go", "src/b.go", true},
		{"src/[!a-c].go", "src/b.go", false},
		{"src/[!a-c].go", "src/d.go", true},
		{"{docs,src}/**", "src/a", true},
		{"{docs,src}/**", "lib/a", false},
		{"{a,b{1,2}}.md", "b2.md", true},
		{"{a,b{1,2}}.md", "b.md", false},
		{"docs{,/**}", "docs/a", true},
		{"docs", "docs/a", false},
		{"ü/**", "ü/a", true},
	} {
		g, err := Parse(tt.pattern)
		if err != nil || g.Match(tt.path) != tt.want {
			t.Errorf("%s on %s: got %v, %v, want %v", tt.pattern, tt.path, !tt.want, err, tt.want)
		}
	}
	for _, bad := range []string{"", "/a", "a//b", "a/", "./a", "a/../b", "..", "[a", "a/{b", "a}", "}a{", strings.Repeat("{a,b}", 10), "{" + strings.Repeat(",", 990) + "}", strings.Repeat("a", 1001)} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%.20q: got no error", bad)
		}
	}
	slow, _ := Parse(strings.Repeat("**/a*/", 100) + "b")
	if slow.Match(strings.Repeat("aaaa/", 200) + "c") {
		t.Error("got a match")
	}
}

// PO-3: a folder is looked into where a path below it may be meant.
func TestGlobBelow(t *testing.T) {
	for _, tt := range []struct {
		pattern, folder string
		want            bool
	}{
		{"docs/**", ".", true},
		{"docs/**", "docs", true},
		{"docs/**", "docs/x", true},
		{"docs/**", "src", false},
		{"docs/*.md", "docs", true},
		{"docs/*.md", "docs/x", false},
		{"a/**/b", "a/x/y", true},
		{"docs", "docs", false},
	} {
		if g, err := Parse(tt.pattern); err != nil || g.Below(tt.folder) != tt.want {
			t.Errorf("%s below %s: got %v, %v", tt.pattern, tt.folder, !tt.want, err)
		}
	}
}

// PO-3: what is left is what the pattern means, and no folder that holds none of it.
func TestOnly(t *testing.T) {
	var b tree.Builder
	for _, p := range []string{"docs/a.md", "docs/x/b.md", "src/c.md", "d.md"} {
		if err := b.Put(p, []byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	g, _ := Parse("docs/*.md")
	var left []string
	for p := range b.Tree().Only(g.Match, g.Below).Walk() {
		left = append(left, p)
	}
	if got := strings.Join(left, " "); got != "docs/a.md" {
		t.Errorf("got %s", got)
	}
	if all := b.Tree().Only(func(string) bool { return true }, func(string) bool { return true }); all.Digest() != b.Tree().Digest() {
		t.Error("got another tree, though all is kept")
	}
}
