package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"lily/web/server"
	"lily/web/slim"
)

type packer struct {
	src, wasm, exec, out string
	second               string            // the second engine, or none
	notice, build        string            // the file of all licences, or none; how the engine was built
	level, later         int               // of brotli: of what opening the page fetches, and of the rest
	vendored             map[string][]byte // the brotli form of what has it already
	made                 map[string]bool   // what programs ask for when they need it
	notes                io.Writer         // what a person should know, but that stops nothing
}

var types = map[string]string{
	".css":   "text/css; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".wasm":  "application/wasm",
	".zip":   "application/zip",
	".woff2": "font/woff2",
}

const index, engine, second = "index.html", "lily.wasm", "second.wasm"

func (p packer) pack() error {
	sources, err := p.read()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.out, 0o755); err != nil {
		return err
	}
	old, _ := server.ReadManifest(os.DirFS(p.out)) // none, or one not to be trusted: pack anew
	if err := cmp.Or(p.frames(sources), p.editor(sources), p.manual(sources), p.parts(sources), p.folders(sources)); err != nil {
		return err
	}
	p.slim(sources, engine)
	if p.second != "" {
		p.slim(sources, second)
	}
	m := server.Manifest{Level: p.level, Later: p.later, Build: p.build, Assets: named(sources)}
	if sources[index], err = p.render(sources[index], m.Assets); err != nil {
		return err
	}
	m.Assets = append(m.Assets, asset(index, "/", index, sources[index]))
	if p.notice != "" {
		if err := p.about(&m, sources); err != nil {
			return err
		}
	}
	slices.SortFunc(m.Assets, func(a, b server.Asset) int { return cmp.Compare(a.Path, b.Path) })
	for i, a := range m.Assets {
		if m.Assets[i], err = p.store(a, sources[a.Name], old); err != nil {
			return err
		}
	}
	return p.finish(m)
}

// slim takes out of an engine what its page does without.
func (p packer) slim(sources map[string][]byte, name string) {
	small, err := slim.Engine(sources[name])
	if err != nil {
		fmt.Fprintf(p.notes, "pack: %s keeps what only traces of its libraries tell: %v\n", name, err)
		return
	}
	sources[name] = small
}

// read takes the sources by name: the engine, its runtime, and the files but those of Go.
func (p packer) read() (map[string][]byte, error) {
	paths := map[string]string{engine: p.wasm, "wasm_exec.js": p.exec}
	if p.second != "" {
		paths[second] = p.second
	}
	entries, err := os.ReadDir(p.src)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) != ".go" {
			paths[e.Name()] = filepath.Join(p.src, e.Name())
		}
	}
	sources := map[string][]byte{}
	for name, path := range paths {
		if types[filepath.Ext(name)] == "" {
			return nil, fmt.Errorf("%s: no content type is known for this kind of file", path)
		}
		if sources[name], err = os.ReadFile(path); err != nil {
			return nil, err
		}
		if filepath.Dir(path) == filepath.Clean(p.src) {
			sources[name] = unremarked(name, sources[name])
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

func hash(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// render fills in the index: {{path "boot.js"}} and {{size "lily.wasm"}} of a source, {{lazy "node.html"}}, the path of
// one that opening the page does not fetch, {{styles}}, the paths of the style sheets by name, and
// {{drawn "icons/sprite.svg"}}, a drawing of which the page uses parts: a part of another file would be fetched by each.
func (p packer) render(source []byte, assets []server.Asset) ([]byte, error) {
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
		"parts":  func() (string, error) { return p.listed(later) },
		"drawn":  p.drawn,
		"styles": func() []string { return sheets },
	}).Parse(string(source))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, nil)
	return b.Bytes(), err
}

// between is what of a drawing draws nothing: remarks, and the space between elements.
var between = regexp.MustCompile(`<!--[^>]*-->|\s*\n\s*`)

func (p packer) drawn(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(p.src, filepath.FromSlash(name)))
	return between.ReplaceAllString(string(data), ""), err
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

// about adds what the page's Help links to by this name: how the engine was built, and the licences of all parts.
func (p packer) about(m *server.Manifest, sources map[string][]byte) error {
	text, err := os.ReadFile(p.notice)
	if err != nil {
		return err
	}
	const name = "notice.txt"
	sources[name] = append([]byte("The engine of this page: "+p.build+".\n\n"), text...)
	a := asset(name, "/"+name, name, sources[name])
	a.Lazy = true
	m.Assets = append(m.Assets, a)
	return nil
}

// ending is what a script inside a page must not hold (HTML, 4.12.1.3).
var ending = regexp.MustCompile(`(?i)<!--|</?script`)
