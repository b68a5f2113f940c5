package main

import (
	"archive/zip"
	"bufio"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	elsewhere = "example.com/x/lily"
	published = "v0.1.0"
)

// The module gets another path in one step, and whoever publishes it there can have the command
// by go install: it works but for the page, which only make packs, and says so.
func TestModuleElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command anew")
	}
	if _, err := exec.LookPath("make"); err != nil && os.Getenv("CI") == "" {
		t.Skip("no make was found:", err)
	}
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	copyTree(t, tree)
	called(t, tree, nil, "make", "module", "PATH="+elsewhere)
	for _, name := range []string{"go.mod", "main.go", "session.go", "arch_test.go", "web/slim/slim.go", "web/proxy/proxy.go"} {
		text := document(t, filepath.Join(tree, name))
		if strings.Contains(text, `"lily/`) || name == "go.mod" && !strings.Contains(text, "module "+elsewhere+"\n") {
			t.Errorf("%s: got the old path of the module", name)
		}
	}
	if got := called(t, tree, nil, "gofmt", "-l", "."); got != "" {
		t.Errorf("got %s, want files as gofmt has them", got)
	}
	publish(t, tree, filepath.Join(dir, "proxy", elsewhere, "@v"))
	cache := strings.TrimSpace(called(t, ".", nil, "go", "env", "GOMODCACHE"))
	env := []string{
		"GOPROXY=file://" + filepath.ToSlash(filepath.Join(dir, "proxy")) + ",file://" + filepath.ToSlash(cache) + "/cache/download", "GOSUMDB=off", "GOFLAGS=-modcacherw -trimpath",
		"GONOSUMDB=*", "GONOPROXY=none", "GOPRIVATE=", "GOMODCACHE=" + filepath.Join(dir, "mod"), "GOBIN=" + filepath.Join(dir, "bin"), "GOWORK=off",
	}
	called(t, dir, env, "go", "install", elsewhere+"@latest")
	installed := filepath.Join(dir, "bin", "lily")
	if got := called(t, dir, nil, installed, "version"); !strings.HasPrefix(got, "lily "+published+", go1.") {
		t.Errorf("got %q, want the version that was published", got)
	}
	if got := called(t, dir, nil, installed, "check", filepath.Join(tree, "skills")); !strings.Contains(got, "0 errors") {
		t.Errorf("check: got %s", got)
	}
	if got := called(t, dir, nil, installed, "session"); got != "" {
		t.Errorf("session: got %s", got)
	}
	pageless(t, exec.Command(installed, "--addr", "127.0.0.1:0"))
}

// pageless checks that a server without a page says what to do.
func pageless(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "has no page to show") {
			if !strings.Contains(lines.Text(), "run make build in the sources, or take a release.") {
				t.Errorf("got %q, want what to do", lines.Text())
			}
			return
		}
	}
	t.Errorf("got no sentence about the page, %v", lines.Err())
}

// called runs a program, and returns what it prints.
func called(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var errs strings.Builder
	cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), env...), &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}

// copyTree copies the sources, and nothing that was built of them.
func copyTree(t *testing.T, to string) {
	t.Helper()
	eachSource(t, ".", func(path string, data []byte) {
		write(t, filepath.Join(to, path), string(data))
	})
}

// publish lays out a version of a module as the go command fetches it (Go Modules Reference,
// GOPROXY protocol). Like go, it leaves out what lies in a folder vendor.
func publish(t *testing.T, tree, at string) {
	t.Helper()
	write(t, filepath.Join(at, "list"), published+"\n")
	write(t, filepath.Join(at, published+".info"), `{"Version":"`+published+`"}`)
	write(t, filepath.Join(at, published+".mod"), document(t, filepath.Join(tree, "go.mod")))
	f, err := os.Create(filepath.Join(at, published+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	eachSource(t, tree, func(path string, data []byte) {
		if strings.Contains(path, "/vendor/") {
			return
		}
		entry, err := w.Create(elsewhere + "@" + published + "/" + filepath.ToSlash(path))
		if err == nil {
			_, err = entry.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// eachSource gives the files that git would keep.
func eachSource(t *testing.T, dir string, give func(path string, data []byte)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (path == ".git" || path == "bin"):
			return fs.SkipDir
		case !e.Type().IsRegular() || path == ".git" || strings.HasPrefix(path, "static/dist/") && e.Name() != ".gitkeep":
			return nil
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		if err == nil {
			give(path, data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
