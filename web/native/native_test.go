//go:build unix

package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"lily/core/program"
	"lily/core/program/programtest"
	"lily/core/tree"
)

// sandboxes are those of this machine, by their kind. Where there is none of a kind its tests are skipped, but not in CI.
func sandboxes(t *testing.T, test func(t *testing.T, r *Runner)) {
	t.Helper()
	for i, find := range boxes {
		t.Run(fmt.Sprint("box", i), func(t *testing.T) {
			b, err := find(Usual)
			if err != nil && os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			if err != nil {
				t.Skip(err)
			}
			t.Log(b.Name)
			test(t, &Runner{Box: b})
		})
	}
}

// everywhere runs a test without a sandbox and in each.
func everywhere(t *testing.T, test func(t *testing.T, r *Runner)) {
	t.Helper()
	t.Run("bare", func(t *testing.T) { test(t, &Runner{}) })
	sandboxes(t, test)
}

// In namespaces of its own a program does not learn the machine's name either.
func TestTheMachineHasNoName(t *testing.T) {
	b, err := NewBox("")
	if err != nil || b.Name != "bubblewrap" {
		t.Skipf("got %v, %v", b, err)
	}
	if got := sh(t, &Runner{Box: b}, "uname -n", nil, 10); got.out != "lily\n" {
		t.Errorf("got %+v", got)
	}
}

// TM-4: programs run here as they do in the page.
func TestConforms(t *testing.T) {
	everywhere(t, func(t *testing.T, r *Runner) { programtest.Test(t, r) })
}

type result struct {
	out  string
	exit program.Exit
	err  error
}

// sh runs a shell's text on some files of the workspace.
func sh(t *testing.T, r *Runner, text string, files map[string]string, seconds int) result {
	t.Helper()
	var b tree.Builder
	for path, data := range files {
		if err := b.Put("workspace/"+path, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Dir("workspace"); err != nil {
		t.Fatal(err)
	}
	return do(context.Background(), r, program.Spec{
		Argv: []string{"sh", "-c", text}, Dir: "/workspace", Env: []string{"HOME=/home/dev", "LANG=C.UTF-8", "PATH=" + Usual},
		Files: b.Tree(), Timeout: seconds,
	})
}

func do(ctx context.Context, r *Runner, s program.Spec) (got result) {
	got.exit, got.err = r.Run(ctx, s, func(_ program.Stream, data []byte) { got.out += string(data) })
	return got
}

// Whatever a program does to its files goes back as it was left, links as their targets (VF-8).
func TestFilesGoBack(t *testing.T) {
	files := map[string]string{"a.txt": "a", "d/b.txt": "b"}
	everywhere(t, func(t *testing.T, r *Runner) {
		for _, tt := range []struct{ name, text, want string }{
			{"a folder is renamed", "mv d e", "[{workspace/d/b.txt removed} {workspace/e/b.txt added}]"},
			{"a file becomes a folder", "rm a.txt && mkdir a.txt && echo x >a.txt/x", "[{workspace/a.txt removed} {workspace/a.txt/x added}]"},
			{"it closes what it made", "mkdir -m 0 z && echo x >y && chmod 0 y a.txt", "[{workspace/y added}]"},
			{"a closed folder has a file", "mkdir z && echo x >z/x && chmod 0 z", "[{workspace/z/x added}]"},
			{"a link within", "ln -s ../a.txt d/l", "[{workspace/d/l added}]"},
			{"a hard link", "ln a.txt l", "[{workspace/l added}]"},
			{"a link out, which is no file", "ln -s /etc/passwd l", "[]"},
			{"a link in a file's place", "rm a.txt && ln -s /etc/passwd a.txt", "left"},
			{"a pipe", "mkfifo p", "[]"},
			{"an odd name", `printf x >"$(printf 'a\nb')"`, `[{workspace/a` + "\n" + `b added}]`},
			{"a name that is no UTF-8", `printf x >"$(printf 'a\377')"`, "left"},
			{"a name with a backslash", `printf x >'a\b'`, "left"},
		} {
			got := sh(t, r, tt.text, files, 10)
			said := fmt.Sprint(tree.Diff(tree.Tree{}, got.exit.Files))
			if got.err == nil {
				before := sh(t, r, "true", files, 10)
				said = fmt.Sprint(tree.Diff(before.exit.Files, got.exit.Files))
			} else if strings.HasPrefix(got.err.Error(), "the program left ") {
				said = "left"
			}
			if said != tt.want || got.exit.Code > 0 {
				t.Errorf("%s: got %s, %v, %d, %s, want %s", tt.name, said, got.err, got.exit.Code, got.out, tt.want)
			}
		}
	})
}

// TS-5: nothing is left running, whatever it did to be forgotten.
func TestNothingIsLeftRunning(t *testing.T) {
	everywhere(t, func(t *testing.T, r *Runner) {
		for i, text := range []string{
			"sleep %d & exit 3",
			"setsid sleep %d & exit 3",
			"(setsid sh -c 'setsid sleep %d &' &) ; exit 3",
			"nohup setsid sleep %d >/dev/null 2>&1 </dev/null & exit 3",
			"trap '' TERM HUP INT; (trap '' TERM; setsid sleep %d) & exit 3",
			"for i in 1 2 3 4 5 6 7 8 9; do setsid sleep %d & done; exit 3",
		} {
			seconds := 7_000_000 + 100*os.Getpid()%100_000 + i // no other process sleeps so long
			began := time.Now()
			got := sh(t, r, fmt.Sprintf(text, seconds), nil, 10)
			if got.exit.Code != 3 || got.err != nil || time.Since(began) > 8*time.Second {
				t.Errorf("%s: got %d, %v, %s", text, got.exit.Code, got.err, got.out)
			}
			if pid := running(t, fmt.Sprint(seconds)); pid != "" {
				t.Errorf("%s: got the process %s running", text, pid)
			}
		}
	})
}

// running finds a process that has a word.
func running(t *testing.T, word string) string {
	t.Helper()
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, at := range list {
		if data, err := os.ReadFile(at); err == nil && slices.Contains(strings.Split(string(data), "\x00"), word) {
			return at
		}
	}
	return ""
}

// A program that fills the disk is ended while it does so.
func TestFillingTheDisk(t *testing.T) {
	everywhere(t, func(t *testing.T, r *Runner) {
		began := time.Now()
		got := sh(t, r, "i=0; while :; do i=$((i+1)); dd if=/dev/zero of=f$i bs=1M count=50 2>/dev/null; done", nil, 20)
		if got.err == nil || !strings.Contains(got.err.Error(), "too much") || errors.Is(got.err, context.DeadlineExceeded) {
			t.Errorf("got %v after %s, want it ended for what it left", got.err, time.Since(began))
		}
	})
}

// What the copy held is gone after the run.
func TestNothingIsLeftOnTheDisk(t *testing.T) {
	dir := t.TempDir()
	for at := dir; at != os.TempDir(); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", dir)
	everywhere(t, func(t *testing.T, r *Runner) {
		got := sh(t, r, "mkdir -p a/b && echo x >a/b/c && chmod 0 a/b a && echo made", nil, 10)
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 || got.out != "made\n" {
			t.Errorf("got %v, %v, %q, %v, want nothing", list, err, got.out, got.err)
		}
	})
}

// What whoever started Lily has left open is no program's: a file that is open can be read from within any sandbox.
func TestNothingIsInherited(t *testing.T) {
	at := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(at, []byte("the-secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Open(at, syscall.O_RDONLY, 0) // without O_CLOEXEC, as others leave it
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	everywhere(t, func(t *testing.T, r *Runner) {
		if got := sh(t, r, fmt.Sprintf("cat <&%d || cat /dev/fd/%d || echo none", fd, fd), nil, 10); !strings.Contains(got.out, "none") {
			t.Errorf("got %+v", got)
		}
		if _, err := syscall.Seek(fd, 0, 0); err != nil {
			t.Error(err)
		}
	})
}
