//go:build unix

package worktree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"lily/core/command"
	"lily/core/loader"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// BenchmarkLargeProject is a repository of 100,000 files: until something is listed, and a search held against git's own.
func BenchmarkLargeProject(b *testing.B) {
	dir := b.TempDir()
	text := strings.Repeat("func handler(w Writer, r *Request) { reply(w, r.Body) }\n", 20)
	for i := range 100_000 {
		at := filepath.Join(dir, fmt.Sprintf("d%d/e%d/f%d.go", i%40, i/40%25, i))
		if i < 1000 {
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(at, fmt.Append(nil, text, i, " in hay\n"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	git := func(words ...string) time.Duration {
		c := exec.Command("git", words...)
		c.Dir = dir
		if err := c.Run(); err != nil && c.ProcessState.ExitCode() != 1 { // 1 is that nothing was found
			b.Fatal(words, err)
		}
		return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	git("init", "-q")
	git("add", "-A")
	p, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	use := func(name string, args command.Args) {
		found, _ := tool.Builtin().Find(name)
		if e, _ := found.Call(tool.World{Input: loader.Input{World: world.World{Tree: tree.Tree{}}}, Project: p}, args); !e.Success {
			b.Fatal(e.Error)
		}
	}
	for b.Loop() {
		began := time.Now()
		use("list", command.Args{})
		b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-list")
		for _, p := range []struct{ name, ours, theirs, flag string }{
			{"", "7777[0-9] in hay", "7777[0-9] in hay", "-n"},
			{"-folded", "(?i)7777[0-9] IN HAY", "7777[0-9] IN HAY", "-ni"},
			{"-folded-word", "(?i)^[0-9]*999 IN HAY", "^[0-9]*999 IN HAY", "-ni"},
			{"-no-literal", "[a-z]+[0-9]{3}", "[a-z]+[0-9]{3}", "-n"},
			{"-word", `\b777\w* in`, `\b777\w* in`, "-n"},
			{"-anchored", "^[0-9]+77 in hay$", "^[0-9]+77 in hay$", "-n"},
			{"-folded-no-literal", "(?i)[b-d][0-9]{2,}", "[b-d][0-9]{2,}", "-ni"},
			{"-class", "[0-9]{3}77 in [a-z]+", "[0-9]{3}77 in [a-z]+", "-n"},
		} {
			ours, theirs := time.Hour, time.Hour
			for range 3 { // in alternation, so that both meet the same machine
				began := spent(b)
				use("grep", command.Args{"pattern": p.ours})
				ours = min(ours, spent(b)-began)
				theirs = min(theirs, git("grep", p.flag, "-E", p.theirs))
			}
			b.ReportMetric(float64(ours.Milliseconds()), "ms-grep"+p.name)
			b.ReportMetric(float64(theirs.Milliseconds()), "ms-git-grep"+p.name)
		}
	}
	var used runtime.MemStats
	runtime.ReadMemStats(&used)
	b.ReportMetric(float64(used.Sys>>20), "MiB")
}

// spent is the processor's time of this program so far.
func spent(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
