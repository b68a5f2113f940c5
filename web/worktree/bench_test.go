package worktree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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
		began := time.Now()
		c := exec.Command("git", words...)
		if c.Dir = dir; c.Run() != nil {
			b.Fatal(words)
		}
		return time.Since(began)
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
		ours, theirs := time.Hour, time.Hour
		for range 5 { // in alternation, so that both meet the same machine
			began = time.Now()
			use("grep", command.Args{"pattern": "7777[0-9] in hay"})
			ours = min(ours, time.Since(began))
			theirs = min(theirs, git("grep", "-n", "-E", "7777[0-9] in hay"))
		}
		b.ReportMetric(float64(ours.Milliseconds()), "ms-grep")
		b.ReportMetric(float64(theirs.Milliseconds()), "ms-git-grep")
	}
	var used runtime.MemStats
	runtime.ReadMemStats(&used)
	b.ReportMetric(float64(used.Sys>>20), "MiB")
}
