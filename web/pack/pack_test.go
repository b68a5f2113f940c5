package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"lily/web/server"
)

func sources(t *testing.T) packer {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"src/index.html":   `<script src="{{path "boot.js"}}" data-size="{{size "lily.wasm"}}"></script>{{range styles}}<link href="{{.}}">{{end}}{{drawn "icons/a.svg"}}{{lazy "late.js"}}{{lazy "editor.js"}}{{lazy "frame.html"}}{{lazy "manual.txt"}}`,
		"src/boot.js":      "start()",
		"src/late.js":      "late()",
		"src/b.css":        "b{}",
		"src/a.css":        "a{}",
		"src/static.go":    "package static",
		"src/dist/old.css": "old{}",

		"src/icons/a.svg": "<svg>\n<!-- a line,\n and one -->\n\n<path d=\"M0 0\"/>\n</svg>\n",

		"src/frame/frame.html": `{{data "run" "late.js" "vendor/bash/bash.js"}}{{script "frame/f.js"}}`,
		"src/frame/f.js":       "f()",

		"src/manual/index.txt": "start\n",
		"src/manual/start.md":  "# Start\n",
		"src/manual/manual.go": "package manual",

		"src/editor/editor.js":                "edit()",
		"src/vendor/codemirror/codemirror.js": "var codemirror",

		"src/vendor/bash/bash.js":   "bash()",
		"src/vendor/bash/README.md": "not packed",

		"lily.wasm":    "\x00asm",
		"wasm_exec.js": "Go",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	return packer{src: in("src"), wasm: in("lily.wasm"), exec: in("wasm_exec.js"), out: in("src/dist"), level: 5, later: 5, notes: io.Discard}
}

// contents is a folder's files by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func TestPack(t *testing.T) {
	p := sources(t)
	if err := p.pack(); err != nil {
		t.Fatal(err)
	}
	m, err := server.ReadManifest(os.DirFS(p.out))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	files := contents(t, p.out)
	for _, a := range m.Assets {
		names = append(names, a.Name)
		br, errBr := io.ReadAll(brotli.NewReader(strings.NewReader(files[a.File+".br"])))
		z, errZ := gzip.NewReader(strings.NewReader(files[a.File+".gz"]))
		if errBr != nil || errZ != nil {
			t.Fatal(a.Name, errBr, errZ)
		}
		gz, err := io.ReadAll(z)
		if err != nil || !bytes.Equal(br, gz) || int64(len(br)) != a.Size || hash(br) != a.Hash {
			t.Errorf("%s: got %q and %q, %v", a.Name, br, gz, err)
		}
		if want := a.Name == "late.js" || a.Name == "editor.js" || a.Name == "frame.html" || a.Name == "manual.txt"; a.Lazy != want {
			t.Errorf("%s: got lazy %t, want %t", a.Name, a.Lazy, want)
		}
		if a.Immutable != (a.Name != index) || a.Immutable != strings.Contains(a.Path, a.Hash[:16]) {
			t.Errorf("%s: got path %s, immutable %t", a.Name, a.Path, a.Immutable)
		}
	}
	if got, want := strings.Join(names, " "), "index.html a.css b.css boot.js editor.js frame.html late.js lily.wasm manual.txt wasm_exec.js"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := len(files), 2*len(m.Assets)+1; got != want {
		t.Errorf("got %d files, want %d: nothing old, nothing half", got, want)
	}
}

func TestTheSameSourcesGiveTheSameBytes(t *testing.T) {
	p, q := sources(t), sources(t)
	for _, p := range []packer{p, q, q} { // q twice: the second time from its own output
		if err := p.pack(); err != nil {
			t.Fatal(err)
		}
	}
	got, want := contents(t, p.out), contents(t, q.out)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
}

// The frame holds its scripts, and none that would end early.
func TestTheFrameHoldsItsScripts(t *testing.T) {
	p := sources(t)
	sources := map[string][]byte{}
	if err := p.frames(sources); err != nil {
		t.Fatal(err)
	}
	if got, want := string(sources["frame.html"]), `<script type="text/plain" id="run">late()bash()</script><script>f()</script>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, text := range []string{"'</script>'", "'<!--'", "'<SCRIPT'"} {
		if err := os.WriteFile(filepath.Join(p.src, "frame", "f.js"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := p.frames(sources); err == nil || !strings.Contains(err.Error(), "frame/f.js holds") {
			t.Errorf("%s: got %v, want it refused", text, err)
		}
	}
}

func TestTheIndexNamesOnlyWhatIsThere(t *testing.T) {
	p := sources(t)
	if err := os.Remove(filepath.Join(p.src, "boot.js")); err != nil {
		t.Fatal(err)
	}
	if err := p.pack(); err == nil || !strings.Contains(err.Error(), "boot.js, which is not among the sources") {
		t.Errorf("got %v, want an error that names boot.js", err)
	}
}

// Only what opening the page fetches counts against the limit.
func TestSizes(t *testing.T) {
	p := sources(t)
	if err := os.WriteFile(filepath.Join(p.src, "late.js"), random(firstLoad), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ file, want string }{{"late.js", ""}, {"boot.js", "the first load is "}} {
		if err := os.WriteFile(filepath.Join(p.src, test.file), random(firstLoad), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := p.pack(); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := printSizes(&out, p.out); err == nil != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s is large: got %v, want %q", test.file, err, test.want)
		}
		if n := strings.Count(out.String(), "  later\n"); n != 4 {
			t.Errorf("got %d files that are fetched later, want 4:\n%s", n, &out)
		}
	}
}

// What opening the page does not fetch is pressed at a level of its own, and again when that level changes.
func TestWhatComesLaterIsPressedApart(t *testing.T) {
	p := sources(t)
	text := []byte(strings.Repeat("a text that another level presses otherwise; ", 500) + strings.Repeat("and that differs, ", 300))
	for _, name := range []string{"boot.js", "late.js"} {
		if err := os.WriteFile(filepath.Join(p.src, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(later int) (first, late int64, said string) {
		p.level, p.later = 11, later
		var out strings.Builder
		if err := cmp.Or(p.pack(), printSizes(&out, p.out)); err != nil {
			t.Fatal(err)
		}
		m, err := server.ReadManifest(os.DirFS(p.out))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range m.Assets {
			switch a.Name {
			case "boot.js":
				first = a.Brotli
			case "late.js":
				late = a.Brotli
			}
		}
		return first, late, out.String()
	}
	first, quick, said := pack(1)
	if quick <= first || !strings.Contains(said, fmt.Sprintf("%d  later, brotli 1\n", quick)) {
		t.Errorf("got %d bytes at level 1 and %d at level 11, want more, and the level said:\n%s", quick, first, said)
	}
	again, small, said := pack(11)
	if again != first || small != first || !strings.Contains(said, fmt.Sprintf("%d  later\n", small)) {
		t.Errorf("got %d and %d bytes at level 11, want %d:\n%s", again, small, first, said)
	}
}

// random is so many bytes that cannot be packed, the same each time.
func random(size int) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data) // never fails
	return data
}
