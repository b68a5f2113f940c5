//go:build unix

package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// oddPaths are what is no file of a reasonable size, by name, below a folder.
func oddPaths(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	all := map[string]string{
		"a pipe": at("pipe"), "a socket": at("socket"), "a folder": at("folder"), "6 GB": at("big"),
		"a link to zeros": at("zeros"), "zeros": "/dev/zero", "a link to itself": at("loop"), "a dangling link": at("dangling"),
		"a link to a pipe": at("to-pipe"), "odd bytes": at("\x1b[31m\xff\u202e"), "nothing": at("nothing"), "a name of a NUL": "a\x00b",
		"a name of no end": strings.Repeat("n", 5000), "no name below a file": at("big/below"),
	}
	if runtime.GOOS == "linux" {
		all["a file that cannot be read"] = "/proc/self/mem" // by nobody, root neither: it begins with nothing
	}
	if os.Geteuid() != 0 {
		all["a file of another one"] = at("closed")
		if err := os.WriteFile(at("closed"), []byte("x"), 0); err != nil {
			t.Fatal(err)
		}
	}
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	big, err := os.Create(at("big"))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		big.Truncate(6 << 30), big.Close(), os.Mkdir(at("folder"), 0o755), syscall.Mkfifo(at("pipe"), 0o644),
		os.Symlink("/dev/zero", at("zeros")), os.Symlink("loop", at("loop")), os.Symlink("gone", at("dangling")), os.Symlink("pipe", at("to-pipe")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// soon runs the command, and fails where that waits for something.
func soon(t *testing.T, args ...string) (code int, errs string) {
	t.Helper()
	done := make(chan struct{})
	var out, said bytes.Buffer
	go func() {
		defer close(done)
		code = run(context.Background(), args, terminal{strings.NewReader(""), &out, &said})
	}()
	select {
	case <-done:
		return code, said.String() + out.String()
	case <-time.After(30 * time.Second):
		t.Fatalf("%+q: it waits", args)
	}
	return 0, ""
}

// VF-8: whatever a path names, each command that reads one says at once what is wrong, and holds nothing of it.
func TestOddPaths(t *testing.T) {
	good := folder(t, map[string]string{"skills/one/SKILL.md": "---\ndescription: One.\n---\nText.\n"})
	calls := []struct {
		name    string
		args    []string // before the path
		folders bool     // a folder is well
	}{
		{"check", []string{"check"}, true},
		{"check --policy", []string{"check", good, "--policy"}, false},
		{"check --profile", []string{"check", good, "--profile"}, false},
		{"snapshot --policy", []string{"snapshot", "--policy"}, false},
		{"snapshot --profile", []string{"snapshot", "--profile"}, false},
		{"snapshot --bundled", []string{"snapshot", "--bundled"}, true},
		{"snapshot --persona", []string{"snapshot", "--persona"}, true},
		{"session --replay", []string{"session", "--replay"}, false},
		{"session --replies", []string{"session", "--model", "scripted", "--replies"}, false},
		{"session --upstreams", []string{"session", "--model", "a/b", "--upstreams"}, false},
		{"session --policy", []string{"session", "--policy"}, false},
		{"export --persona", []string{"export", "-o", filepath.Join(good, "x.zip"), "--persona"}, true},
		{"serve --upstreams", []string{"serve", "--no-probe", "--addr", "127.0.0.1:0", "--upstreams"}, false},
		{"help", []string{"help"}, false},
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for what, path := range oddPaths(t) {
		for _, call := range calls {
			if what == "a folder" && call.folders {
				continue
			}
			code, errs := soon(t, append(call.args[:len(call.args):len(call.args)], path)...)
			if code == 0 || errs == "" {
				t.Errorf("%s of %s: got %d, %q", call.name, what, code, errs)
			}
		}
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<30 {
		t.Errorf("got %d MiB taken", got>>20)
	}
}

// VF-8: what is no file is written to where that can be, as to a terminal, and else it is said at once why not: no pipe
// that nobody reads holds the command up. What is there stays.
func TestOddTargets(t *testing.T) {
	good := folder(t, map[string]string{"skills/one/SKILL.md": "---\ndescription: One.\n---\nText.\n"})
	for _, target := range []struct {
		what  string
		fails bool
	}{
		{"a pipe", true},
		{"a link to a pipe", true},
		{"a socket", true},
		{"a folder", true},
		{"a link to itself", false},
		{"a name of a NUL", true},
		{"a name of no end", true},
		{"no name below a file", true},
		{"a dangling link", false},
		{"nothing", false},
		{"odd bytes", false},
	} {
		for _, args := range [][]string{
			{"session", "--events"}, {"session", "--bundle"}, {"export", "--workspace", good, "-o"},
		} {
			path := oddPaths(t)[target.what]
			was, there := os.Lstat(path)
			code, errs := soon(t, append(args, path)...)
			if (code != 0) != target.fails || target.fails && errs == "" {
				t.Errorf("%s to %s: got %d, %q, want an error: %t", args[0]+args[len(args)-1], target.what, code, errs, target.fails)
			}
			if is, err := os.Lstat(path); target.fails && there == nil && (err != nil || is.Mode() != was.Mode()) {
				t.Errorf("%s to %s: got it replaced: %v, %v", args[0]+args[len(args)-1], target.what, is, err)
			}
		}
	}
}

// A pipe that is read has all that is written to it, also where its reader comes a moment later.
func TestEventsToAPipe(t *testing.T) {
	pipe := oddPaths(t)["a pipe"]
	said := make(chan []byte)
	go func() {
		data, err := os.ReadFile(pipe)
		if err != nil {
			t.Error(err)
		}
		said <- data
	}()
	if code, errs := soon(t, "session", "--events", pipe); code != 0 {
		t.Fatalf("got %d, %s", code, errs)
	}
	if got := <-said; !bytes.Contains(got, []byte("session_created")) {
		t.Errorf("got %.200q, want the events", got)
	}
}

// VF-8: the same within a skill, and beside what is written: what is no file is a note or an error, and is not read.
func TestOddFilesInside(t *testing.T) {
	for what, path := range oddPaths(t) {
		if _, err := os.Lstat(path); err != nil || !strings.HasPrefix(path, os.TempDir()) { // a device of the system stays where it is
			continue
		}
		dir := folder(t, map[string]string{"skills/two/SKILL.md": "---\ndescription: Two.\n---\nText.\n"})
		for _, at := range []string{"skills/one/SKILL.md", "skills/two/notes.md", "run.zip.journal", "skills/two/file.bin"} {
			at = filepath.Join(dir, at)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path, at); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"check", filepath.Join(dir, "skills")},
				{"check", filepath.Join(dir, "skills", "one")},
				{"check", filepath.Join(dir, "skills", "one", "SKILL.md")},
				{"snapshot", "--workspace", dir},
				{"session", "--workspace", dir, "--bundle", filepath.Join(dir, "run.zip")},
				{"session", "--replay", filepath.Join(dir, "run.zip")},
				{"export", "--workspace", dir, "-o", filepath.Join(dir, "..", "x.zip")},
			} {
				if code, errs := soon(t, args...); code != 0 && errs == "" {
					t.Errorf("%s at %s, %q: got %d without a word", what, at, args, code)
				}
			}
			if err := os.Rename(at, path); os.IsNotExist(err) {
				break // a link to nothing was written through, as to any file, and removed with the empty journal
			} else if err != nil {
				t.Fatal(err)
			}
			for _, left := range []string{"run.zip", "run.zip.journal"} {
				_ = os.RemoveAll(filepath.Join(dir, left)) // it may not be there
			}
		}
	}
}
