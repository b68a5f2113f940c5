package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed testdata/inside.js
var insideJS string

// withTests builds the tests of packages of wasm, and makes a server send them beside
// the page: its policy, its origin and its scripts are the real ones.
func withTests(t *testing.T, packages ...string) func(http.Handler) http.Handler {
	t.Helper()
	dir := t.TempDir()
	for _, name := range packages {
		build := exec.CommandContext(t.Context(), "go", "test", "-c", "-ldflags=-s -w", "-o", filepath.Join(dir, name+".test"), "../wasm/"+name)
		build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		if said, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	return func(page http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, ".test") {
				page.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
		})
	}
}

// inside runs some tests of a package in a page, and gives what they print. It waits as
// long as they go on printing.
func (p *tab) inside(name string, args ...string) string {
	p.Helper()
	list, err := json.Marshal(append([]string{"-test.v"}, args...))
	p.must(err)
	_, err = eval[any](p, insideJS+"; inside('/"+name+".test', "+string(list)+")")
	p.must(err)
	var said struct {
		Text string `json:"text"`
		Done bool   `json:"done"`
		Code int    `json:"code"`
	}
	for !said.Done {
		before := len(said.Text)
		p.until("more of "+fmt.Sprint(args)+" after\n"+said.Text, func() (bool, error) {
			said, err = eval[struct {
				Text string `json:"text"`
				Done bool   `json:"done"`
				Code int    `json:"code"`
			}](p, "insideSaid")
			return said.Done || len(said.Text) > before, err
		})
	}
	if said.Code != 0 || !strings.HasSuffix(said.Text, "PASS\n") {
		p.Errorf("%q: got the code %d:\n%s", args, said.Code, said.Text)
	}
	return said.Text
}
