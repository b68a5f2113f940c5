package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// ManifestName is the file, beside the packed ones, that lists them.
const ManifestName = "manifest.json"

// ErrNoPage says that the binary was built without the page's files.
var ErrNoPage = errors.New("built without the page: run make build in the sources, or take a release")

// Asset is one file of the page as web/pack wrote it and the server sends it: File+".br" and File+".gz" hold its two
// packed forms. A client that takes neither gets one of them unpacked. What is vendored as brotli has that form alone.
type Asset struct {
	Path      string `json:"path"`      // what is asked for: /lily.<hash>.wasm
	Name      string `json:"name"`      // its source's name: lily.wasm
	File      string `json:"file"`      // its name in the folder, without .br or .gz
	Type      string `json:"type"`      // its Content-Type
	Hash      string `json:"hash"`      // SHA-256 of the plain form, hexadecimal
	Size      int64  `json:"size"`      // bytes of the plain form
	Brotli    int64  `json:"brotli"`    // bytes of the .br form
	Gzip      int64  `json:"gzip"`      // bytes of the .gz form; 0 where there is none
	Immutable bool   `json:"immutable"` // its path names its content
	Lazy      bool   `json:"lazy"`      // opening the page does not fetch it
}

// Manifest lists the page's files, sorted by path. Level is the brotli level.
type Manifest struct {
	Level  int     `json:"level"`           // of brotli, of what opening the page fetches
	Later  int     `json:"later,omitempty"` // that of what it fetches later
	Build  string  `json:"build,omitempty"` // how the engine was built, for people
	Assets []Asset `json:"assets"`
}

// ReadManifest reads the list of a packed page; [ErrNoPage] when there is none.
func ReadManifest(page fs.FS) (Manifest, error) {
	var m Manifest
	if page == nil {
		return m, ErrNoPage
	}
	data, err := fs.ReadFile(page, ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return m, ErrNoPage
	}
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("%s: %w", ManifestName, err)
	}
	return m, nil
}

// loaded is an asset with its packed forms in memory, and its own policy where it has one.
type loaded struct {
	Asset
	forms  map[coding][]byte
	policy string
}

func load(page fs.FS) (map[string]loaded, error) {
	m, err := ReadManifest(page)
	if err != nil {
		return nil, err
	}
	assets := make(map[string]loaded, len(m.Assets))
	for _, a := range m.Assets {
		l := loaded{Asset: a, forms: map[coding][]byte{}}
		if l.forms[brotli], err = fs.ReadFile(page, a.File+".br"); err != nil {
			return nil, err
		}
		if l.forms[gzipped], err = fs.ReadFile(page, a.File+".gz"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if l.policy, err = policyOf(l); err != nil {
			return nil, err
		}
		assets[a.Path] = l
	}
	return assets, nil
}
