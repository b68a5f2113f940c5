package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/tree"
)

func program(s *Store, p core.Program) core.Question {
	return core.Question{Session: s.Session, Skill: "plain", Tool: "shell", Rule: "ask", Program: &p}
}

func source(role core.Role, path, text string) core.Source {
	return core.Source{Role: role, Path: path, Word: 1, Text: tree.NewBlob([]byte(text))}
}

// PO-6: the script that would run is there with the numbers of its lines and what shows
// nothing made visible; what it names and what lies beside it are there to be opened.
func TestApprovalShowsTheScript(t *testing.T) {
	s := smallPage(t)
	script := source(core.Runs, "/workspace/x.sh", "echo one\necho two \u202e\n")
	c, _ := card(s, program(s, core.Program{
		Argv: []string{"bash", "x.sh"}, Exact: true, More: 3,
		Sources: []core.Source{script, source(core.Named, "/workspace/lib.sh", "secret"), source(core.Beside, "/user/skills/plain/a\u202eb", "secret")},
	}))
	got := seen(c)
	has(
		t, got, "What it runs", "/workspace/x.sh", "22 bytes, 2 lines, "+script.Text.Digest().Short()+", as it is now; if it changes before you answer, the call fails.",
		`>1</span>`, "echo one", `>2</span>`, "echo two «U+202E»", "Characters that show nothing are marked with « », in line 2.",
		"Files that this names", "/workspace/lib.sh", "Other files of the skill's folder", "/user/skills/plain/a«U+202E»b", "And 3 more files",
		"A yes that lasts is for these words",
	)
	hasNot(t, got, "secret") // until it is opened
	script.Pinned = true
	c, _ = card(s, program(s, core.Program{Argv: []string{"bash", "x.sh"}, Exact: true, Sources: []core.Source{script}}))
	got = seen(c)
	has(t, got, "of this version of the skill")
	hasNot(t, got, "A yes that lasts")
	f := &fileText{Path: "/workspace/lib.sh", Text: tree.NewBlob([]byte("secret")), Folded: true, open: true}
	has(t, seen(f), "secret", "6 bytes, 1 line")
}

// PO-6: code among the words, and a long word, stand as lines and not as one word of JSON.
func TestApprovalShowsCode(t *testing.T) {
	s := smallPage(t)
	code := "for f in *; do\n\trm \"$f\"\ndone"
	c, _ := card(s, program(s, core.Program{
		Argv:    []string{"bash", "-c", code, "ls", "a\nb", strings.Repeat("w", 121)},
		Sources: []core.Source{{Role: core.Runs, Word: 2, By: "bash", Text: tree.NewBlob([]byte(code))}},
	}))
	got := seen(c)
	has(t, got, "Word 3, code for bash.", `>2</span>`, "\trm \"$f\"", "Word 5.", "Word 6.", "<code>ls</code>")
	hasNot(t, got, `\n`, "Word 2", "Word 4")
}

// PO-6: a text that is huge, or none, shows its first lines and how to see the others;
// nothing of it is left out.
func TestCodeText(t *testing.T) {
	for name, tt := range map[string]struct {
		text       string
		rows, more int // rows at first, and all of them
	}{
		"none":      {"", 0, 0},
		"one":       {"a", 1, 1},
		"ended":     {"a\n", 1, 1},
		"empty":     {"\n\n", 2, 2},
		"CRLF":      {"a\r\nb\r\n", 2, 2},
		"long":      {strings.Repeat("line\n", 1000), 200, 1000},
		"wide":      {strings.Repeat("ö", 1<<16), 16, 32},
		"wide, two": {"a\n" + strings.Repeat("ö", 1<<16) + "\nb", 17, 34},
		"bytes":     {"\x00\xff\xfe" + strings.Repeat("\x80", 5000), 2, 2},
	} {
		rows, left := rowsOf(tt.text, codeRows, codeBytes)
		if len(rows) != tt.rows {
			t.Errorf("%s: got %d rows, %d bytes left, want %d", name, len(rows), left, tt.rows)
		}
		all, none := rowsOf(tt.text, 1<<20, 1<<30)
		if len(all) != tt.more || none != 0 {
			t.Errorf("%s: got %d rows, %d bytes left, want %d and 0", name, len(all), none, tt.more)
		}
		var b strings.Builder
		for _, r := range all {
			if r.Line > 1 {
				b.WriteString(map[bool]string{true: "\r\n", false: "\n"}[name == "CRLF"])
			}
			b.WriteString(r.Text)
		}
		if got := strings.TrimRight(b.String(), "\r\n"); got != strings.TrimRight(tt.text, "\r\n") {
			t.Errorf("%s: got %.50q of %d bytes", name, got, len(got))
		}
	}
	c := &codeText{Source: strings.Repeat("line\n", 1000), Label: "x.sh"}
	has(t, seen(c), "3.9 KiB more.", "Show more lines")
	c.pages = 4
	hasNot(t, seen(c), "Show more")
	has(t, fmt.Sprint(oddities("\xff\n\u200b\r\n")), "It is not all text", "in line 1, 2")
	var _ app.Composer = c
}
