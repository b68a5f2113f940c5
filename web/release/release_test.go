package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// sources are a folder with this very test as the program of three platforms, and an engine.
func sources(t *testing.T) release {
	t.Helper()
	exe := must(os.Executable())(t)
	program, info := must(os.ReadFile(exe))(t), must(buildinfo.ReadFile(exe))(t)
	info.GoVersion = ""
	info.Deps = []*debug.Module{{Path: "example.com/a", Version: "v1.0.0", Sum: "h1:" + base64.StdEncoding.EncodeToString(make([]byte, 32))}}
	dir := t.TempDir()
	r := release{filepath.Join(dir, "from"), filepath.Join(dir, "lily.wasm"), filepath.Join(dir, "to"), "../..", "go1.0.0, with stand-ins"}
	put(t, r.engine, []byte("\x00asm…"+infoStart+info.String()+infoEnd+"…"))
	for _, at := range []string{"linux/arm64/lily", "darwin/amd64/lily", "windows/amd64/lily.exe"} {
		put(t, filepath.Join(r.from, at), program)
	}
	return r
}

// made is what the release has, by name.
func (r release) made(t *testing.T) map[string][]byte {
	t.Helper()
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range must(os.ReadDir(r.to))(t) {
		all[e.Name()] = must(os.ReadFile(filepath.Join(r.to, e.Name())))(t)
	}
	return all
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Two runs give the same bytes, the sums are those of the files, and a program may be run
// wherever it was built.
func TestRelease(t *testing.T) {
	first, second := sources(t).made(t), sources(t).made(t)
	want := []string{"SHA256SUMS", "lily.cdx.json", "lily_darwin_amd64.tar.gz", "lily_linux_arm64.tar.gz", "lily_windows_amd64.zip"}
	var names []string
	var sums strings.Builder
	for name, data := range first {
		names = append(names, name)
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s: got other bytes the second time", name)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, want) {
		t.Fatalf("got %q, want %q", names, want)
	}
	for _, name := range append(want[2:], want[1]) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(first[name]), name)
	}
	if got := string(first["SHA256SUMS"]); got != sums.String() {
		t.Errorf("got the sums\n%swant\n%s", got, sums.String())
	}
	inZip := must(zip.NewReader(bytes.NewReader(first[want[4]]), int64(len(first[want[4]]))))(t)
	for i, f := range inZip.File {
		wantEntry(t, i, f.Name, "lily_windows_amd64/lily.exe", f.Mode())
	}
	unpacked := tar.NewReader(must(gzip.NewReader(bytes.NewReader(first[want[3]])))(t))
	for i := 0; ; i++ {
		h, err := unpacked.Next()
		if err == io.EOF && i == 5 {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		wantEntry(t, i, h.Name, "lily_linux_arm64/lily", h.FileInfo().Mode())
		if h.Uid+h.Gid != 0 || h.Uname+h.Gname != "" || !h.ModTime.Equal(beginning) {
			t.Errorf("got %+v", h)
		}
	}
}

// wantEntry checks an entry of an archive, whose first is the program.
func wantEntry(t *testing.T, i int, name, program string, mode fs.FileMode) {
	t.Helper()
	if want := []fs.FileMode{0o755, 0o644}[min(i, 1)]; mode != want || (i == 0) != (name == program) {
		t.Errorf("entry %d: got %s %v, want %v and first %s", i, name, mode, want, program)
	}
}

// The list of parts has the modules, Go's library and the packages of the vendored script,
// each once and with its hash, and names no time.
func TestBill(t *testing.T) {
	var got struct {
		BomFormat, SpecVersion string
		Metadata               struct{ Component component }
		Components             []component
	}
	r := sources(t)
	text := must(r.bill([]string{filepath.Join(r.from, "linux/arm64/lily")}))(t)
	if err := json.Unmarshal(text, &got); err != nil || got.BomFormat != "CycloneDX" || got.SpecVersion != "1.6" || got.Metadata.Component.Name != "lily" {
		t.Fatalf("got %v, %+v", err, got.Metadata)
	}
	seen := map[string]component{}
	for _, c := range got.Components {
		if _, twice := seen[c.Name]; twice && !strings.HasPrefix(c.PURL, "pkg:npm/") || c.Version == "" || c.Ref != c.PURL {
			t.Errorf("got %+v", c)
		}
		if c.Name != "std" && (len(c.Hashes) != 1 || len(c.Hashes[0].Content) != map[string]int{"SHA-256": 64, "SHA-512": 128}[c.Hashes[0].Algorithm]) {
			t.Errorf("%s: got the hashes %v", c.Name, c.Hashes)
		}
		seen[c.Name] = c
	}
	if seen["example.com/a"].PURL != "pkg:golang/example.com/a@v1.0.0" || len(seen["std"].Version) < 4 {
		t.Errorf("got %+v and %+v", seen["example.com/a"], seen["std"])
	}
	if c := seen["std"]; c.Pedigree == nil || !strings.Contains(c.Pedigree.Notes, r.build) || len(c.Licenses) != 1 || c.Licenses[0].Expression != "BSD-3-Clause" {
		t.Errorf("got %+v, want its licence, and what stands in for it", c)
	}
	if c := seen["just-bash"]; c.Version == "" || c.Licenses[0].Expression != "Apache-2.0" || !strings.HasPrefix(c.PURL, "pkg:npm/just-bash@") {
		t.Errorf("got %+v", c)
	}
	if c := seen["@codemirror/view"]; c.Version == "" || c.Licenses[0].Expression != "MIT" {
		t.Errorf("got %+v", c)
	}
	if c := seen["sql.js"]; c.Version == "" || c.Licenses[0].Expression != "MIT" {
		t.Errorf("got %+v", c)
	}
	if c := seen["cpython"]; c.Version == "" || c.Licenses[0].Expression != "PSF-2.0" {
		t.Errorf("got %+v", c)
	}
	if c := seen["PyYAML"]; c.Version != "6.0.2" || c.Licenses[0].Expression != "MIT" || c.PURL != "pkg:deb/debian/python3-yaml@6.0.2-1%2Bb2" {
		t.Errorf("got %+v", c)
	}
	if _, dev := seen["esbuild"]; dev || bytes.Contains(text, []byte("timestamp")) || bytes.Contains(text, []byte("serialNumber")) {
		t.Error("got what only builds the script, a time or a serial number")
	}
	if got := purl("npm", "@a/b", "1.0.0+c"); got != "pkg:npm/%40a/b@1.0.0%2Bc" {
		t.Errorf("got %s", got)
	}
}
