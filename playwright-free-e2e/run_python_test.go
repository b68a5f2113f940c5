package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var nativePython = flag.String("native", "", "a python3 of this machine, of the page's minor version, whose answers become those of testdata/python.txtar")

var nativePackages = flag.String("packages", "../bin/vendor/python/packages", "where make vendor-python left the packages that the page has, for -native")

// pythonRow is a script, how it is called, and what Python answers.
type pythonRow struct {
	Run   string            `json:"run"`
	Files map[string]string `json:"files"`
	want  string
	at    int // of its want in the archive
}

const pythonRows = "testdata/python.txtar"

func readPythonRows(t *testing.T) (*txtar.Archive, []pythonRow) {
	t.Helper()
	a, err := txtar.ParseFile(pythonRows)
	if err != nil {
		t.Fatal(err)
	}
	shared := map[string]string{}
	var rows []pythonRow
	for i, f := range a.Files {
		switch name, _, _ := strings.Cut(f.Name, " "); {
		case strings.HasPrefix(f.Name, "shared/"):
			shared["workspace/"+f.Name] = string(f.Data)
		case f.Name == "want":
			rows[len(rows)-1].want, rows[len(rows)-1].at = string(f.Data), i
		default:
			files := map[string]string{"workspace/" + name: string(f.Data)}
			maps.Copy(files, shared)
			rows = append(rows, pythonRow{Run: "python3 " + f.Name, Files: files})
		}
	}
	return a, rows
}

// told is an answer as the archive has it: long texts by their digest.
func told(stdout string, code int, left map[string]string) string {
	var b strings.Builder
	short := func(s string) string {
		if len(s) > 4<<10 {
			return fmt.Sprintf("[%d bytes, sha256 %x]\n", len(s), sha256.Sum256([]byte(s)))
		}
		if s != "" && !strings.HasSuffix(s, "\n") {
			s += "[no line end]\n"
		}
		return s
	}
	b.WriteString(short(stdout))
	if code != 0 {
		fmt.Fprintf(&b, "[exit %d]\n", code)
	}
	for _, path := range slices.Sorted(maps.Keys(left)) {
		fmt.Fprintf(&b, "[left %s]\n%s", strings.TrimPrefix(path, "workspace/"), short(strings.ToValidUTF8(left[path], "?")))
	}
	return b.String()
}

// Python answers what CPython 3.13 does on Linux: output, code and files. All of the rows run under Node, some in the page.
func TestRunnerPythonAnswers(t *testing.T) {
	t.Parallel()
	a, rows := readPythonRows(t)
	if len(rows) < 75 {
		t.Errorf("got %d rows, want at least 75", len(rows))
	}
	if *nativePython != "" {
		remakePythonRows(t, a, rows)
		return
	}
	var in bytes.Buffer
	for _, r := range rows {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	answers := underNode(t, &in)
	_, page := shell(t)
	for i, row := range rows {
		var r ran
		if err := answers.Decode(&r); err != nil {
			t.Fatalf("%s: %v", row.Run, err)
		}
		if got := told(r.Stdout, r.Code, r.Changed); got != row.want || r.Failed != "" {
			t.Errorf("%s: got\n%s%s%s\nwant\n%s", row.Run, got, r.Failed, r.Stderr, row.want)
		}
		if i%9 != 3 {
			continue
		}
		if r = page(row.Files, "bash", "-c", row.Run); told(r.Stdout, r.Code, r.Changed) != row.want {
			t.Errorf("%s in the page: got\n%s%s\nwant\n%s", row.Run, told(r.Stdout, r.Code, r.Changed), r.Stderr, row.want)
		}
	}
}

// remakePythonRows asks a Python of this machine.
func remakePythonRows(t *testing.T, a *txtar.Archive, rows []pythonRow) {
	t.Helper()
	next := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		if f.Name == "want" {
			continue
		}
		next.Files = append(next.Files, f)
		if strings.HasPrefix(f.Name, "shared/") {
			continue
		}
		row := rows[0]
		rows = rows[1:]
		next.Files = append(next.Files, txtar.File{Name: "want", Data: []byte(nativeAnswer(t, row))})
	}
	if err := os.WriteFile(pythonRows, txtar.Format(next), 0o644); err != nil {
		t.Fatal(err)
	}
}

func nativeAnswer(t *testing.T, row pythonRow) string {
	t.Helper()
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	for path, text := range row.Files {
		at := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(*nativePython, filepath.Join(bin, "python3")); err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Abs(*nativePackages)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", "-c", row.Run)
	c.Dir = filepath.Join(root, "workspace")
	c.Env = []string{"PATH=" + bin + ":/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + packages, "TZ=UTC"}
	out, err := c.Output()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	left := map[string]string{}
	_ = filepath.WalkDir(c.Dir, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if data, readErr := os.ReadFile(path); err == nil && d.Type().IsRegular() && readErr == nil && row.Files[filepath.ToSlash(rel)] != string(data) {
			left[filepath.ToSlash(rel)] = string(data)
		}
		return nil
	})
	return told(strings.ReplaceAll(string(out), c.Dir, "/workspace"), c.ProcessState.ExitCode(), left)
}
