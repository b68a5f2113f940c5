package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"text/template"
)

// frame adds frame.html, if the sources have a folder frame, to the sources. It holds all its scripts, since its
// policy lets it load none (web/server): as {{script "frame/frame.js"}}, which runs and which the server allows by its
// hash, and as {{data "id" "wire.js"}}, which is text.
func (p packer) frame(sources map[string][]byte) error {
	page, err := os.ReadFile(filepath.Join(p.src, "frame", "frame.html"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	inline := func(open, name string) (string, error) {
		data, err := os.ReadFile(filepath.Join(p.src, filepath.FromSlash(name)))
		if found := ending.Find(data); found != nil {
			err = fmt.Errorf("%s holds %q, which would end it inside a page", name, found)
		}
		return open + string(data) + "</script>", err
	}
	t, err := template.New("frame.html").Funcs(template.FuncMap{
		"script": func(name string) (string, error) { return inline("<script>", name) },
		"data":   func(id, name string) (string, error) { return inline(`<script type="text/plain" id="`+id+`">`, name) },
	}).Parse(string(page))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = t.Execute(&b, nil)
	sources["frame.html"] = b.Bytes()
	return err
}

// ending is what a script inside a page must not hold (HTML, 4.12.1.3).
var ending = regexp.MustCompile(`(?i)<!--|</?script`)
