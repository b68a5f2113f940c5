package main

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lily/core/event"
	"lily/core/model"
	"lily/web/proxy/upstream"
)

// TestMain is the command itself where a test starts this program for it. No test keeps anything in the folder for caches
// of who runs it.
func TestMain(m *testing.M) {
	if os.Getenv("LILY_IN_TEST") != "" {
		main()
		return
	}
	if signal.Ignored(syscall.SIGHUP) { // by nohup, and then by what the tests start too; one that is heard ends that as ever
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	dir, err := os.MkdirTemp("", "lily-cache-")
	if err == nil {
		err = cmp.Or(keepsGo(), os.Setenv("XDG_CACHE_HOME", dir), os.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data")), nowhere(dir))
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(dir) // nothing else is in it
	os.Exit(code)
}

// nowhere lets no test take the skills of who runs it, nor those of this repository: what it names by no flag is empty.
func nowhere(dir string) error {
	user, workspace := filepath.Join(dir, "user"), filepath.Join(dir, "workspace")
	return cmp.Or(os.Mkdir(user, 0o755), os.Mkdir(workspace, 0o755),
		os.Setenv("SKILLS_USER_DIR", user), os.Setenv("SKILLS_WORKSPACE_DIR", workspace))
}

// keepsGo leaves the go command the cache that it has: it looks for it below the one that the tests change, and would
// build all of its library again for each test that builds something.
func keepsGo() error {
	said, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return nil // there is no go to build with
	}
	return os.Setenv("GOCACHE", strings.TrimSpace(string(said)))
}

// live is a session of its own process, whose standard input stays open.
type live struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs bytes.Buffer

	hangUp io.Closer // its standard output
}

func started(t *testing.T, args ...string) *live {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l := &live{t: t, cmd: exec.Command(exe, append([]string{"session", "--json"}, args...)...)}
	l.cmd.Env, l.cmd.Stderr = append(os.Environ(), "LILY_IN_TEST=1"), &l.errs
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if l.in, err = l.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.cmd.Process.Kill(); l.cmd.Wait() })
	l.out, l.hangUp = bufio.NewReader(out), out
	return l
}

// line is what a line is answered.
func (l *live) line(text string) string {
	l.t.Helper()
	if _, err := io.WriteString(l.in, text+"\n"); err != nil {
		l.t.Fatal(err, l.errs.String())
	}
	got, err := l.out.ReadString('\n')
	if err != nil {
		l.t.Fatal(err, l.errs.String())
	}
	return got
}

func (l *live) signal(s os.Signal) {
	l.t.Helper()
	if err := l.cmd.Process.Signal(s); err != nil {
		l.t.Fatal(err)
	}
	l.cmd.Wait()
}

func replayed(t *testing.T, path, want string) {
	t.Helper()
	code, out, errs := lily(t, "", "session", "--replay", path)
	if code != 0 || !strings.HasPrefix(out, want) || !strings.HasSuffix(out, "byte for byte the same.\n") {
		t.Errorf("%s: got %d, %q, %q, want %q", path, code, out, errs, want)
	}
}

// EV-6: when an answer is shown, the lines of its events are in the file, of all sessions in
// the order in which things happened.
func TestEventsAreThereWithTheAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	l := started(t, "--events", path)
	want := 2
	for _, tt := range []struct {
		line   string
		events int
	}{{"/skills", 2}, {"Hello.", 3}, {"/new", 5}, {"/nope", 2}, {"  ", 0}} {
		l.line(tt.line)
		want += tt.events
		data, err := os.ReadFile(path)
		if err != nil || bytes.Count(data, []byte("\n")) != want || !bytes.HasSuffix(data, []byte("\n")) {
			t.Fatalf("%s: got %d lines, %v, want %d", tt.line, bytes.Count(data, []byte("\n")), err, want)
		}
	}
	l.signal(os.Kill)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := event.Split(data)
	if err != nil || len(lines) != want {
		t.Fatalf("got %d lines, %v, want %d", len(lines), err, want)
	}
	next := map[string]int{}
	for _, line := range lines {
		e, err := event.Decode(line)
		if next[e.Session]++; err != nil || e.Seq != next[e.Session] {
			t.Errorf("got event %d of %s, %v, want %d", e.Seq, e.Session, err, next[e.Session])
		}
	}
	if next["s1"] != 10 || next["s2"] != 4 {
		t.Errorf("got %v", next)
	}
}

// EV-6: no signal takes away what was answered: each session of the run is a bundle.
func TestBundlesSurviveSignals(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		t.Run(s.String(), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "run.lily")
			l := started(t, "--bundle", path)
			for _, line := range []string{"/skills", "Hello.", "/new", "/skills", "/new"} {
				l.line(line)
			}
			l.signal(s)
			replayed(t, path, "Replayed 10 events of session s1, ")
			replayed(t, strings.Replace(path, ".", "-s2.", 1), "Replayed 7 events of session s2, ")
			replayed(t, strings.Replace(path, ".", "-s3.", 1), "Replayed 2 events of session s3, ")
			if left, err := filepath.Glob(path + "?*"); err != nil || len(left) > 0 {
				t.Errorf("got %v left, %v", left, err)
			}
			told := strings.Contains(l.errs.String(), "lily: the session s2 is in ") && strings.Contains(l.errs.String(), "was ended by a signal")
			if told == (s == syscall.SIGKILL) {
				t.Errorf("got %q", l.errs.String())
			}
		})
	}
}

// EV-6: a signal in the middle of a reply, or of waiting for one, leaves a session that ends
// and replays; the lines of what came before it are there.
func TestSignalInTheMiddle(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(s.String(), func(t *testing.T) {
			up := upstream.Start(t, upstream.Text("Half a ", "sen").Ending(upstream.Hang))
			dir := folder(t, map[string]string{"up.yaml": "upstreams:\n  - id: up\n    format: openai\n    url: " + up.Base(model.OpenAI) + "\n"})
			path := filepath.Join(dir, "run.lily")
			l := started(t, "--bundle", path, "--events", filepath.Join(dir, "e.jsonl"), "--upstreams", filepath.Join(dir, "up.yaml"), "--model", "up/m")
			l.line("/skills")
			if _, err := io.WriteString(l.in, "Hello.\n/skills\n"); err != nil {
				t.Fatal(err)
			}
			for len(up.Requests()) == 0 {
				time.Sleep(time.Millisecond)
			}
			l.signal(s)
			want, all := 8, "Replayed 8 events of session s1, with 1 model request "
			if s == syscall.SIGKILL {
				want, all = 6, "Replayed 7 events of session s1, with 1 model request " // interrupted settles the turn
			}
			replayed(t, path, all)
			if data, err := os.ReadFile(filepath.Join(dir, "e.jsonl")); err != nil || bytes.Count(data, []byte("\n")) != want {
				t.Errorf("got %d lines, %v, want %d", bytes.Count(data, []byte("\n")), err, want)
			}
		})
	}
}

// EV-6: signals that go on coming while a session is written end it no sooner, and change nothing of how it ended.
func TestSignalsWhileWriting(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "run.lily")
		l := started(t, "--bundle", path)
		l.line("/skills")
		ended := make(chan error)
		go func() { ended <- l.cmd.Wait() }()
		for l.cmd.Process.Signal(syscall.SIGTERM) == nil { // until it is gone
		}
		<-ended
		if got := l.cmd.ProcessState.ExitCode(); got != exitFail {
			t.Errorf("got exit %d, %q", got, l.errs.String())
		}
		replayed(t, path, "Replayed 4 events of session s1, ")
	}
}

// EV-6: a reader that goes away, as head does, ends the session and loses nothing of it.
func TestReaderGoesAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.lily")
	l := started(t, "--bundle", path)
	l.line("/skills")
	if err := l.hangUp.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(l.in, "/skills\n/skills\n"); err != nil {
		t.Fatal(err)
	}
	if err := l.cmd.Wait(); err == nil || !strings.Contains(l.errs.String(), "broken pipe") {
		t.Errorf("got %v, %q", err, l.errs.String())
	}
	replayed(t, path, "Replayed 6 events of session s1, ")
}
