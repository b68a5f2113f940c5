package static

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lock is what a package-lock.json pins, by its place.
type lock struct {
	Packages map[string]struct {
		Version, License, Resolved, Integrity string
		Dev, Optional, Peer                   bool
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("vendor/just-bash", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What is vendored is what its README says: the bytes, the version, the licence.
func TestVendored(t *testing.T) {
	hash := sha256.Sum256([]byte(read(t, "just-bash.js")))
	sum := hex.EncodeToString(hash[:])
	if got, want := read(t, "just-bash.js.sha256"), sum+"  just-bash.js\n"; got != want {
		t.Errorf("just-bash.js.sha256: got %s, want %s: run make vendor", got, want)
	}
	var l lock
	if err := json.Unmarshal([]byte(read(t, "package-lock.json")), &l); err != nil {
		t.Fatal(err)
	}
	bash := l.Packages["node_modules/just-bash"]
	for _, want := range []string{sum, "| " + bash.Version + ",", "| " + bash.License + " "} {
		if !strings.Contains(read(t, "README.md"), want) {
			t.Errorf("README.md: got no %q", want)
		}
	}
	if !strings.Contains(read(t, "package.json"), `"just-bash": "`+bash.Version+`"`) {
		t.Errorf("package.json: want just-bash at exactly %s", bash.Version)
	}
	if !strings.Contains(read(t, "LICENSE"), "Apache License") {
		t.Error("LICENSE: got no Apache License")
	}
}

// Every package is pinned by its content, names no place, and is noticed.
func TestVendoredLock(t *testing.T) {
	var l lock
	if err := json.Unmarshal([]byte(read(t, "package-lock.json")), &l); err != nil {
		t.Fatal(err)
	}
	notices := read(t, "THIRD-PARTY.txt")
	for path, p := range l.Packages {
		if path == "" {
			continue
		}
		if !strings.HasPrefix(p.Integrity, "sha512-") || p.Resolved != "" {
			t.Errorf("%s: got integrity %q and resolved %q, want a sha512 and nothing", path, p.Integrity, p.Resolved)
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		if notice := name + " " + p.Version + ": "; !p.Dev && !p.Optional && !p.Peer && !strings.Contains(notices, notice) {
			t.Errorf("THIRD-PARTY.txt: got no %q", notice)
		}
	}
}

// What is changed of just-bash is in what is vendored: the build replaced every text, and none is there any more.
func TestVendoredIsMended(t *testing.T) {
	bundle, changes := read(t, "just-bash.js"), read(t, "mended.mjs")
	if strings.Count(changes, "\n  [\"") < 30 {
		t.Error("mended.mjs: got no list of changes")
	}
	for _, gone := range []string{`return Number.MAX_SAFE_INTEGER`, `>Number.MAX_SAFE_INTEGER?Number.MAX_SAFE_INTEGER`, `:l-1;return we(`} {
		if strings.Contains(bundle, gone) {
			t.Errorf("just-bash.js: got %q, which mended.mjs replaces: run make vendor", gone)
		}
	}
}
