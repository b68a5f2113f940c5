package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// asUsual reports whether a terminal reads lines, shows what is typed and sends signals, as a shell wants it.
func (s *tty) asUsual() bool {
	s.t.Helper()
	var modes unix.Termios
	ioctl(s.t, s.keys, unix.TCGETS, unsafe.Pointer(&modes))
	const usual = unix.ICANON | unix.ECHO | unix.ISIG
	return modes.Lflag&usual == usual && modes.Oflag&unix.OPOST != 0
}

// upstreamed is a folder with a file of upstreams for one.
func upstreamed(t *testing.T, up *upstream.Server) string {
	t.Helper()
	return folder(t, map[string]string{"up.yaml": "upstreams:\n  - id: up\n    format: openai\n    url: " + up.Base(model.OpenAI) + "\n"})
}

// Ctrl-Z amid a reply: what arrives while the program is stopped is shown after fg, and nothing is there twice.
func TestStopInAReply(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	goes := make(chan struct{})
	reply := upstream.Text("A block.\n\nHalf a ", "sentence.\n\nThe", " end.")
	reply.Chunks[1].Wait = goes
	dir := upstreamed(t, upstream.Start(t, reply))
	s := onTerminalOf(t, dir, []string{"PS1=shell: ", "HISTFILE=", "NO_COLOR=1"}, "bash", "--norc", "--noprofile", "-i")
	s.resize(200, 40)
	s.shows("shell:")
	s.press(exe + " session --upstreams up.yaml --model up/m --no-keep\n")
	s.shows("/help\n>")
	s.press("Hello.\r")
	s.shows("> Hello.\nA block.\n\nHalf a")
	s.press("next")
	s.stands("\n> next")
	s.press("\x1a")
	s.stands("\nshell:")
	close(goes)
	s.press("fg\n")
	s.stands("--no-keep\n\nHalf a sentence.\n\nThe end.\n> next")
	s.press("\x03\x04")
	s.stands("\nshell:")
	if all := s.as.All(); strings.Count(all, "A block.") != 1 || strings.Count(all, "The end.") != 1 {
		t.Errorf("got\n%s", all)
	}
	s.press("exit\n")
	s.end()
}

// A terminal that gives keys does so while the program is told that it goes on: Ctrl-C is a key all along.
func TestContinuedGivesKeys(t *testing.T) {
	s := onTerminal(t, folder(t, nil), []string{"NO_COLOR=1"}, "session", "--no-keep")
	s.resize(120, 40)
	s.stands("/help\n>")
	for i := range 300 {
		s.cmd.Process.Signal(syscall.SIGCONT)
		for range 50 {
			if s.asUsual() {
				t.Fatalf("after %d signals the terminal reads lines", i+1)
			}
		}
	}
	s.press("abc")
	s.stands("\n> abc")
	s.press("\x03\x04")
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
}

// changedAside is a session on a terminal that has changed a file and not written it.
func changedAside(t *testing.T, big string, args ...string) (s *tty, dir, data string) {
	t.Helper()
	dir, data = folder(t, map[string]string{
		"w/skills/edit/SKILL.md": dispatching("change", "edit"), "w/a.txt": "one\n" + big, "policy.yaml": "ask: full_auto\n",
	}), t.TempDir()
	work := filepath.Join(dir, "w")
	args = append([]string{"session", "--workspace", ".", "--policy", filepath.Join(dir, "policy.yaml")}, args...)
	s = onTerminal(t, work, []string{"NO_COLOR=1", "XDG_DATA_HOME=" + data}, args...)
	s.resize(150, 50)
	s.shows("/help\n>")
	s.press("/change path=a.txt old=one new=two\r")
	s.shows("/write writes it.\n>")
	return s, work, data
}

const lastAsked = "x throw them away:"

// Whatever ends a session at its last question but a yes writes nothing; the next session has what was changed, and the
// person has heard how to get it.
func TestLastQuestion(t *testing.T) {
	for name, tt := range map[string]struct {
		ends func(s *tty)
		code int
		told bool
	}{
		"Ctrl-C":  {func(s *tty) { s.press("\x03") }, 0, true},
		"Ctrl-D":  {func(s *tty) { s.press("\x04") }, 0, true},
		"closed":  {func(s *tty) { s.keys.Close() }, -1, false},
		"SIGTERM": {func(s *tty) { s.cmd.Process.Signal(syscall.SIGTERM) }, 1, true},
		"SIGHUP":  {func(s *tty) { s.cmd.Process.Signal(syscall.SIGHUP) }, 1, true},
		"kill":    {func(s *tty) { s.cmd.Process.Kill() }, -1, false},
	} {
		t.Run(name, func(t *testing.T) {
			s, work, data := changedAside(t, "")
			s.press("\x04")
			s.stands(lastAsked)
			tt.ends(s)
			if code := s.end(); tt.code >= 0 && code != tt.code {
				t.Errorf("got exit %d in\n%s", code, s.as.All())
			}
			if all := strings.ReplaceAll(s.as.All(), "\n", " "); tt.told && !strings.Contains(all, "not written: M a.txt; they are kept aside: lily session --restore --write in "+work) {
				t.Errorf("got\n%s", s.as.All())
			}
			if tt.told && !s.asUsual() {
				t.Error("the terminal is not as it was")
			}
			if got, err := os.ReadFile(filepath.Join(work, "a.txt")); err != nil || string(got) != "one\n" {
				t.Errorf("got %q, %v", got, err)
			}
			t.Setenv("XDG_DATA_HOME", data)
			if _, _, errs := lily(t, "", "session", "--workspace", work, "--restore", "--write"); !strings.Contains(errs, "wrote 1 changed file to ") {
				t.Errorf("got %s", errs)
			}
		})
	}
}

// Two sessions in one folder: neither takes what the other keeps aside, and a file that one writes while its difference
// is shown in the other stays as it is.
func TestTwoInOneFolder(t *testing.T) {
	s, work, data := changedAside(t, "")
	s.press("\x04")
	s.stands(lastAsked)
	s.press("d\r")
	s.stands("-one\n  +two\n1 changed file of " + work + ": M a.txt\nWrite them? y yes, d show what differs, n leave them aside, " + lastAsked)
	other := onTerminal(t, work, []string{"NO_COLOR=1", "XDG_DATA_HOME=" + data}, "session", "--workspace", ".", "--policy", filepath.Join(filepath.Dir(work), "policy.yaml"))
	other.resize(150, 50)
	other.shows("/help\n>")
	other.press("/change path=a.txt old=one new=three\r")
	other.stands("/write writes it.\n>")
	other.press("/write\r")
	other.stands("lily: wrote 1 changed file to " + work + ": M a.txt\n>")
	other.press("\x04")
	if code := other.end(); code != 0 || strings.Contains(other.as.All(), "earlier sessions") {
		t.Errorf("got exit %d,\n%s", code, other.as.All())
	}
	s.press("y\r")
	if code := s.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
	for _, want := range []string{"a.txt: it has changed on the disk since it was read", "not written: M a.txt; they are kept aside: "} {
		if all := unwrapped(s.as.All()); !strings.Contains(all, want) {
			t.Errorf("got no %q in\n%s", want, all)
		}
	}
	if got, err := os.ReadFile(filepath.Join(work, "a.txt")); err != nil || string(got) != "three\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

// Ctrl-C while files are written back leaves none half, and says of each what became of it: the sum is all.
func TestInterruptWritingBack(t *testing.T) {
	const many = 400
	for _, way := range []string{"/write\r", "\x04y\r"} {
		dir := folder(t, map[string]string{"w/skills/run/SKILL.md": dispatching("run", "shell"), "policy.yaml": "ask: full_auto\n"})
		work := filepath.Join(dir, "w")
		s := onTerminal(t, work, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--policy", filepath.Join(dir, "policy.yaml"), "--unsandboxed")
		s.resize(150, 50)
		s.shows("/help\n>")
		s.press(fmt.Sprintf("/run \"sh -c 'for i in $(seq %d); do echo whole >f$i; done'\"\r", many))
		s.shows("/write writes it.\n>")
		for _, keys := range strings.SplitAfter(way, "\x04") {
			if s.press(keys); keys == "\x04" {
				s.stands(lastAsked)
			}
		}
		s.press("\x03")
		if way[0] == '/' {
			s.press("/nope\r")
			s.stands("/nope is not a command.\n>")
			if s.press("\x04"); strings.Contains(s.as.All(), "still kept aside") {
				s.stands(lastAsked)
				s.press("n\r")
			}
		}
		if code := s.end(); code != 0 {
			t.Errorf("got exit %d", code)
		}
		var wrote, left int
		fmt.Sscanf(after(s.as.All(), "lily: wrote "), "%d", &wrote)
		list, _ := filepath.Glob(filepath.Join(work, "f*"))
		for _, at := range list {
			if text, err := os.ReadFile(at); err != nil || string(text) != "whole\n" {
				t.Errorf("%s: got %q, %v", at, text, err)
			}
		}
		parts, _ := filepath.Glob(filepath.Join(work, ".lily*"))
		if _, _, errs := lilyKept(t, s, work); wrote < many {
			fmt.Sscanf(after(errs, "kept aside from earlier sessions here: "), "%d", &left)
		}
		if wrote != len(list) || wrote+left != many || len(parts) > 0 {
			t.Errorf("%q: got %d files, %d told of, %d left aside, %d parts in\n%s", way, len(list), wrote, left, len(parts), s.as.All())
		}
	}
}

// lilyKept starts once more where a session on a terminal has been.
func lilyKept(t *testing.T, s *tty, work string) (int, string, string) {
	t.Helper()
	for _, one := range s.cmd.Env {
		if at, is := strings.CutPrefix(one, "XDG_DATA_HOME="); is {
			t.Setenv("XDG_DATA_HOME", at)
		}
	}
	return lily(t, "", "session", "--workspace", work)
}

func after(text, mark string) string {
	_, rest, _ := strings.Cut(text, mark)
	return rest
}

// A signal, and a terminal that is closed, wherever a person may be: the terminal is as it was, and no program goes on.
func TestEndedAnywhere(t *testing.T) {
	for name, at := range map[string]stay{
		"prompt":     {"", "/help\n>", "", ""},
		"typed":      {"abc", "\n> abc", "", ""},
		"a menu":     {"/skill \t", "\n  text_tools ", "", ""},
		"a search":   {"/nope\r", "not a command.\n>", "\x12nop", "Ctrl-G goes back"},
		"a question": {"/skill kit make\r", "texts: a >", "", ""},
		"an answer":  {"/skill kit make\r", "texts: a >", "ab", "texts: a > ab"},
		"a program":  {"/skill kit make\r", "texts: a >", "y\r", "s · Ctrl-C stops it"},
		"a reply":    {"Hello.\r", "> Hello.\nHalf a", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, pid := at.stays(t)
			s.cmd.Process.Signal(syscall.SIGTERM)
			if code := s.end(); code != 1 || !s.asUsual() {
				t.Errorf("got exit %d, the terminal as it was: %v", code, s.asUsual())
			}
			if out := s.seen.String(); strings.LastIndex(out, "\x1b[?2004l") < strings.LastIndex(out, "\x1b[?2004h") {
				t.Error("the terminal still marks what is pasted")
			}
			if !strings.HasSuffix(s.as.All(), "lily: the session was ended by a signal") {
				t.Errorf("got\n%s", s.as.All())
			}
			gone(t, pid, name == "a program")
		})
		t.Run(name+", closed", func(t *testing.T) {
			s, pid := at.stays(t)
			s.keys.Close()
			if code := s.end(); code != 1 {
				t.Errorf("got exit %d", code)
			}
			gone(t, pid, name == "a program")
		})
	}
}

// stay is what a person presses, and what then stands on the screen, twice.
type stay struct{ keys, sees, then, now string }

// stays is a session in which a person is there, and says which process a program of it has; 0 for none.
func (at stay) stays(t *testing.T) (s *tty, pid func() int) {
	t.Helper()
	running := filepath.Join(t.TempDir(), "running")
	dir := upstreamed(t, upstream.Start(t, upstream.Text("Half a ", "sen").Ending(upstream.Hang)))
	work := folder(t, map[string]string{"skills/kit/SKILL.md": strings.Replace(kit, "echo made >out.txt; cat out.txt", "echo $$ >"+running+"; exec sleep 600", 1)})
	s = onTerminal(t, work, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--unsandboxed", "--upstreams", filepath.Join(dir, "up.yaml"), "--model", "up/m")
	s.resize(120, 40)
	s.stands("/help\n>")
	s.press(at.keys)
	s.shows(at.sees)
	s.press(at.then)
	s.shows(at.now)
	return s, func() (pid int) {
		if data, err := os.ReadFile(running); err == nil {
			fmt.Sscan(string(data), &pid)
		}
		return pid
	}
}

// gone reports a program that goes on, and one that was not there or was.
func gone(t *testing.T, pid func() int, was bool) {
	t.Helper()
	if n := pid(); (n != 0) != was || was && syscall.Kill(n, 0) != syscall.ESRCH {
		t.Errorf("got process %d, want one that has ended: %v", n, was)
	}
}

// Where the terminal reads lines, keys that it passes on as they are say nothing to the model, and a person is told so;
// 100 KB in lines arrive whole, and a line whose end is lost is not sent.
func TestLinesOfATerminal(t *testing.T) {
	for _, tt := range []struct{ env, args []string }{{[]string{"TERM=dumb"}, nil}, {nil, []string{"--plain"}}} {
		data := t.TempDir()
		s := onTerminal(t, t.TempDir(), append(tt.env, "XDG_DATA_HOME="+data), append([]string{"session"}, tt.args...)...)
		s.resize(150, 40)
		s.shows("/help\n>")
		for _, keys := range []string{"\x1b[A", "\x1bOA", "\x1b[1;5D", "abc\x1b[D", "\x10"} {
			s.press(keys + "\n")
			s.next("there is no history")
			s.next("> ")
		}
		line := strings.Repeat("0123456789", 400)
		for range 25 {
			s.press(line + "\\\n")
		}
		s.press("the end\n")
		s.next("offline model.")
		s.next("> ")
		s.press(strings.Repeat(line, 25) + "\n")
		s.next("The line was not sent: this terminal passes on 4095 bytes")
		s.next("> ")
		s.press("\x04")
		if code := s.end(); code != 0 {
			t.Errorf("got exit %d", code)
		}
		t.Setenv("XDG_DATA_HOME", data)
		lines, _ := keptLines(t, "s1")
		if want := strings.Repeat(line+"\n", 25) + "the end"; len(lines) != 1 || lines[0] != want {
			t.Errorf("got %d lines, of %d bytes, want one of %d", len(lines), len(strings.Join(lines, "")), len(want))
		}
	}
}

// Where the disk is full at the last question, nothing is half written, what is kept is told with where and how to get
// it back, and what is not kept is not called so: with room again the same question writes it.
func TestFullAtTheLastQuestion(t *testing.T) {
	big := strings.Repeat("0123456789abcde\n", 10_000)
	for name, tt := range map[string]struct {
		most uint64 // bytes that a file may have from now on
		keys string
		says []string
		then string
	}{
		"the journal has room": {64 << 10, "y\r", []string{
			"a.txt: write ", "file too large", "not written: M a.txt; they are kept aside: lily session --restore --write in ",
			", lily session --resume s1 goes on with them, --discard forgets them. The journal is in ",
		}, ""},
		"nothing has room": {0, "y\r", []string{"nothing was written, since the journal cannot be: ", "lily session --resume s1 goes on with them"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, work, data := changedAside(t, big)
			s.press("\x04")
			s.stands(lastAsked)
			limit := unix.Rlimit{Cur: tt.most, Max: unix.RLIM_INFINITY}
			if err := unix.Prlimit(s.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
				t.Fatal(err)
			}
			s.press(tt.keys)
			if code := s.end(); code != 0 {
				t.Errorf("got exit %d", code)
			}
			all := unwrapped(s.as.All())
			for _, want := range tt.says {
				if !strings.Contains(all, want) {
					t.Errorf("got no %q in\n%s", want, all)
				}
			}
			if got, err := os.ReadFile(filepath.Join(work, "a.txt")); err != nil || string(got) != "one\n"+big {
				t.Errorf("got %d bytes, %v", len(got), err)
			}
			if parts, _ := filepath.Glob(filepath.Join(work, ".lily*")); len(parts) > 0 {
				t.Errorf("got %v", parts)
			}
			t.Setenv("XDG_DATA_HOME", data)
			_, _, errs := lily(t, "", "session", "--workspace", work, "--restore", "--write")
			if got, _ := os.ReadFile(filepath.Join(work, "a.txt")); string(got) != "two\n"+big {
				t.Errorf("got %d bytes, %s", len(got), errs)
			}
		})
	}
}

// unwrapped is a text of a screen in one line.
func unwrapped(text string) string { return strings.Join(strings.Fields(text), " ") }
