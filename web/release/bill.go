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

// bill lists what the programs are made of: the modules of each and of the engine that they
// carry, Go's own library, and the packages of the script that lock pins.
func bill(programs []string, engine, lock string) ([]byte, error) {
	info, err := engineInfo(engine)
	infos := []*debug.BuildInfo{info}
	for _, path := range programs {
		info, err2 := buildinfo.ReadFile(path)
		infos, err = append(infos, info), cmp.Or(err, err2)
	}
	if err != nil {
		return nil, err
	}
	parts, err := vendored(lock)
	for _, info := range infos {
		parts = append(parts, modules(info)...)
	}
	slices.SortFunc(parts, func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })
	parts = slices.CompactFunc(parts, func(a, b component) bool { return a.Ref == b.Ref })
	main := infos[len(infos)-1].Main
	whole := part("application", "lily", main.Version, purl("golang", main.Path, main.Version))
	list, err2 := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{"component": whole}, "components": parts,
	}, "", "  ")
	return append(list, '\n'), cmp.Or(err, err2)
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

// Go's linker puts what a program was built from between these (cmd/go, modload).
const (
	infoStart = "0w\xaf\f\x92t\b\x02A\xe1\xc1\a\xe6\xd6\x18\xe6"
	infoEnd   = "\xf92C1\x86\x18 r\x00\x82B\x10A\x16\xd8\xf2"
)

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
