package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func root(t *testing.T) string {
	t.Helper()
	said, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(said))
}

// bench builds the program of testdata, and returns how often it is heard of, by the ways in which it can be.
func bench(t *testing.T, dir string, args ...string) func(way ...string) int {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("node is needed:", err)
		}
		t.Skip("no node was found")
	}
	program := filepath.Join(t.TempDir(), "beats.wasm")
	build := exec.Command(filepath.Join(dir, "go/bin/go"), append(append([]string{"build"}, args...), "-o", program, "./testdata/beats")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOROOT="+filepath.Join(dir, "go"), "GOTOOLCHAIN=local")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return func(way ...string) int {
		t.Helper()
		run := exec.Command(node, append([]string{filepath.Join(dir, "go/lib/wasm/wasm_exec_node.js"), program}, way...)...)
		run.Env = []string{"PATH=" + os.Getenv("PATH")}
		said, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(said)))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
}

// A timer of the program rings between the parts of a collection, where Go as it is lets none ring before its end. And
// what comes from the page is all answered before it, as long as the heap has room.
func TestAnswersComeBeforeACollection(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink(root(t), filepath.Join(dir, "go")); err != nil { // nothing of a module may be overlaid
		t.Fatal(err)
	}
	if err := write(filepath.Join(dir, "go"), dir); err != nil {
		t.Fatal(err)
	}
	over := map[string]string{}
	for _, c := range changes() {
		over[filepath.Join(dir, "go/src", c.file)] = filepath.Join(dir, c.file+".txt")
	}
	overlay, err := json.Marshal(map[string]any{"Replace": over})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	whole, parts := bench(t, dir), bench(t, dir, "-overlay", filepath.Join(dir, "overlay.json"))
	if was, is := whole(), parts(); is < was+3 {
		t.Errorf("got %d rings of a timer, want more than the %d of Go as it is", is, was)
	}
	if was, is := whole("page"), parts("page"); is != 200 || was == 200 {
		t.Errorf("got %d of 200 answers before its end, and of Go as it is %d, want all and not all", is, was)
	}
	if n := parts("work"); n == 20_000 {
		t.Errorf("got no end of it in %d answers, each with garbage, want it to end before the heap has grown by so much", n)
	}
}

// A file that is not as it was known is an error, and nothing is written.
func TestAnotherGo(t *testing.T) {
	dir := t.TempDir()
	for _, c := range changes() {
		path := filepath.Join(dir, "src", c.file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("package runtime\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	err := write(dir, filepath.Join(dir, "to"))
	if err == nil || !strings.Contains(err.Error(), "lock_js.go: got") {
		t.Errorf("got %v, want what was not found", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "to")); err == nil {
		t.Error("got a folder, want none")
	}
}

// The powers of ten that are told are those of Go's own table.
func TestPowersOfTen(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(root(t), "src/internal/strconv/pow10tab.go"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(table), "package strconv", `package main

import (
	"fmt"
	"math/bits"
	"os"
)

type uint128 struct{ Hi, Lo uint64 }

func main() {
	for e := pow10Min; e <= pow10Max; e++ {
		if got, want := powerOf10(e), pow10Tab[e-pow10Min]; got != want {
			fmt.Println("10 **", e, "got", got, "want", want)
			os.Exit(1)
		}
	}
	fmt.Print(len(pow10Tab))
}
`+powerOf10, 1)
	program := filepath.Join(t.TempDir(), "powers.go")
	if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("go", "run", program).CombinedOutput(); err != nil || string(said) != "696" {
		t.Errorf("got %v, %q, want all 696", err, said)
	}
}
