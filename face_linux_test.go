package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

// shows waits for a text on the screen, as a person sees it.
func (s *tty) shows(want string) {
	s.t.Helper()
	late := time.After(20 * time.Second)
	for !strings.Contains(s.as.All(), want) {
		select {
		case <-s.as.Changed():
		case <-late:
			s.t.Fatalf("got\n%s\nwant\n%s", s.as.All(), want)
		}
	}
}

// resize makes the terminal as wide as the person's window.
func (s *tty) resize(columns, rows int) {
	s.t.Helper()
	s.as.Resize(columns, rows, false)
	size := [4]uint16{uint16(rows), uint16(columns)}
	ioctl(s.t, s.keys, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
}

func (s *tty) press(keys string) {
	s.t.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

const told = `{"text": "# Title\n\n| Name | What |\n|---|---|\n| one | é and some more words for a second row |\n\n- **bold** and ` + "`code`" + `"}` + "\n"

// TM-1: what a person sees at 40 columns: with UTF-8 and without, with colours and without, on a dumb terminal, in words.
func TestScreens(t *testing.T) {
	dir := folder(t, map[string]string{"r.jsonl": told})
	const drawn = "Title\n\nName  What\none   é and some more words for a\n      second row\n\n• bold and `code`\n>"
	for _, tt := range []struct {
		name, want, enter string
		env, args         []string
		colours, redraws  bool
	}{
		{"colours", strings.ReplaceAll(drawn, "`", ""), "\r", nil, nil, true, true},
		{"NO_COLOR", drawn, "\r", []string{"NO_COLOR=1"}, nil, false, true},
		{"LANG=C", strings.NewReplacer("•", "-", "é and some more words for a\n      second row", "<U+00E9> and some more words for\n      a second row").Replace(drawn), "\r", []string{"LC_ALL=C"}, nil, true, true},
		{"dumb", drawn, "\n", []string{"TERM=dumb"}, nil, false, false},
		{"plain", "Heading 1: Title\n\nRow 1 of 1:\nName: one\nWhat: é and some more words for a\n  second row\n\n- bold and code\n>", "\n", nil, []string{"--plain"}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := onTerminal(t, dir, tt.env, append([]string{"session", "--replies", "r.jsonl"}, tt.args...)...)
			s.shows("/help\n>")
			s.resize(40, 20)
			s.press("Go" + tt.enter)
			if tt.name == "LANG=C" {
				tt.want = strings.ReplaceAll(tt.want, "`", "")
			}
			s.shows("> Go\n" + tt.want)
			s.press("\x04")
			if code := s.end(); code != 0 {
				t.Errorf("got exit %d", code)
			}
			out := s.seen.String()
			if got := strings.Contains(out, "\x1b[1;4m"); got != tt.colours {
				t.Errorf("got colours %v", got)
			}
			if got := strings.Contains(out, "\x1b"); got != tt.redraws {
				t.Errorf("got sequences %v in %q", got, out)
			}
			if strange := s.as.Strange(); len(strange) > 0 {
				t.Errorf("got %q written", strange)
			}
		})
	}
}

// Ctrl-Z gives the shell its terminal back as it was, and fg the line that was typed.
func TestStopAtTerminal(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := onTerminalOf(t, t.TempDir(), []string{"PS1=shell: ", "HISTFILE="}, "bash", "--norc", "--noprofile", "-i")
	s.resize(200, 24)
	s.shows("shell:")
	s.press(exe + " session\n")
	s.shows("/help\n>")
	s.press("abc")
	s.shows("\n> abc")
	s.press("\x1a")
	s.shows("Stopped")
	s.press("stty -a | tr ';' '\\n' | tr ' ' '\\n' | grep -c -x -e icanon -e echo -e isig\n")
	s.shows("\n3\n")
	s.press("fg\n")
	s.shows("session\n> abc")
	s.press("\x03\x04")
	s.shows("shell: fg\n" + exe + " session\nshell:")
	s.press("echo left-$((1+1))\n")
	s.shows("left-2")
	s.press("exit\n")
	s.end()
}

// Ctrl-Z while a question waits and while a program runs: fg shows what was there, and it goes on.
func TestStopInATurn(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"skills/kit/SKILL.md": strings.Replace(kit, "echo made >out.txt; cat out.txt", "until test -e "+t.TempDir()+"/go; do sleep 0.1; done; echo went on", 1)})
	s := onTerminalOf(t, dir, []string{"PS1=shell: ", "HISTFILE=", "NO_COLOR=1"}, "bash", "--norc", "--noprofile", "-i")
	s.resize(200, 40)
	s.shows("shell:")
	s.press(exe + " session --workspace . --unsandboxed --no-keep\n")
	s.shows("/help\n>")
	for _, at := range []struct{ keys, sees, again string }{
		{"/skill kit make\r", "texts: a >", "texts: a >"},
		{"y\r", "s · Ctrl-C stops it", "s · Ctrl-C stops it"},
	} {
		s.press(at.keys)
		s.stands(at.sees)
		s.press("\x1a")
		s.stands("\nshell:")
		s.press("fg\n")
		s.stands(at.again)
	}
	s.press("\x03")
	s.stands("The request was cancelled.\n>")
	s.press("\x04")
	s.stands("\nshell:")
	s.press("exit\n")
	s.end()
}

// A reply that is stopped, and a terminal that is closed in one: the turn is over, and the session replays.
func TestReplyIsCutOff(t *testing.T) {
	for name, cut := range map[string]func(s *tty){
		"ctrl-c": func(s *tty) {
			s.press("\x03")
			s.shows("Error: The request was cancelled.\n>")
			s.press("\x03")
			s.shows("Press Ctrl-C once more to leave, or go on.\n>")
			s.press("\x03")
		},
		"closed": func(s *tty) { s.keys.Close() },
		"hangup": func(s *tty) { s.cmd.Process.Signal(syscall.SIGHUP) },
	} {
		t.Run(name, func(t *testing.T) {
			up := upstream.Start(t, upstream.Text("Half a ", "sen").Ending(upstream.Hang))
			dir := folder(t, map[string]string{"up.yaml": "upstreams:\n  - id: up\n    format: openai\n    url: " + up.Base(model.OpenAI) + "\n"})
			path := filepath.Join(dir, "run.lily")
			s := onTerminal(t, dir, nil, "session", "--bundle", path, "--upstreams", "up.yaml", "--model", "up/m")
			s.shows("/help\n>")
			s.press("Hello.\r")
			s.shows("> Hello.\nHalf a sen")
			cut(s)
			s.end()
			replayed(t, path, "Replayed 6 events of session s1, with 1 model request ")
		})
	}
}
