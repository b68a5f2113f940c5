package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/andybalholm/brotli"

	"lily/core/help"
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
	if err := cmp.Or(p.frames(sources), p.editor(sources), p.manual(sources), p.parts(sources), p.git(sources)); err != nil {
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

// manual adds the manual, if any, as one file: the page fetches it when a person first asks for help.
func (p packer) manual(sources map[string][]byte) error {
	book, err := help.Read(os.DirFS(filepath.Join(p.src, "manual")))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	sources["manual.txt"] = book.Bytes()
	return err
}

// editor adds the text editor as one file: what is vendored of it, and then the folder editor.
func (p packer) editor(sources map[string][]byte) error {
	parts, err := filepath.Glob(filepath.Join(p.src, "editor", "*.js"))
	if err != nil || len(parts) == 0 {
		return err
	}
	for _, path := range append([]string{filepath.Join(p.src, "vendor", "codemirror", "codemirror.js")}, parts...) {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sources["editor.js"] = append(append(sources["editor.js"], data...), '\n')
	}
	return nil
}

// parts takes what programs need that is vendored in brotli, which costs too much to make at each build.
func (p packer) parts(sources map[string][]byte) error {
	packed, err := filepath.Glob(filepath.Join(p.src, "vendor", "*", "*.br"))
	for _, path := range packed {
		data, readErr := os.ReadFile(path)
		name := strings.TrimSuffix(filepath.Base(path), ".br")
		plain, plainErr := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
		err = cmp.Or(err, readErr, plainErr)
		sources[name], p.vendored[name], p.made[name] = plain, data, true
	}
	return err
}

const git = "git.js"

// git is the program of that name: the library that reads a repository, and the files of the folder frame/git.
func (p packer) git(sources map[string][]byte) error {
	own, err := filepath.Glob(filepath.Join(p.src, "frame", "git", "*.js"))
	if err != nil || len(own) == 0 {
		return err
	}
	for _, path := range append([]string{filepath.Join(p.src, "vendor", "isomorphic-git", "isomorphic-git.js")}, own...) {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sources[git] = append(append(sources[git], data...), '\n')
	}
	p.made[git] = true
	return nil
}

// listed names each of them with where it is.
func (p packer) listed(later func(name string) (string, error)) (string, error) {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(p.made)) {
		path, err := later(name)
		if err != nil {
			return "", err
		}
		list = append(list, name+"="+path)
	}
	return strings.Join(list, " "), nil
}

// frames adds the pages of the folder frame, each with all scripts, since its policy lets it load none (web/server):
// {{script "frame/frame.js"}}, which runs and is allowed by its hash, and {{data "id" "frame/wire.js"}}, which is text.
func (p packer) frames(sources map[string][]byte) error {
	inline := func(open string, names ...string) (text string, err error) {
		for _, name := range names {
			data, ok := sources[name]
			if !ok {
				data, err = os.ReadFile(filepath.Join(p.src, filepath.FromSlash(name)))
			}
			if found := ending.Find(data); found != nil {
				err = fmt.Errorf("%s holds %q, which would end it inside a page", name, found)
			}
			if err != nil {
				return "", err
			}
			open += string(data)
		}
		return open + "</script>", nil
	}
	t := template.New("frames").Funcs(template.FuncMap{
		"script": func(name string) (string, error) { return inline("<script>", name) },
		"data": func(id string, names ...string) (string, error) {
			return inline(`<script type="text/plain" id="`+id+`">`, names...)
		},
	})
	pages, err := filepath.Glob(filepath.Join(p.src, "frame", "*.html"))
	if err != nil || len(pages) == 0 {
		return err
	}
	if t, err = t.ParseFiles(pages...); err != nil {
		return err
	}
	for _, page := range pages {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, filepath.Base(page), nil); err != nil {
			return err
		}
		sources[filepath.Base(page)] = b.Bytes()
	}
	return nil
}

// ending is what a script inside a page must not hold (HTML, 4.12.1.3).
var ending = regexp.MustCompile(`(?i)<!--|</?script`)

// store writes an asset's two forms. What the last run wrote from the same bytes stays: brotli 11 takes seconds.
func (p packer) store(a server.Asset, data []byte, old server.Manifest) (server.Asset, error) {
	i := slices.IndexFunc(old.Assets, func(o server.Asset) bool { return o.File == a.File && o.Hash == a.Hash })
	level := levelOf(a, p.level, p.later)
	if i >= 0 && levelOf(old.Assets[i], old.Level, old.Later) == level {
		a.Brotli, a.Gzip = old.Assets[i].Brotli, old.Assets[i].Gzip
		if p.has(a.File+".br", a.Brotli) && (a.Gzip == 0 || p.has(a.File+".gz", a.Gzip)) {
			return a, nil
		}
	}
	if br, ok := p.vendored[a.Name]; ok {
		a.Brotli = int64(len(br))
		return a, write(filepath.Join(p.out, a.File+".br"), br)
	}
	var br, gz bytes.Buffer
	// 16 MiB is the largest window that every browser takes (RFC 7932, 9.1): the engine is longer than the default one.
	err := press(brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: level, LGWin: 24}), data)
	z, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // fails for a bad level only
	if err = cmp.Or(err, press(z, data)); err != nil {
		return a, err
	}
	a.Brotli, a.Gzip = int64(br.Len()), int64(gz.Len())
	path := filepath.Join(p.out, a.File)
	return a, cmp.Or(write(path+".br", br.Bytes()), write(path+".gz", gz.Bytes()))
}

// levelOf is the level at which an asset is pressed.
func levelOf(a server.Asset, first, later int) int {
	if a.Lazy {
		return later
	}
	return first
}

func (p packer) has(name string, size int64) bool {
	info, err := os.Stat(filepath.Join(p.out, name))
	return err == nil && info.Size() == size
}

func press(w io.WriteCloser, data []byte) error {
	_, err := w.Write(data)
	return cmp.Or(err, w.Close())
}

// write replaces a file in one step: whoever reads it sees the old or the new one.
func write(path string, data []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}
