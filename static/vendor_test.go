package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// lock is what a package-lock.json pins, by its place.
type lock struct {
	Packages map[string]struct {
		Version, License, Resolved, Integrity string
		Dev, Optional, Peer                   bool
	}
}

// vendored are the folders of vendor: the package that gives the version and the licence, and the licence's name.
var vendored = map[string][2]string{"just-bash": {"just-bash", "Apache License"}, "codemirror": {"@codemirror/view", "MIT License"}, "isomorphic-git": {"isomorphic-git", "MIT"}}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("vendor", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What is vendored is what its README says: the bytes, the version, the licence.
func TestVendored(t *testing.T) {
	for folder, is := range vendored {
		file := folder + ".js"
		hash := sha256.Sum256([]byte(read(t, folder, file)))
		sum := hex.EncodeToString(hash[:])
		if got, want := read(t, folder, file+".sha256"), sum+"  "+file+"\n"; got != want {
			t.Errorf("%s.sha256: got %s, want %s: run make vendor", file, got, want)
		}
		var l lock
		if err := json.Unmarshal([]byte(read(t, folder, "package-lock.json")), &l); err != nil {
			t.Fatal(err)
		}
		pinned := l.Packages["node_modules/"+is[0]]
		for _, want := range []string{sum, "| " + pinned.Version + ",", "| " + pinned.License + " "} {
			if !strings.Contains(read(t, folder, "README.md"), want) {
				t.Errorf("%s/README.md: got no %q", folder, want)
			}
		}
		if !strings.Contains(read(t, folder, "package.json"), `"`+is[0]+`": "`+pinned.Version+`"`) {
			t.Errorf("%s/package.json: want %s at exactly %s", folder, is[0], pinned.Version)
		}
		if !strings.Contains(read(t, folder, "LICENSE"), is[1]) {
			t.Errorf("%s/LICENSE: got no %s", folder, is[1])
		}
	}
}

// The page's Python is what its README says: each file has its sum, and the version is that which the lock file pins.
func TestVendoredPython(t *testing.T) {
	readme, sums := read(t, "python", "README.md"), read(t, "python", "python.sha256")
	for _, name := range []string{"python.js", "python.wasm.br", "python.zip.br"} {
		data := []byte(read(t, "python", name))
		if got := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name); !strings.Contains(sums, got) {
			t.Errorf("python.sha256: got no %s: run make vendor", got)
		}
		if packed, is := strings.CutSuffix(name, ".br"); is {
			plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
			if err != nil {
				t.Fatal(err)
			}
			name, data = packed, plain
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(data))
		if !strings.Contains(sums, sum+"  "+name) || !strings.Contains(readme, sum) {
			t.Errorf("%s: got the sum %s neither in python.sha256 nor in the README", name, sum)
		}
	}
	var l lock
	if err := json.Unmarshal([]byte(read(t, "just-bash", "package-lock.json")), &l); err != nil {
		t.Fatal(err)
	}
	if want := "just-bash " + l.Packages["node_modules/just-bash"].Version; !strings.Contains(readme, want) {
		t.Errorf("README.md: got no %q", want)
	}
	if !strings.Contains(read(t, "python", "LICENSE"), "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2") {
		t.Error("LICENSE: got no licence of Python")
	}
}

// Every package is pinned by its content, names no place, and is noticed.
func TestVendoredLock(t *testing.T) {
	for folder := range vendored {
		var l lock
		if err := json.Unmarshal([]byte(read(t, folder, "package-lock.json")), &l); err != nil {
			t.Fatal(err)
		}
		notices := read(t, folder, "THIRD-PARTY.txt")
		for path, p := range l.Packages {
			if path == "" {
				continue
			}
			if !strings.HasPrefix(p.Integrity, "sha512-") || p.Resolved != "" {
				t.Errorf("%s: got integrity %q and resolved %q, want a sha512 and nothing", path, p.Integrity, p.Resolved)
			}
			name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
			if notice := name + " " + p.Version + ": "; !p.Dev && !p.Optional && !p.Peer && !strings.Contains(notices, notice) {
				t.Errorf("%s/THIRD-PARTY.txt: got no %q", folder, notice)
			}
		}
	}
}

// What is changed of just-bash is in what is vendored: the build replaced every text, and none is there any more.
func TestVendoredIsMended(t *testing.T) {
	bundle, changes := read(t, "just-bash", "just-bash.js"), read(t, "just-bash", "mended.mjs")
	if strings.Count(changes, "\n  [\"") < 30 {
		t.Error("mended.mjs: got no list of changes")
	}
	for _, gone := range []string{`return Number.MAX_SAFE_INTEGER`, `>Number.MAX_SAFE_INTEGER?Number.MAX_SAFE_INTEGER`, `:l-1;return we(`} {
		if strings.Contains(bundle, gone) {
			t.Errorf("just-bash.js: got %q, which mended.mjs replaces: run make vendor", gone)
		}
	}
}
