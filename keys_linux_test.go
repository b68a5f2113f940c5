package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pressed are keys as terminals send them, behind a text, and the row that then stands there with a bar typed in.
var pressed = []struct{ name, keys, want string }{
	{"left", "ab\x1b[D", "a|b"},
	{"left, in the application mode", "ab\x1bOD", "a|b"},
	{"left, by kitty with Num Lock", "ab\x1b[1;129D", "a|b"},
	{"left, with Shift", "ab\x1b[1;2D", "a|b"},
	{"Ctrl-B", "ab\x02", "a|b"},
	{"right", "ab\x01\x1b[C", "a|b"},
	{"right, in the application mode", "ab\x01\x1bOC", "a|b"},
	{"Ctrl-F", "ab\x01\x06", "a|b"},
	{"Home, of xterm", "ab\x1b[H", "|ab"},
	{"Home, in the application mode", "ab\x1bOH", "|ab"},
	{"Home, of the Linux console", "ab\x1b[1~", "|ab"},
	{"Home, of rxvt", "ab\x1b[7~", "|ab"},
	{"Ctrl-A", "ab\x01", "|ab"},
	{"Ctrl-A, by kitty", "ab\x1b[97;5u", "|ab"},
	{"Ctrl-A, by xterm", "ab\x1b[27;5;97~", "|ab"},
	{"End, of xterm", "ab\x01\x1b[F", "ab|"},
	{"End, in the application mode", "ab\x01\x1bOF", "ab|"},
	{"End, of the Linux console", "ab\x01\x1b[4~", "ab|"},
	{"End, of rxvt", "ab\x01\x1b[8~", "ab|"},
	{"Ctrl-E", "ab\x01\x05", "ab|"},
	{"Ctrl-left, of xterm", "ab cd\x1b[1;5D", "ab |cd"},
	{"Ctrl-left, of rxvt", "ab cd\x1bOd", "ab |cd"},
	{"Ctrl-left, of old terminals", "ab cd\x1bO5D", "ab |cd"},
	{"Alt-left, of xterm", "ab cd\x1b[1;3D", "ab |cd"},
	{"Alt-left, of rxvt", "ab cd\x1b\x1b[D", "ab |cd"},
	{"Alt-B", "ab cd\x1bb", "ab |cd"},
	{"Alt-B, by kitty", "ab cd\x1b[98;3u", "ab |cd"},
	{"Ctrl-right, of xterm", "ab cd\x01\x1b[1;5C", "ab| cd"},
	{"Ctrl-right, of rxvt", "ab cd\x01\x1bOc", "ab| cd"},
	{"Alt-F", "ab cd\x01\x1bf", "ab| cd"},
	{"Backspace", "abc\x7f", "ab|"},
	{"Backspace, of terminals that send Ctrl-H", "abc\x08", "ab|"},
	{"Backspace, by kitty", "abc\x1b[127u", "ab|"},
	{"Delete", "abc\x01\x1b[3~", "|bc"},
	{"Ctrl-D in a text", "abc\x01\x04", "|bc"},
	{"Ctrl-Delete, of xterm", "ab cd\x01\x1b[3;5~", "| cd"},
	{"Ctrl-Delete, of rxvt", "ab cd\x01\x1b[3^", "| cd"},
	{"Alt-D", "ab cd\x01\x1bd", "| cd"},
	{"Alt-Backspace", "ab cd.e\x1b\x7f", "ab cd.|"},
	{"Alt-Backspace, by kitty", "ab cd.e\x1b[127;3u", "ab cd.|"},
	{"Ctrl-W", "ab cd.e\x17", "ab |"},
	{"Ctrl-U", "ab\x15cd", "cd|"},
	{"Ctrl-K", "abc\x01\x06\x0b", "a|"},
	{"Ctrl-Y", "ab\x15\x19\x19", "abab|"},
	{"Ctrl-T", "abc\x14", "acb|"},
	{"Ctrl-_", "ab \x17\x1f", "ab |"},
	{"Ctrl-_, by kitty as Ctrl-/", "ab \x17\x1b[47;5u", "ab |"},
	{"Alt-Enter", "ab\x1b\rcd", "ab\n  cd|"},
	{"Shift-Enter, where a terminal tells", "ab\x1b[13;2ucd", "ab\n  cd|"},
	{"Ctrl-J", "ab\ncd", "ab\n  cd|"},
	{"a backslash and Enter", "ab\\\rcd", "ab\n  cd|"},
	{"up in a text of two lines", "ab\ncd\x1b[A", "ab|\n  cd"},
	{"down in a text of two lines", "ab\ncd\x1bOA\x1bOB", "ab\n  cd|"},
	{"a paste", "ab\x1b[200~cd\refg\x1b[201~", "abcd\n  efg|"},
	{"a paste with sequences and Ctrl-C", "ab\x1b[200~\x1b[D\x03\x1b[201~", "ab«U+001B»[D«U+0003»|"},
	{"letters of other languages", "é日😀\x1b[D", "é日|😀"},
	{"keys of the number pad", "\x1bOq\x1bOk\x1bOr", "1+2|"},
	{"keys that say nothing", "ab\x1bOP\x1b[15~\x1b[[A\x1b[5~\x1b[2~\x07\x0f\x1c", "ab|"},
	{"a mouse that nobody asked for", "ab\x1b[<0;9;9M\x1b[<0;9;9m\x1b[M !!", "ab|"},
	{"keys that are let go", "ab\x1b[97;1:3u\x1b[1;1:3D", "ab|"},
	{"what a terminal answers", "ab\x1b[?62;c\x1b[12;40R\x1b]11;rgb:0/0/0\x07", "ab|"},
	{"Escape", "ab\x1b[27u", "ab|"},
}

// stands waits until the screen ends so.
func (s *tty) stands(want string) {
	s.t.Helper()
	late := time.After(20 * time.Second)
	for !strings.HasSuffix(s.as.All(), want) {
		select {
		case <-s.as.Changed():
		case <-late:
			s.t.Fatalf("got\n%s\nwant at its end\n%s", s.as.All(), want)
		}
	}
}

// TM-1: each key, as terminals of several kinds send it, on a terminal.
func TestEachKey(t *testing.T) {
	s := onTerminal(t, folder(t, nil), nil, "session")
	s.stands("/help\n>")
	for _, tt := range pressed {
		s.press(tt.keys + "|")
		t.Run(tt.name, func(t *testing.T) {
			s.t = t
			s.stands("/help\n> " + tt.want)
		})
		s.press("\x03")
		s.stands("/help\n>")
	}
	s.t = t
	s.press("\x1b[100;5u") // Ctrl-D by kitty
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
	if strange := s.as.Strange(); len(strange) > 0 {
		t.Errorf("got %q written", strange)
	}
}

// TM-1: Ctrl-C wherever a person may press it, and what then stands on the screen. What was asked is not done, and what
// was running is gone.
func TestInterruptAnywhere(t *testing.T) {
	dir := kitted(t)
	slow := strings.NewReplacer("name: kit", "name: slow", "echo made >out.txt; cat out.txt", "echo $$ >"+dir+"/running; exec sleep 600").Replace(kit)
	if err := os.MkdirAll(filepath.Join(dir, "skills", "slow"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skills", "slow", "SKILL.md"), []byte(slow), 0o666); err != nil {
		t.Fatal(err)
	}
	s := onTerminal(t, dir, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--unsandboxed")
	s.resize(120, 40)
	s.stands("/help\n>")
	const asks, stopped, again = "texts: a >", "The request was cancelled.\n>", "once more to leave, or go on.\n>"
	for _, tt := range []struct{ name, keys, sees, then, now, want string }{
		{"half a line", "abc", "/help\n> abc", "", "", "/help\n>"},
		{"a text of two lines", "abc\ndef", "/help\n> abc\n  def", "", "", "/help\n>"},
		{"completion", "/skill \t", "\n  1 more", "", "", "/help\n>"},
		{"a question", "/skill kit make\r", asks, "", "", stopped},
		{"an answer that is typed", "/skill kit make\r", asks, "abc", asks + " abc", stopped},
		{"a program", "/skill slow make\r", asks, "y\r", "s · Ctrl-C stops it", stopped},
		{"a line that is typed meanwhile", "/skill slow make\r", asks, "y\rabc", "s · Ctrl-C stops it\n> abc", stopped + " abc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.t = t
			s.press(tt.keys)
			s.stands(tt.sees)
			s.press(tt.then)
			s.stands(tt.now)
			s.press("\x03")
			s.stands(tt.want)
		})
	}
	s.t = t
	if _, err := os.Stat(filepath.Join(dir, "out.txt")); err == nil {
		t.Error("what was asked was done")
	}
	data, err := os.ReadFile(filepath.Join(dir, "running"))
	pid, err2 := strconv.Atoi(strings.TrimSpace(string(data)))
	if err := errors.Join(err, err2); err != nil || !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		t.Errorf("got a program that still runs: %q, %v", data, err)
	}
	s.press("\x03")
	s.stands(stopped)
	s.press("\x03")
	s.stands(again)
	s.press("x\x7f\x03")
	s.stands("Press Ctrl-C " + again[:len(again)-2] + "\nPress Ctrl-C " + again)
	s.press("\x03")
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
}

// What was typed is there in a later session of the person's, for nobody else; a guest neither sees it nor adds to it.
func TestHistoryLasts(t *testing.T) {
	data := t.TempDir()
	sits := func(args ...string) *tty {
		s := onTerminal(t, t.TempDir(), []string{"XDG_DATA_HOME=" + data}, append([]string{"session"}, args...)...)
		s.resize(120, 40)
		s.stands("/help\n>")
		return s
	}
	leaves := func(s *tty) {
		t.Helper()
		s.press("\x03\x04")
		if code := s.end(); code != 0 {
			t.Errorf("got exit %d", code)
		}
	}
	s := sits()
	s.press("/first of all\r\x1b[200~/second\nline\x1b[201~\r /not kept\r")
	s.stands("Error: /not is not a command.\n>")
	leaves(s)
	for _, args := range [][]string{{"--guest"}, {"--no-keep"}} {
		s = sits(args...)
		s.press("\x12\x1b[Ax")
		s.stands("/help\n> x")
		s.press("\x15/unkept\r")
		s.stands("Error: /unkept is not a command.\n>")
		leaves(s)
	}
	s = sits()
	s.press("\x1b[A")
	s.stands("> /second\n  line")
	s.press("\x12of a")
	s.stands("> /first of all\nsearch: of a · Ctrl-R goes on, Ctrl-G goes back")
	s.press("\x07")
	s.stands("> /second\n  line")
	leaves(s)
	if info, err := os.Stat(filepath.Join(data, "lily", "history")); err != nil || info.Mode() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

// SN-4: what has changed on the disk is told once, as a line, and a reload takes it up.
func TestBehindOnATerminal(t *testing.T) {
	skill := func(name, says string) string {
		return "---\nname: " + name + "\ndescription: " + says + "\n---\nText.\n"
	}
	dir := folder(t, map[string]string{"skills/one/SKILL.md": skill("one", "Says one.")})
	s := onTerminal(t, dir, []string{"NO_COLOR=1"}, "session", "--workspace", ".")
	s.resize(120, 40)
	s.stands("/help\n>")
	if err := os.WriteFile(filepath.Join(dir, "skills", "one", "SKILL.md"), []byte(skill("one", "Says two.")), 0o666); err != nil {
		t.Fatal(err)
	}
	const behind = "Snapshot v1 is behind: the files have changed. /reload_skills takes a new one.\n>"
	for _, step := range []struct{ line, want string }{
		{"/nope1", "Error: /nope1 is not a command.\n" + behind},
		{"/nope2", "Error: /nope2 is not a command.\n>"},
		{"/reload_skills", "Changed: one\n>"},
		{"/nope3", "Error: /nope3 is not a command.\n>"},
	} {
		s.press(step.line + "\r")
		s.stands(step.want)
	}
	s.press("\x04")
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
}

// TM-3: what a session has changed of the project is shown and written while it goes on, file by file, and is there again
// when the session goes on later.
func TestKeptAsideOnATerminal(t *testing.T) {
	dir := folder(t, map[string]string{
		"w/skills/edit/SKILL.md": dispatching("change", "edit"), "w/a.txt": "one\n", "w/b.txt": "one\n", "policy.yaml": "ask: full_auto\n",
	})
	data, work := t.TempDir(), filepath.Join(dir, "w")
	sits := func(args ...string) *tty {
		args = append([]string{"session", "--workspace", ".", "--policy", filepath.Join(dir, "policy.yaml")}, args...)
		s := onTerminal(t, work, []string{"NO_COLOR=1", "XDG_DATA_HOME=" + data}, args...)
		s.resize(150, 50)
		s.shows("/help\n>")
		return s
	}
	s := sits()
	const hint = ". /diff shows what differs, /write writes it.\n>"
	for _, step := range []struct{ line, want string }{
		{"/diff", "Nothing is kept aside.\n>"},
		{"/change path=a.txt old=one new=two", "1 changed file kept aside: M a.txt" + hint},
		{"/change path=b.txt old=one new=two", "2 changed files kept aside: M a.txt, M b.txt" + hint},
		{"/diff b.txt", "M b.txt\n  -one\n  +two\n>"},
		{"/diff b\t", "M b.txt\n  -one\n  +two\n>"}, // as Tab has it
		{"/write c.txt", "Error: \"c.txt\" is not among what is kept aside: M a.txt, M b.txt.\n>"},
		{"/write b.txt", "lily: wrote 1 changed file to " + work + ": M b.txt\n>"},
		{"/diff", "M a.txt\n  -one\n  +two\n>"},
	} {
		s.press(step.line + "\r")
		s.stands(step.want)
	}
	s.press("\x04")
	s.stands("x throw them away:")
	s.press("n\r")
	s.end()
	s = sits("--resume")
	s.shows("took up 1 changed file of an earlier session: M a.txt")
	s.press("/diff\r")
	s.stands("M a.txt\n  -one\n  +two\n>")
	s.press("/write\r")
	s.stands("M a.txt\n>")
	s.press("/write\r")
	s.stands("Nothing is kept aside.\n>")
	s.press("\x04")
	s.end()
	for _, name := range []string{"a.txt", "b.txt"} {
		if got, err := os.ReadFile(filepath.Join(work, name)); err != nil || string(got) != "two\n" {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// TM-1: the narrowest and the widest window that a person may have.
func TestOddSizes(t *testing.T) {
	s := onTerminal(t, folder(t, nil), []string{"NO_COLOR=1"}, "session")
	s.shows("/help\n>")
	s.resize(20, 8)
	s.press("abcdefghijklmnopqrstuvwxyz\x01|")
	s.stands("\n> |abcdefghijklmnop\n  qrstuvwxyz")
	s.resize(300, 50)
	s.press("|")
	s.stands("\n> ||abcdefghijklmnopqrstuvwxyz")
	s.press("\x15\x0b/help\r")
	s.stands("\n>")
	s.resize(20, 8)
	s.press("\x12x")
	s.stands("search: x (nothing…")
	s.press("\x03\x04")
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
	if strange := s.as.Strange(); len(strange) > 0 {
		t.Errorf("got %q written", strange)
	}
}
