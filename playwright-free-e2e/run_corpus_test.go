package e2e

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/which"
)

// shellScripts are the files of the corpus beside the project that a shell runs.
func shellScripts(t *testing.T) (paths []string) {
	t.Helper()
	needCorpus(t, beside)
	err := filepath.WalkDir(beside, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(p)
		shebang := strings.HasPrefix(string(data), "#!")
		if by := which.Interpreter(data); path.Ext(p) == ".sh" && !shebang || shebang && by != nil && (by[0] == "sh" || by[0] == "bash") {
			paths = append(paths, p)
		}
		return err
	})
	if err != nil || len(paths) < 5 {
		t.Fatalf("got the scripts %q, %v", paths, err)
	}
	return paths
}

// calledWith is what some scripts must be called with to get anywhere.
var calledWith = map[string][]string{
	"find-polluter.sh": {".git", "*.md"},
	"review-package":   {"README.md", "HEAD~1", "HEAD"},
	"sdd-workspace":    {"README.md"},
	"task-brief":       {"README.md", "1"},
	"stop-server.sh":   {"/tmp"},
}

var missing = regexp.MustCompile(`([^\s:]+): command not (?:found|available)`)

// TS-7: every shell script of the corpus is read to its end, starts and ends, among the
// files that it comes with. Where it fails it says why, and the programs that it lacks are
// those that the manual lists.
func TestRunnerCorpus(t *testing.T) {
	t.Parallel()
	paths := shellScripts(t)
	page, err := os.ReadFile("../static/manual/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := shell(t)
	var absent []string
	for _, name := range paths {
		base := filepath.Base(name)
		argv := slices.Concat([]string{"./scripts/" + base}, calledWith[base])
		files := besides(t, name)
		words, exit := which.Find(program.Spec{Argv: argv, Dir: "/workspace", Files: treeOf(t, files)}, which.Programs())
		if words == nil {
			t.Errorf("%s: got %d, %s, want it found", base, exit.Code, exit.Reason)
			continue
		}
		r := p.run(map[string]any{"words": words, "files": files, "programs": which.Shell()}, 12_000)
		lacks := missing.FindAllStringSubmatch(r.Stderr, -1)
		for _, m := range lacks {
			absent = append(absent, m[1])
		}
		t.Logf("%s: code %d, killed %t, stdout %.300q, stderr %.300q", base, r.Code, r.Killed, r.Stdout, r.Stderr)
		switch {
		case strings.Contains(r.Stderr, "syntax error") || strings.Contains(r.Stderr, "Parse error") || r.Killed:
			t.Errorf("%s: got %+v, want it read and ended", base, r)
		case r.Code == 127 && len(lacks) == 0, r.Code != 0 && r.Stdout+r.Stderr == "":
			t.Errorf("%s: got %+v, want it to say what it lacks", base, r)
		}
	}
	// The page has what these ask for by now. That a missing one is seen at all, is seen at another.
	lacks := missing.FindStringSubmatch(p.run(map[string]any{"words": []string{"sh", "-c", "gh pr list"}, "files": map[string]string{}, "programs": which.Shell()}, 12_000).Stderr)
	if len(lacks) != 2 || lacks[1] != "gh" {
		t.Errorf("got %q, want gh missing", lacks)
	}
	slices.Sort(absent)
	for _, program := range slices.Compact(absent) {
		if !strings.Contains(string(page), "`"+program+"`") {
			t.Errorf("programs.md: got no `%s` among what cannot run", program)
		}
	}
}

// besides are the files of a script's folder as /workspace/scripts, and a file to work on.
func besides(t *testing.T, script string) map[string]string {
	t.Helper()
	files := map[string]string{"workspace/README.md": "# One\n\n## Task 1\n\nDo it.\n"}
	list, err := os.ReadDir(filepath.Dir(script))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(script), e.Name()))
		if e.Type().IsRegular() && err == nil {
			files["workspace/scripts/"+e.Name()] = string(data)
		}
	}
	return files
}

func treeOf(t *testing.T, files map[string]string) tree.Tree {
	t.Helper()
	var b tree.Builder
	for path, text := range files {
		if err := b.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return b.Tree()
}
