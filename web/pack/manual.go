package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"lily/core/help"
)

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
