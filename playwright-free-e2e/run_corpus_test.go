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
	const corpus = "../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the corpus beside the project is missing, and in CI nothing is skipped")
		}
		t.Skip("no corpus beside the project")
	}
	err := filepath.WalkDir(corpus, func(p string, d fs.DirEntry, err error) error {
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

// TS-7: every shell script of the corpus is read to its end and starts, or says
// which program it lacks, and README.md lists those.
func TestRunnerCorpus(t *testing.T) {
	t.Parallel()
	paths := shellScripts(t)
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := shell(t)
	var absent []string
	for _, name := range paths {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		argv := slices.Concat([]string{"./scripts/" + filepath.Base(name)}, calledWith[filepath.Base(name)])
		words, _ := which.Find(program.Spec{Argv: argv, Dir: "/workspace", Files: treeOf(t, argv[0], data)}, which.Shell())
		files := map[string]string{"workspace/scripts/" + filepath.Base(name): string(data), "workspace/README.md": "# One\n"}
		r := p.run(map[string]any{"words": words, "files": files, "programs": which.Shell()}, 3000)
		for _, m := range missing.FindAllStringSubmatch(r.Stderr, -1) {
			absent = append(absent, m[1])
		}
		t.Logf("%s: code %d, killed %t, stdout %.300q, stderr %.300q", filepath.Base(name), r.Code, r.Killed, r.Stdout, r.Stderr)
		if strings.Contains(r.Stderr, "syntax error") || strings.Contains(r.Stderr, "Parse error") || r.Stdout+r.Stderr == "" && r.Code != 0 && !r.Killed {
			t.Errorf("%s: got %+v, want it read and started", name, r)
		}
	}
	slices.Sort(absent)
	for _, program := range slices.Compact(absent) {
		if !strings.Contains(string(readme), "`"+program+"`") {
			t.Errorf("README.md: got no `%s` among what cannot run", program)
		}
	}
}

func treeOf(t *testing.T, name string, data []byte) (files tree.Tree) {
	t.Helper()
	files, err := files.Put(path.Join("workspace", name), data)
	if err != nil {
		t.Fatal(err)
	}
	return files
}
