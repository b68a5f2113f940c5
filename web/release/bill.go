package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// component is a part of the programs, as CycloneDX 1.6 has it.
type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
	Pedigree *pedigree `json:"pedigree,omitempty"`
}

// pedigree says how a part differs from what its makers gave out.
type pedigree struct {
	Notes string `json:"notes"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"` // hexadecimal
}

type license struct {
	Expression string `json:"expression"`
}

func part(kind, name, version, purl string) component {
	return component{Type: kind, Ref: purl, Name: name, Version: version, PURL: purl}
}

func (c component) hashed(algorithm, digest string) component {
	if data, err := base64.StdEncoding.DecodeString(digest); err == nil && digest != "" {
		c.Hashes = []hash{{algorithm, hex.EncodeToString(data)}}
	}
	return c
}

// bill lists what the programs are made of: their modules and the engine's, Go's own library, and what lock pins.
func (r release) bill(programs []string) ([]byte, error) {
	info, err := engineInfo(r.engine)
	infos := []*debug.BuildInfo{info}
	for _, path := range programs {
		info, err2 := buildinfo.ReadFile(path)
		infos, err = append(infos, info), cmp.Or(err, err2)
	}
	if err != nil {
		return nil, err
	}
	parts, err := vendored(filepath.Join(r.tree, "static/vendor/just-bash/package-lock.json"))
	editor, err3 := vendored(filepath.Join(r.tree, "static/vendor/codemirror/package-lock.json"))
	formats, err7 := vendored(filepath.Join(r.tree, "static/vendor/formats/package-lock.json"))
	python, err5 := interpreter(filepath.Join(r.tree, "static/vendor/python/python.sha256"))
	packages, err6 := pythonPackages(filepath.Join(r.tree, "static/vendor/python/packages.lock.json"))
	parts, err = slices.Concat(parts, editor, formats, packages, []component{python}), cmp.Or(err, err3, err5, err6, err7)
	notice, err2 := os.ReadFile(filepath.Join(r.tree, "NOTICE"))
	for _, info := range infos {
		parts = append(parts, modules(info)...)
	}
	for i := range parts {
		parts[i].told(string(notice), r.build)
	}
	slices.SortFunc(parts, func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })
	parts = slices.CompactFunc(parts, func(a, b component) bool { return a.Ref == b.Ref })
	main := infos[len(infos)-1].Main
	whole := part("application", "lily", main.Version, purl("golang", main.Path, main.Version))
	list, err4 := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": whole}, "components": parts,
	}, "", "  ")
	return append(list, '\n'), cmp.Or(err, err2, err4)
}

// interpreter is the page's Python, which no registry has by itself: its version is in its notices, its hash in the list.
func interpreter(sums string) (component, error) {
	data, err := os.ReadFile(sums)
	c := part("library", "cpython", pythonVersion, purl("generic", "cpython", pythonVersion))
	for line := range strings.Lines(string(data)) {
		if sum, is := strings.CutSuffix(strings.TrimSpace(line), "  python.wasm"); is {
			c.Hashes = []hash{{"SHA-256", sum}}
		}
	}
	return c, err
}

// pythonPackages are those that come with the page's Python, as Debian packs them.
func pythonPackages(lock string) ([]component, error) {
	data, err := os.ReadFile(lock)
	var pinned []struct{ Name, Version, Deb, SHA256 string }
	err = cmp.Or(err, json.Unmarshal(data, &pinned))
	var all []component
	for _, p := range pinned {
		name, version, _ := strings.Cut(path.Base(p.Deb), "_")
		version, _, _ = strings.Cut(version, "_")
		c := part("library", p.Name, p.Version, purl("deb/debian", name, version))
		c.Hashes = []hash{{"SHA-256", p.SHA256}}
		all = append(all, c)
	}
	return all, err
}

// told adds the licence that NOTICE has of a part, and of Go's library what stands in for packages of it in the engine.
func (c *component) told(notice, build string) {
	name := c.Name + " " + c.Version
	if c.Name == "std" {
		name = "Go, its runtime and standard library, and wasm_exec.js"
		if build != "" {
			c.Pedigree = &pedigree{Notes: "The engine of the page: " + build}
		}
	}
	_, rest, found := strings.Cut(notice, "\n"+name+": ")
	if expression, _, _ := strings.Cut(rest, "\n"); found && c.Licenses == nil {
		c.Licenses = []license{{expression}}
	}
}

// purl is the address of a package (package-url/purl-spec).
func purl(kind, name, version string) string {
	escaped := strings.NewReplacer("@", "%40", "+", "%2B", "(", "%28", ")", "%29")
	return "pkg:" + kind + "/" + escaped.Replace(name) + "@" + escaped.Replace(version)
}

// modules are what a program was built from, the library of Go among them.
func modules(info *debug.BuildInfo) []component {
	var list []component
	if version, known := strings.CutPrefix(info.GoVersion, "go"); known { // the engine's is the programs'
		list = append(list, part("library", "std", version, purl("golang", "std", version)))
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := part("library", m.Path, m.Version, purl("golang", m.Path, m.Version))
		list = append(list, c.hashed("SHA-256", strings.TrimPrefix(m.Sum, "h1:")))
	}
	return list
}

// engineInfo is what the engine was built from: debug/buildinfo reads no WebAssembly.
func engineInfo(path string) (*debug.BuildInfo, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, rest, found := bytes.Cut(data, []byte(infoStart))
	text, _, ended := bytes.Cut(rest, []byte(infoEnd))
	if !found || !ended {
		return nil, fmt.Errorf("%s: got no information on its build", path)
	}
	return debug.ParseBuildInfo(string(text))
}

// vendored are the packages of npm that come along, as a package-lock.json pins them.
func vendored(path string) (list []component, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License, Integrity string
			Dev, Optional, Peer         bool
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for place, p := range lock.Packages {
		_, name, in := strings.Cut(place[max(0, strings.LastIndex(place, "node_modules/")):], "node_modules/")
		if !in || p.Dev || p.Optional || p.Peer {
			continue
		}
		c := part("library", name, p.Version, purl("npm", name, p.Version))
		c = c.hashed("SHA-512", strings.TrimPrefix(p.Integrity, "sha512-"))
		if p.License != "" {
			c.Licenses = []license{{p.License}}
		}
		list = append(list, c)
	}
	return list, nil
}
