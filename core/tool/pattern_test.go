package tool

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/command"
	"lily/core/ground"
)

// SK-10: a pattern that would make a search take long is refused, whatever it is written like.
func TestPatternsAreBounded(t *testing.T) {
	w := worldOf(t, map[string]string{"workspace/a.md": strings.Repeat("ab", 100) + "\n"})
	for _, tt := range []struct {
		pattern string
		want    command.Code
	}{
		{"TODO|FIXME", ""},
		{`(?i)\bfoo\w{1,100}[^"]*bar$`, ""},
		{".{1,300}x", ""},
		{"(a|b|ab){1,100}c", ""},
		{"(a|b|ab){1,1000}c", command.TooCostly},
		{"((a|b|ab){30}){30}c", command.TooCostly},
		{"(.?){1000}", command.TooCostly},
		{".{999,}.{999,}", command.TooCostly},
		{"(?:" + strings.Repeat("ab|.c|", 60) + "){9}", command.TooCostly},
		{strings.Repeat("[ab]?", 600), command.TooCostly},
		{strings.Repeat("(", 800) + strings.Repeat(")", 800), command.TooCostly},
		{strings.Repeat("a", 4097), command.TooCostly},
		{"(" + strings.Repeat("abcdef", 600) + "){1000}", command.TooCostly},
	} {
		e, _ := grepFiles.Call(w, args{"pattern": tt.pattern})
		if e.Code != tt.want || e.Success != (tt.want == "") {
			t.Errorf("%.40s: got %q, %.80s, want %q", tt.pattern, e.Code, e.Error, tt.want)
		}
	}
	if e, _ := findFiles.Call(w, args{"pattern": strings.Repeat("*a", 600)}); e.Code != command.TooCostly {
		t.Errorf("got %+v, want a pattern for names refused too", e)
	}
}

// SK-10: a search ends at the same line in every run, and says where and what to do; one that is stopped ends between
// two pieces, also amid a line.
func TestSearchesAreBounded(t *testing.T) {
	const long = "(a|b|ab){1,120}[cd]"
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("workspace/%d.txt", i)] = "abc\n" + strings.Repeat("ab", 100_000)
	}
	w := worldOf(t, files)
	ticks := 0
	w.Tick = func(int, int) bool { ticks++; return true }
	e, _ := grepFiles.Call(w, args{"pattern": long})
	if !e.Success || !strings.HasPrefix(e.Output, "/workspace/0.txt:1:abc\n") || !strings.Contains(e.Output, "(too_costly: stopped in /workspace/1.txt") {
		t.Errorf("got %+v", e)
	}
	if ticks < 200 {
		t.Errorf("got %d ticks, want one for each piece of the work", ticks)
	}
	if e, _ := grepFiles.Call(w, args{"pattern": "abx|aby"}); !e.Success || e.Output != "" {
		t.Errorf("got %+v, want all searched", e)
	}
	asked := 0
	w.Tick = func(int, int) bool { asked++; return asked < 3 }
	if e, _ := grepFiles.Call(w, args{"pattern": long}); e.Code != command.Cancelled || asked != 3 {
		t.Errorf("got %+v after %d ticks, want it stopped at the third", e, asked)
	}
}

// A long line, which is read in pieces, has what it has at a stretch.
func TestLongLinesMatch(t *testing.T) {
	long := strings.Repeat("é", 300_000)
	w := worldOf(t, map[string]string{"workspace/a.txt": long + "x\n" + long + "y\r\n"})
	for pattern, want := range map[string]string{"^é*.$": "12", "[^é]$": "12", `\By`: "", "[y]": "2", "éx": "1", `(?i)É[XZ]\b`: "1"} {
		got := ""
		m, err := newMatcher(pattern, World{}.meter())
		if err != nil {
			t.Fatal(err)
		}
		text, _ := w.Tree.ReadFile("workspace/a.txt")
		err = grep(m, ground.File{Path: "a", Data: text}, func(line string) bool { got += line[3:4]; return true })
		if err != nil || got != want {
			t.Errorf("%s: got lines %q, %v, want %q", pattern, got, err, want)
		}
	}
}
