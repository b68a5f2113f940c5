package static

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
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
	parts, err := filepath.Glob("vendor/python/py-*.br")
	if err != nil || len(parts) != 11 {
		t.Errorf("got the packages %v, %v, want eleven", parts, err)
	}
	names := []string{"python.js", "packages.js", "python.wasm.br", "python.zip.br"}
	for _, path := range parts {
		names = append(names, filepath.Base(path))
	}
	for _, name := range names {
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
		if !strings.Contains(sums, sum+"  "+name) || strings.HasPrefix(name, "python.") && !strings.Contains(readme, sum) {
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

// The parts for archives and databases are what their sums say, and their README names the versions that the lock pins.
func TestVendoredFormats(t *testing.T) {
	readme, sums := read(t, "formats", "README.md"), read(t, "formats", "formats.sha256")
	for _, name := range []string{"pako.js", "sql.js", "sql.wasm", "yaml.js"} {
		packed := []byte(read(t, "formats", name+".br"))
		plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
		if err != nil {
			t.Fatal(err)
		}
		for file, data := range map[string][]byte{name + ".br": packed, name: plain} {
			if want := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), file); !strings.Contains(sums, want) {
				t.Errorf("formats.sha256: got no %s: run make vendor", want)
			}
		}
	}
	var l lock
	if err := json.Unmarshal([]byte(read(t, "formats", "package-lock.json")), &l); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pako", "sql.js", "yaml"} {
		p := l.Packages["node_modules/"+name]
		if !strings.Contains(readme, p.Version+" | "+p.License) {
			t.Errorf("formats/README.md: got no %s | %s of %s", p.Version, p.License, name)
		}
	}
}

// Each package of Python is pinned by its content, is what the page is told, and is noticed.
func TestVendoredPythonPackages(t *testing.T) {
	var pinned []struct{ Part, Name, Version, Module, License, SHA256 string }
	if err := json.Unmarshal([]byte(read(t, "python", "packages.lock.json")), &pinned); err != nil {
		t.Fatal(err)
	}
	table, readme, notices := read(t, "python", "packages.js"), read(t, "python", "README.md"), read(t, "python", "PACKAGES.txt")
	for _, p := range pinned {
		if len(p.SHA256) != 64 {
			t.Errorf("%s: got the sum %q", p.Name, p.SHA256)
		}
		row := fmt.Sprintf("%s: { part: %q, name: %q, version: %q }", p.Module, p.Part+".zip", p.Name, p.Version)
		notice, listed := fmt.Sprintf("%s %s: %s\n", p.Name, p.Version, p.License), fmt.Sprintf("%s %s (%s)", p.Name, p.Version, p.License)
		if !strings.Contains(table, row) || !strings.Contains(notices, notice) || !strings.Contains(readme, listed) {
			t.Errorf("%s: got no %q, %q or %q: run make vendor", p.Name, row, notice, listed)
		}
	}
	if strings.Count(table, "{ part:") != len(pinned) {
		t.Errorf("packages.js: want %d packages", len(pinned))
	}
}

// Every package is pinned by its content, names no place, and is noticed.
func TestVendoredLock(t *testing.T) {
	for _, folder := range append(slices.Collect(maps.Keys(vendored)), "formats") {
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
