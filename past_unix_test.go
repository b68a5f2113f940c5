//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lily/core/event"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/past"
)

var killings = flag.Int("killed", 20, "how often a session is killed amid its lines, or amid what it writes")

// keptLines are what was said in a session that is kept, and what ended amid it.
func keptLines(t *testing.T, id string) (lines []string, events []event.Event) {
	t.Helper()
	dir, err := past.Home(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	k, err := past.Open(dir, world.World{})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	events, problems, err := k.Read(id)
	if err != nil || len(problems)+len(k.Problems) > 0 {
		t.Fatalf("%s: got %v, %v, %v", id, err, problems, k.Problems)
	}
	for _, e := range events {
		switch b := e.Body.(type) {
		case event.Command:
			lines = append(lines, b.Input)
		case event.Message:
			lines = append(lines, b.Text)
		}
	}
	return lines, events
}

// TM-6, EV-6: a session that is killed at any moment has every line that was answered, and at most the one that was
// not; it is gone on with each time, and replays.
func TestSessionsKilled(t *testing.T) {
	own(t)
	dir := t.TempDir()
	began := time.Now()
	l := started(t, "--keep")
	l.line("/skills")
	start := time.Since(began) // here and now: a moment is one of what follows, too
	l.signal(syscall.SIGKILL)
	said := []string{"/skills"}
	for round := range *killings {
		end := []os.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP}[round%4]
		l := started(t, "--resume", "s1")
		after := time.AfterFunc(start/2+rand.N(start+150*time.Millisecond), func() { l.cmd.Process.Signal(end) })
		var answered []string
		for n := 0; ; n++ {
			line := fmt.Sprintf("/help %d %d", round, n)
			if n%3 == 1 {
				line = fmt.Sprintf("What is %d?", n)
			}
			if _, err := fmt.Fprintln(l.in, line); err != nil {
				break
			}
			if got, err := l.out.ReadBytes('\n'); err != nil || !json.Valid(got) {
				answered = append(answered, line) // it may be there, or not
				break
			}
			answered = append(answered, line)
		}
		l.cmd.Wait()
		after.Stop()
		got, _ := keptLines(t, "s1")
		want := append(slices.Clone(said), answered...)
		if !slices.Equal(got, want) && !slices.Equal(got, want[:len(want)-1]) {
			t.Fatalf("round %d, by %v: got %q, want %q, perhaps without the last", round, end, got, want)
		}
		said = got
		if round%10 == 9 {
			path := filepath.Join(dir, fmt.Sprint(round, ".lily"))
			if code, _, errs := lily(t, "/skills\n", "session", "--resume", "s1", "--bundle", path); code != 0 {
				t.Fatalf("round %d: got %d, %s", round, code, errs)
			}
			replayed(t, path, "Replayed ")
			said = append(said, "/skills")
		}
	}
	_, events := keptLines(t, "s1")
	got, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
	if d := replay.Compare(got, events); err != nil || d != nil {
		t.Errorf("got %v, %+v, want the same again", err, d)
	}
	if len(said) < *killings/4 {
		t.Errorf("got %d lines in %d rounds, too few to say anything", len(said), *killings)
	}
}

// apart runs the command in a process of its own: one that runs programs ends all processes that it has begun.
func apart(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	var o, e bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), "LILY_IN_TEST=1"), strings.NewReader(in), &o, &e
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// TM-6: a session has one writer. Who comes second is told, can read and fork it, and the first one goes on.
func TestSessionsTwice(t *testing.T) {
	own(t)
	l := started(t, "--keep")
	l.line("What is rain?")
	for _, args := range [][]string{{"session", "--resume"}, {"session", "--resume", "s1"}, {"sessions", "--delete", "s1", "--yes"}} {
		code, out, errs := apart(t, "/skills\n", args...)
		if code != 1 || out != "" || !strings.Contains(errs, "another run of lily goes on with the session s1: end that one, read it") {
			t.Errorf("%v: got %d, %q, %q", args, code, out, errs)
		}
	}
	if code, out, errs := apart(t, "", "sessions", "s1"); code != 0 || !strings.Contains(out, "\n> What is rain?\n") {
		t.Errorf("got %d, %q, %q, want what was said", code, out, errs)
	}
	if code, _, errs := apart(t, "And snow?\n", "session", "--fork", "s1"); code != 0 {
		t.Errorf("got %d, %q, want a fork", code, errs)
	}
	if code, out, errs := apart(t, "", "sessions", "--delete", "s2", "--yes"); code != 0 || !strings.Contains(out, "goes with the next deletion") {
		t.Errorf("got %d, %q, %q, want the fork deleted", code, out, errs)
	}
	l.line("And hail?")
	l.signal(syscall.SIGKILL) // which holds nothing any more
	if code, _, errs := apart(t, "/skills\n", "session", "--resume", "s1"); code != 0 {
		t.Errorf("got %d, %q", code, errs)
	}
	if got, _ := keptLines(t, "s1"); !slices.Equal(got, []string{"What is rain?", "And hail?", "/skills"}) {
		t.Errorf("got %q", got)
	}
}

// Many runs at once begin sessions of their own, under ids of their own.
func TestSessionsAtOnce(t *testing.T) {
	own(t)
	var runs []*live
	for range 4 {
		runs = append(runs, started(t, "--keep"))
	}
	for n := range 5 {
		for i, l := range runs {
			l.line(fmt.Sprintf("/help %d %d", i, n))
		}
	}
	for _, l := range runs {
		l.in.Close()
		if err := l.cmd.Wait(); err != nil || l.errs.Len() > 0 {
			t.Errorf("got %v, %s", err, l.errs.String())
		}
	}
	var whose []string
	for i := range runs {
		lines, _ := keptLines(t, fmt.Sprint("s", i+1))
		if len(lines) != 5 {
			t.Errorf("s%d: got %q, want 5 lines", i+1, lines)
		}
		whose = append(whose, strings.Fields(lines[0])[1])
	}
	if slices.Sort(whose); strings.Join(whose, "") != "0123" {
		t.Errorf("got the sessions of %q, want one of each run", whose)
	}
}

// TM-6: a damaged file is told of, its session is shown as far as it goes and can be forked; the others are of use. What
// was deleted has left no byte of its own.
func TestSessionsDamaged(t *testing.T) {
	own(t)
	for _, text := range []string{"Alpha, and then?", "Beta, and then?", "Gamma, and then?"} {
		if code, _, errs := lily(t, text+"\n/skills\n", "session", "--keep"); code != 0 {
			t.Fatal(errs)
		}
	}
	dir, _ := past.Home(os.Getenv)
	at := filepath.Join(dir, "logs", "2")
	data, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	data[bytes.LastIndex(data, []byte(`"/skills"`))] ^= 0x20
	if err := os.WriteFile(at, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args string
		code int
		want string
	}{
		{"sessions s2", 0, "cannot be read"},
		{"sessions s2", 0, "> Beta, and then?"},
		{"session --resume s2", 1, "go on from what is left with lily session --fork s2"},
		{"session --resume s1", 0, "check_skills"},
		{"session --resume s3", 0, "check_skills"},
		{"session --fork s2", 0, "check_skills"},
		{"sessions s4", 0, "> Beta, and then?"},
		{"sessions --delete s1 --yes", 1, "the files that only they had stay"}, // s2 may need it
		{"sessions --delete s2 s3 --yes", 0, "Deleted 2 sessions."},
		{"sessions s4", 0, "> Beta, and then?"},
	} {
		code, out, errs := lily(t, "/skills\n", strings.Fields(step.args)...)
		if code != step.code || !strings.Contains(out+errs, step.want) {
			t.Errorf("lily %s: got %d, %q, %q, want %d and %q", step.args, code, out, errs, step.code, step.want)
		}
	}
	for _, gone := range []string{"Alpha, and", "Gamma, and"} {
		filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			data, _ := os.ReadFile(path)
			if bytes.Contains(data, []byte(gone)) {
				t.Errorf("%s: got %q, which was deleted", path, gone)
			}
			return err
		})
	}
}

// TM-6, EV-6: where there is no room the session goes on in memory, and says so once; a run that was to keep it fails.
func TestSessionsFull(t *testing.T) {
	own(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `ulimit -f 32; exec "$0" session --keep --unsandboxed`, exe) // files of 16 KiB at most
	var o, e bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), "LILY_IN_TEST=1"), strings.NewReader("/skills\nHello.\n/skills\n"), &o, &e
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Count(e.String(), "There is no room for the session") != 1 ||
		!strings.Contains(e.String(), "not all of the session is kept") || strings.Count(o.String(), "available, ") != 2 {
		t.Errorf("got %d, %s, %s", code, o.String(), e.String())
	}
	if code, out, errs := apart(t, "", "sessions"); code != 0 || !strings.Contains(out, "No session is kept") || errs != "" {
		t.Errorf("got %d, %q, %q, want nothing half", code, out, errs)
	}
	if code, _, errs := apart(t, "/skills\n", "session", "--keep"); code != 0 || strings.Contains(errs, "room") {
		t.Errorf("got %d, %q, want it kept once there is room", code, errs)
	}
}
