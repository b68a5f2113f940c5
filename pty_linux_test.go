package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"lily/web/terminal/screentest"
)

// screen is a terminal that a program runs on, as a person has one.
type tty struct {
	t    *testing.T
	keys *os.File
	cmd  *exec.Cmd
	lock sync.Mutex
	seen bytes.Buffer
	as   *screentest.Screen // what is seen, as a person sees it
	more chan struct{}      // something came, or nothing will any more
	done bool
	read int // of what was seen, by next
}

// onTerminal starts the command on a terminal of its own.
func onTerminal(t *testing.T, dir string, env []string, args ...string) *tty {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return onTerminalOf(t, dir, env, exe, args...)
}

// ioctl asks the terminal itself. A file that gave its descriptor away could not be closed while it is read.
func ioctl(t *testing.T, keys *os.File, request uintptr, at unsafe.Pointer) {
	t.Helper()
	raw, err := keys.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var no syscall.Errno
	if err := raw.Control(func(fd uintptr) { _, _, no = syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(at)) }); err != nil || no != 0 {
		t.Fatal(err, no)
	}
}

// onTerminalOf starts a program on one.
func onTerminalOf(t *testing.T, dir string, env []string, program string, args ...string) *tty {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		missing(t, err.Error())
	}
	var n uint32
	var unlock int32
	for request, at := range map[uintptr]unsafe.Pointer{syscall.TIOCGPTN: unsafe.Pointer(&n), syscall.TIOCSPTLCK: unsafe.Pointer(&unlock)} {
		ioctl(t, keys, request, at)
	}
	side, err := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := &tty{t: t, keys: keys, cmd: exec.Command(program, args...), more: make(chan struct{}, 1), as: screentest.New(80, 24, false)}
	s.cmd.Dir, s.cmd.Env = dir, append(append(os.Environ(), "LILY_IN_TEST=1", "TERM=xterm", "LC_ALL=C.UTF-8", "XDG_DATA_HOME="+t.TempDir()), env...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = side, side, side
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	side.Close() // the program has it
	go s.follow()
	t.Cleanup(func() { s.cmd.Process.Kill(); keys.Close() })
	return s
}

func (s *tty) follow() {
	part := make([]byte, 4096)
	for {
		n, err := s.keys.Read(part)
		s.lock.Lock()
		s.seen.Write(part[:n])
		s.as.Write(part[:n])
		s.done = err != nil
		s.lock.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// until waits for a text on the screen; without one for the end.
func (s *tty) until(text string) string {
	s.t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case <-s.more:
		case <-late:
			s.t.Fatalf("it neither ends nor goes on:\n%s", s.as.All())
		}
		s.lock.Lock()
		seen, done := s.seen.String(), s.done
		s.lock.Unlock()
		if text != "" && strings.Contains(seen, text) {
			return seen
		}
		if done {
			if text != "" {
				s.t.Fatalf("got %q, want %q", seen, text)
			}
			return seen
		}
	}
}

// next waits for a text below what it was last asked for, and gives all of the screen in between.
func (s *tty) next(text string) string {
	s.t.Helper()
	for {
		s.lock.Lock()
		seen, done := s.seen.String()[s.read:], s.done
		at := strings.Index(seen, text)
		if at >= 0 {
			s.read += at + len(text)
		}
		s.lock.Unlock()
		if at >= 0 {
			return seen[:at+len(text)]
		}
		if done {
			s.t.Fatalf("got %q, want %q", seen, text)
		}
		select {
		case <-s.more:
		case <-time.After(20 * time.Second):
			s.t.Fatalf("got %q, want %q", seen, text)
		}
	}
}

// end waits for the end of the program, and gives its exit code.
func (s *tty) end() int {
	s.until("")
	err := s.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return s.cmd.ProcessState.ExitCode()
}

// A person at a terminal sees colours, and none where they are not wanted; nothing of a file drives the terminal.
func TestColours(t *testing.T) {
	dir := folder(t, map[string]string{"skills/x/SKILL.md": "---\nname: y\ndescription: Use: \x1b[31mred \x9b2J\n---\nText.\n"})
	for _, c := range []struct {
		env     []string
		args    string
		colours bool
	}{
		{nil, "check skills", true},
		{[]string{"NO_COLOR=1"}, "check skills", false},
		{[]string{"NO_COLOR="}, "check skills", true},
		{[]string{"TERM=dumb"}, "check skills", false},
		{nil, "check --format github skills", false},
		{nil, "check --json skills", false},
		{nil, "check --diff skills", false},
	} {
		s := onTerminal(t, dir, c.env, strings.Fields(c.args)...)
		if code := s.end(); code != 1 {
			t.Errorf("%s %v: got exit %d: %s", c.args, c.env, code, s.seen.String())
		}
		out := s.seen.String()
		if got := strings.Contains(out, "\x1b[1;31merror\x1b[0m"); got != c.colours {
			t.Errorf("%s %v: got colours %v in %q", c.args, c.env, got, out)
		}
		bare := strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[2m", "", "\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[1;36m", "").Replace(out)
		if strings.ContainsAny(bare, "\x1b\u009b") {
			t.Errorf("%s %v: got a text that drives the terminal, %q", c.args, c.env, bare)
		}
	}
}

// Ctrl+C ends a command that waits or works, at once and without a trace.
func TestInterruptAtTerminal(t *testing.T) {
	from := folder(t, map[string]string{"x/SKILL.md": "---\nname: x\ndescription: Use it when it rains.\n---\nText.\n"})
	for _, c := range []struct{ args, shown string }{
		{"add " + filepath.Join(from, "x"), "[y/N]"},
		{"check --name skills/x/SKILL.md -", ""},
	} {
		dir := t.TempDir()
		s := onTerminal(t, dir, nil, strings.Fields(c.args)...)
		if c.shown != "" {
			s.until(c.shown)
		} else if _, err := io.WriteString(s.keys, "typed\n"); err == nil {
			s.until("typed") // the terminal shows what is typed before the program reads it
		}
		if _, err := s.keys.WriteString("\x03"); err != nil {
			t.Fatal(err)
		}
		code := s.end()
		if code != exitInterrupted && code != -1 { // before it listens, the system ends it
			t.Errorf("%s: got exit %d: %q", c.args, code, s.seen.String())
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".agents", "skills", "*")); len(left) > 0 {
			t.Errorf("%s: got %v", c.args, left)
		}
	}
}

// TM-4, TM-5: in the terminal a program runs on a yes, in a sandbox; where nobody can be asked it does not.
func TestProgramsOnATerminal(t *testing.T) {
	dir := kitted(t)
	s := onTerminal(t, dir, []string{"NO_COLOR=1"}, "session", "--workspace", ".")
	s.next("> ")
	for _, step := range []struct{ line, want string }{
		{"/skill kit say b", "It runs in a copy of " + dir[:20]},
		{"a", "It runs " + dir[:20]},
		{"n", "was not approved"},
		{"/skill kit say a\u202eb", "texts: a"},
		{"a", "| echo \"said: $1\""},
		{"y", "said: a«U+202E»b"},
		{"/skill kit make", "  3. echo made >out.txt; cat out.txt"},
		{"n", "was not approved"},
		{"/skill kit make", "yes, for this version"},
		{"v", "made"},
		{"/skill kit make", "made"},
		{"/help kit", "workspace, " + dir[:20]},
		{"/why kit", "The skill at " + dir[:20]},
		{"/skill kit lack", "The call would fail: Command not found: no-such-program cannot run here"},
		{"n", "was not approved"},
	} {
		s.keys.WriteString(step.line + "\r")
		s.next(step.want)
		s.next("> ") // of a question, which no key answers before, or the next line
	}
	if strange := s.as.Strange(); len(strange) > 0 {
		t.Errorf("got %q written", strange)
	}
	s.keys.WriteString("\x04")
	s.next("away: ") // of out.txt
	s.keys.WriteString("n\r")
	if code := s.end(); code != 0 {
		t.Errorf("got %d", code)
	}
	_, out, _ := lily(t, "/skill kit make\n", "session", "--workspace", dir)
	if !strings.Contains(out, "there is nobody to ask here") {
		t.Errorf("piped: got %s", out)
	}
}

// TM-4: what a program asks of the network is asked about on the terminal, while the program waits; a policy that says
// no says what to do.
func TestNetworkOnATerminal(t *testing.T) {
	if _, out, _ := lily(t, "", "doctor", "--json"); !strings.Contains(out, `"bubblewrap"`) {
		missing(t, "bubblewrap")
	}
	dir := folder(t, map[string]string{
		"skills/kit/SKILL.md": strings.Replace(kit, "no-such-program", "curl -sS https://api.example.com/v1", 1), "policy.yaml": "network: ask\n",
	})
	s := onTerminal(t, dir, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--policy", "policy.yaml", "--no-keep")
	s.next("> ")
	for _, step := range []struct{ line, want string }{
		{"/skill kit lack", "no network but what the policy and you"},
		{"y", "It sends: GET https://api.example.com/v1"},
		{"n", "the request to"},
	} {
		s.keys.WriteString(step.line + "\r")
		s.next(step.want)
		s.next("> ")
	}
	s.keys.WriteString("\x04")
	if code := s.end(); code != 0 {
		t.Errorf("got %d", code)
	}
	full := folder(t, map[string]string{"policy.yaml": "ask: full_auto\n"})
	_, out, _ := lily(t, "/skill kit lack\n", "session", "--workspace", dir, "--policy", filepath.Join(full, "policy.yaml"), "--trust")
	if want := "The policy lets no program use the network. Set network: ask in the policy"; !strings.Contains(out, want) {
		t.Errorf("got %s, want %q", out, want)
	}
}

// What was typed before the prompt is a line as any other one: the terminal had made the end of a line of its Enter.
func TestTypedBeforeThePrompt(t *testing.T) {
	s := onTerminal(t, kitted(t), []string{"NO_COLOR=1"}, "session", "--workspace", ".")
	s.keys.WriteString("/skills\r/help\r")
	s.next("available")
	s.next("> ")
	s.keys.WriteString("\x04")
	if code := s.end(); code != 0 {
		t.Errorf("got %d", code)
	}
}
