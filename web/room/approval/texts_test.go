package approval

import (
	"strings"
	"testing"

	"lily/core/call"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

func program(s *statetest.Page, p call.Program) call.Question {
	return call.Question{Session: s.Sessions.Session, Skill: "plain", Tool: "shell", Rule: "ask", Program: &p}
}

func source(role call.Role, path, text string) call.Source {
	return call.Source{Role: role, Path: path, Word: 1, Text: tree.NewBlob([]byte(text))}
}

// PO-6: the script that would run is there with the numbers of its lines and what shows
// nothing made visible; what it names and what lies beside it are there to be opened.
func TestApprovalShowsTheScript(t *testing.T) {
	s := statetest.Small(t)
	script := source(call.Runs, "/workspace/x.sh", "echo one\necho two \u202e\n")
	c, _ := card(s, program(s, call.Program{
		Argv: []string{"bash", "x.sh"}, Exact: true, More: 3,
		Sources: []call.Source{script, source(call.Named, "/workspace/lib.sh", "secret"), source(call.Beside, "/user/skills/plain/a\u202eb", "secret")},
	}))
	got := htmltest.Seen(c)
	htmltest.Has(
		t, got, "What it runs", "/workspace/x.sh", "22 bytes, 2 lines, "+script.Text.Digest().Short()+", as it is now; if it changes before you answer, the call fails.",
		`>1</span>`, "echo one", `>2</span>`, "echo two «U+202E»", "Characters that show nothing are marked with « », in line 2.",
		"Files that this names", "/workspace/lib.sh", "Other files of the skill's folder", "/user/skills/plain/a«U+202E»b", "And 3 more files",
		"A yes that lasts is for these words",
	)
	htmltest.HasNot(t, got, "secret") // until it is opened
	script.Pinned = true
	c, _ = card(s, program(s, call.Program{Argv: []string{"bash", "x.sh"}, Exact: true, Sources: []call.Source{script}}))
	got = htmltest.Seen(c)
	htmltest.Has(t, got, "of this version of the skill")
	htmltest.HasNot(t, got, "A yes that lasts")
	f := &fileText{Path: "/workspace/lib.sh", Text: tree.NewBlob([]byte("secret")), Folded: true, open: true}
	htmltest.Has(t, htmltest.Seen(f), "secret", "6 bytes, 1 line")
}

// PO-6: code among the words, and a long word, stand as lines and not as one word of JSON.
func TestApprovalShowsCode(t *testing.T) {
	s := statetest.Small(t)
	code := "for f in *; do\n\trm \"$f\"\ndone"
	c, _ := card(s, program(s, call.Program{
		Argv:    []string{"bash", "-c", code, "ls", "a\nb", strings.Repeat("w", 121)},
		Sources: []call.Source{{Role: call.Runs, Word: 2, By: "bash", Text: tree.NewBlob([]byte(code))}},
	}))
	got := htmltest.Seen(c)
	htmltest.Has(t, got, "Word 3, code for bash.", `>2</span>`, "\trm \"$f\"", "Word 5.", "Word 6.", "<code>ls</code>")
	htmltest.HasNot(t, got, `\n`, "Word 2", "Word 4")
}
