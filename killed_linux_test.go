package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// endings are what a session that was ended has told, and what it may have done beside that.
type endings struct {
	t       *testing.T
	dir     string
	acked   map[string]string // by file: what an answer has said
	flying  map[string]string // what was asked and not answered
	seed    uint64
	rolling *rand.Rand
}

// TM-3: whatever ends a session, and at whatever moment of editing, agreeing and writing: what was answered is not lost,
// no file is half written, and the next start settles the journal.
func TestKilled(t *testing.T) {
	dir := folder(t, map[string]string{
		"skills/w/SKILL.md": "---\nname: w\ndescription: Writes.\ncommand: w\ncommand_tool: write\ninvocation_mode: tool_dispatch\n---\n",
		"f0.txt":            "old", "deep/f1.txt": "old",
	})
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	e := &endings{t: t, dir: dir, acked: map[string]string{"f0.txt": "old", "deep/f1.txt": "old"}, seed: rand.Uint64()}
	e.rolling = rand.New(rand.NewPCG(e.seed, 0))
	for round := range *killings {
		e.flying = map[string]string{}
		switch round % 4 {
		case 0:
			e.edits(round, (*os.Process).Kill, "--write")
		case 1:
			e.edits(round, (*os.Process).Kill)
		case 2:
			e.edits(round, func(p *os.Process) error { return p.Signal(syscall.SIGTERM) }, "--write")
		case 3:
			e.agrees(round)
		}
		e.whole(round)
		e.settled(round)
		if t.Failed() {
			t.Fatalf("round %d of the seed %d", round, e.seed)
		}
	}
}

// edits lets a session write files, and ends it somewhere on the way.
func (e *endings) edits(round int, end func(*os.Process) error, flags ...string) {
	e.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		e.t.Fatal(err)
	}
	cmd := exec.Command(exe, append([]string{"session", "--json", "--workspace", e.dir}, flags...)...)
	cmd.Env = append(os.Environ(), "LILY_IN_TEST=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		e.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		e.t.Fatal(err)
	}
	var over sync.WaitGroup
	over.Go(func() { e.asks(round, in, bufio.NewReader(out)) })
	time.Sleep(time.Duration(e.rolling.IntN(250)) * time.Millisecond) // a random moment is what the test is about
	_ = end(cmd.Process)
	over.Wait()
	_ = cmd.Wait() // it was ended
}

// asks asks for one file after the other, until nobody answers.
func (e *endings) asks(round int, in io.Writer, out *bufio.Reader) {
	for i := range 1000 {
		name := []string{"f0.txt", "deep/f1.txt", "new/f2.txt", fmt.Sprintf("new/%d.txt", round)}[i%4]
		text := strings.Repeat(fmt.Sprintf("%d-%d ", round, i), 500)
		e.flying[name] = text
		if _, err := fmt.Fprintf(in, "/w path=%s content='%s'\n", name, text); err != nil {
			return
		}
		line, err := out.ReadString('\n')
		if err != nil {
			return
		}
		var said struct{ Output, Code string }
		if err := json.Unmarshal([]byte(line), &said); err != nil || said.Code != "" {
			e.t.Errorf("got %s, %v", line, err)
			return
		}
		e.acked[name] = text
		delete(e.flying, name)
	}
}

// agrees lets a session change files, says yes at its end, and ends it somewhere on the way.
func (e *endings) agrees(round int) {
	e.t.Helper()
	s := onTerminal(e.t, e.dir, []string{"NO_COLOR=1", "XDG_DATA_HOME=" + os.Getenv("XDG_DATA_HOME")}, "session", "--workspace", e.dir)
	for i, name := range []string{"f0.txt", "deep/f1.txt", "new/f2.txt"} {
		text := strings.Repeat(fmt.Sprintf("%d-%d ", round, i), 20)
		s.next("> ")
		e.types(s, "/w path="+name+" content='"+text+"'\r")
		s.next(fmt.Sprintf("Wrote %d bytes to /workspace/%s.", len(text), name))
		e.acked[name] = text
	}
	s.next("> ")
	e.types(s, "\x04")
	s.next("away: ")
	e.types(s, "y\r")
	time.Sleep(time.Duration(e.rolling.IntN(30)) * time.Millisecond)
	if round%8 == 3 {
		s.keys.Close() // the terminal is closed
	} else {
		_ = s.cmd.Process.Kill()
	}
	_ = s.cmd.Wait()
}

// whole looks at each file: it is what it was, or what it was to be.
func (e *endings) whole(round int) {
	e.t.Helper()
	err := filepath.WalkDir(e.dir, func(at string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(at, ".part") || strings.HasSuffix(at, "SKILL.md") {
			return err
		}
		data, err := os.ReadFile(at)
		if !repeated(string(data)) {
			e.t.Errorf("round %d: %s is half written: %.60q of %d bytes", round, at, data, len(data))
		}
		return err
	})
	if err != nil {
		e.t.Fatal(err)
	}
}

// repeated reports whether a text is one word over and over, as often as it was written.
func repeated(text string) bool {
	word, _, found := strings.Cut(text, " ")
	n := strings.Count(text, word+" ")
	return text == "old" || found && text == strings.Repeat(word+" ", n) && (n == 20 || n == 500)
}

// settled starts again: all that was answered is there, no part of a file is, and then nothing is left to settle.
func (e *endings) settled(round int) {
	e.t.Helper()
	code, _, errs := lily(e.t, "", "session", "--workspace", e.dir, "--restore", "--write")
	if code != 0 || strings.Contains(errs, "not written") {
		e.t.Errorf("round %d: got %d, %s", round, code, errs)
	}
	for name, want := range e.acked {
		data, err := os.ReadFile(filepath.Join(e.dir, name))
		if flying, may := e.flying[name]; may && string(data) == flying {
			e.acked[name] = flying
			continue
		}
		if err != nil || string(data) != want {
			e.t.Errorf("round %d: %s is lost: got %.60q, %v, want %.60q; %s", round, name, data, err, want, errs)
		}
	}
	for name, text := range e.flying {
		if data, err := os.ReadFile(filepath.Join(e.dir, name)); err == nil && string(data) == text {
			e.acked[name] = text
		}
	}
	parts, _ := exec.Command("find", e.dir, "-name", "*.part").Output()
	if len(bytes.TrimSpace(parts)) > 0 {
		e.t.Errorf("round %d: left are %s", round, parts)
	}
	if _, _, errs = lily(e.t, "", "session", "--workspace", e.dir); strings.Contains(errs, "aside") || strings.Contains(errs, "wrote") {
		e.t.Errorf("round %d: the journal is not settled: %s", round, errs)
	}
}

func (e *endings) types(s *tty, text string) {
	e.t.Helper()
	if _, err := io.WriteString(s.keys, text); err != nil {
		e.t.Fatal(err)
	}
}
