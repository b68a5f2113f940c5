package approval

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/call"
	"lily/core/command"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

// PO-6: what is too much for a card is counted, and the dialog has it.
func TestApprovalCountsWhatItLeavesOut(t *testing.T) {
	long := strings.Repeat("x", 200)
	many := func(n int, word string) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf("%s%d", word, i))
		}
		return list
	}
	files := func(role call.Role, n int) (list []call.Source) {
		for i := range n {
			list = append(list, source(role, fmt.Sprintf("/workspace/%s%d.sh", role, i), "body"))
		}
		return list
	}
	args := command.Args{}
	for i := range 20 {
		args[fmt.Sprintf("a%02d", i)] = long
	}
	for _, x := range []struct {
		what     string
		q        call.Question
		has, not []string
	}{
		{"words", call.Question{Program: &call.Program{Argv: many(3000, "w")}}, []string{"w0<", "w23<", "And 2,968 more words.", "w2999<", "2993"}, []string{"w24<", "w2991<"}},
		{"words that fit", call.Question{Program: &call.Program{Argv: many(32, "w")}}, []string{"w24<", "w31<"}, []string{"And "}},
		{"long words", call.Question{Program: &call.Program{Argv: []string{"p", long, long, long, long, long}}}, []string{"Word 4.", "And 2 more long words.", "200 bytes in all."}, []string{"Word 5."}},
		{"environment", call.Question{Program: &call.Program{Argv: []string{"p"}, Env: many(300, "E")}}, []string{"300 names", "And 284 more environment names."}, []string{"E20"}},
		{"scripts", call.Question{Program: &call.Program{Argv: []string{"p"}, Sources: files(call.Runs, 20)}}, []string{"And 5 more folded scripts.", "And 12 more files."}, []string{"runs9.sh"}},
		{"other files", call.Question{Program: &call.Program{Argv: []string{"p"}, Sources: files(call.Beside, 200)}}, []string{"And 192 more files."}, []string{"beside9.sh"}},
		{"arguments", call.Question{Args: args}, []string{"And 13 more long arguments.", "And 4 more arguments."}, []string{"a16"}},
		{"changes", call.Question{Touches: make([]call.Touch, 10)}, []string{"And 7 more changed files."}, nil},
	} {
		s := statetest.Small(t)
		x.q.Session = s.Sessions.Session
		c, _ := card(s, x.q)
		got := htmltest.Seen(c)
		htmltest.Has(t, got, x.has...)
		htmltest.HasNot(t, got, x.not...)
		if left := strings.Contains(got, "Not all of it stands here"); left == (x.what == "words that fit") {
			t.Errorf("%s: got a card that says that some is left out: %t", x.what, left)
		}
		for c.open, c.more = true, 0; strings.Contains(htmltest.Seen(c), "Show more<"); c.more++ {
			if c.more > 10 {
				t.Fatalf("%s: got no end of what is left out", x.what)
			}
		}
		if x.what != "words that fit" {
			htmltest.Has(t, htmltest.Seen(c), x.not...)
		}
	}
}
