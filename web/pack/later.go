package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/andybalholm/brotli"

	"lily/core/help"
)

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

// folders adds the programs of the shell that are a folder of frame, each as one part: git, behind the library that
// reads a repository, and yq.
func (p packer) folders(sources map[string][]byte) error {
	library := filepath.Join(p.src, "vendor", "isomorphic-git", "isomorphic-git.js")
	return cmp.Or(p.folder(sources, "git", library), p.folder(sources, "yq"))
}

func (p packer) folder(sources map[string][]byte, name string, before ...string) error {
	own, err := filepath.Glob(filepath.Join(p.src, "frame", name, "*.js"))
	if err != nil || len(own) == 0 {
		return err
	}
	name += ".js"
	for _, path := range slices.Concat(before, own) {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sources[name] = append(append(sources[name], data...), '\n')
	}
	p.made[name] = true
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
