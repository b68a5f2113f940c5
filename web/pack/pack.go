package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"lily/core/help"
	"lily/web/server"
	"lily/web/slim"
)

type packer struct {
	src, wasm, exec, out string
	level                int
	notes                io.Writer // what a person should know, but that stops nothing
}

var types = map[string]string{
	".css":   "text/css; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
	".woff2": "font/woff2",
}

const index, engine = "index.html", "lily.wasm"

func (p packer) pack() error {
	sources, err := p.read()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.out, 0o755); err != nil {
		return err
	}
	old, _ := server.ReadManifest(os.DirFS(p.out)) // none, or one not to be trusted: pack anew
	if err := cmp.Or(p.frame(sources), p.manual(sources)); err != nil {
		return err
	}
	if small, err := slim.Engine(sources[engine]); err == nil {
		sources[engine] = small
	} else {
		fmt.Fprintf(p.notes, "pack: %s keeps what only traces of its libraries tell: %v\n", engine, err)
	}
	m := server.Manifest{Level: p.level, Assets: named(sources)}
	if sources[index], err = render(sources[index], m.Assets); err != nil {
		return err
	}
	m.Assets = append(m.Assets, asset(index, "/", index, sources[index]))
	slices.SortFunc(m.Assets, func(a, b server.Asset) int { return cmp.Compare(a.Path, b.Path) })
	for i, a := range m.Assets {
		if m.Assets[i], err = p.store(a, sources[a.Name], old); err != nil {
			return err
		}
	}
	return p.finish(m)
}

// read takes the sources, by name: the engine, its runtime, what the folder holds, but for Go files, and the scripts of
// others below vendor.
func (p packer) read() (map[string][]byte, error) {
	paths := map[string]string{engine: p.wasm, "wasm_exec.js": p.exec}
	entries, err := os.ReadDir(p.src)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) != ".go" {
			paths[e.Name()] = filepath.Join(p.src, e.Name())
		}
	}
	vendored, err := filepath.Glob(filepath.Join(p.src, "vendor", "*", "*.js"))
	if err != nil {
		return nil, err
	}
	for _, path := range vendored {
		paths[filepath.Base(path)] = path
	}
	sources := map[string][]byte{}
	for name, path := range paths {
		if types[filepath.Ext(name)] == "" {
			return nil, fmt.Errorf("%s: no content type is known for this kind of file", path)
		}
		if sources[name], err = os.ReadFile(path); err != nil {
			return nil, err
		}
	}
	return sources, nil
}

// named gives every source but the index a path that holds its hash.
func named(sources map[string][]byte) []server.Asset {
	var assets []server.Asset
	for name, data := range sources {
		if name == index {
			continue
		}
		ext := filepath.Ext(name)
		file := strings.TrimSuffix(name, ext) + "." + hash(data)[:16] + ext
		a := asset(name, "/"+file, file, data)
		a.Immutable = true
		assets = append(assets, a)
	}
	return assets
}

func asset(name, path, file string, data []byte) server.Asset {
	kind := types[filepath.Ext(name)]
	return server.Asset{Path: path, Name: name, File: file, Type: kind, Hash: hash(data), Size: int64(len(data))}
}

func hash(data []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// render fills in the index: {{path "boot.js"}} and {{size "lily.wasm"}} of a source, {{lazy "run.js"}}, the path of
// one that opening the page does not fetch, and {{styles}}, the paths of the style sheets by name.
func render(source []byte, assets []server.Asset) ([]byte, error) {
	byName := map[string]server.Asset{}
	var sheets []string
	for _, a := range slices.SortedFunc(slices.Values(assets), func(a, b server.Asset) int { return cmp.Compare(a.Name, b.Name) }) {
		byName[a.Name] = a
		if filepath.Ext(a.Name) == ".css" {
			sheets = append(sheets, a.Path)
		}
	}
	find := func(name string) (a server.Asset, err error) {
		a, ok := byName[name]
		if !ok {
			err = fmt.Errorf("%s names %s, which is not among the sources", index, name)
		}
		return a, err
	}
	later := func(name string) (string, error) {
		for i := range assets {
			assets[i].Lazy = assets[i].Lazy || assets[i].Name == name
		}
		a, err := find(name)
		return a.Path, err
	}
	t, err := template.New(index).Funcs(template.FuncMap{
		"path":   func(name string) (string, error) { a, err := find(name); return a.Path, err },
		"size":   func(name string) (int64, error) { a, err := find(name); return a.Size, err },
		"lazy":   later,
		"styles": func() []string { return sheets },
	}).Parse(string(source))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, nil)
	return b.Bytes(), err
}

// finish writes the manifest and removes what it does not list.
func (p packer) finish(m server.Manifest) error {
	keep := map[string]bool{".gitkeep": true, server.ManifestName: true}
	for _, a := range m.Assets {
		keep[a.File+".br"], keep[a.File+".gz"] = true, true
	}
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := write(filepath.Join(p.out, server.ManifestName), append(data, '\n')); err != nil {
		return err
	}
	entries, err := os.ReadDir(p.out)
	for _, e := range entries {
		if !keep[e.Name()] {
			err = cmp.Or(err, os.Remove(filepath.Join(p.out, e.Name())))
		}
	}
	return err
}

// manual adds the manual, if the sources have one, as a single file: the page fetches it
// when a person first asks for help.
func (p packer) manual(sources map[string][]byte) error {
	book, err := help.Read(os.DirFS(filepath.Join(p.src, "manual")))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	sources["manual.txt"] = book.Bytes()
	return err
}
