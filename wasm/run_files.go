//go:build js && wasm

package main

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall/js"

	"lily/core/program"
	"lily/core/tree"
)

// job is a program as its Worker gets it (static/wire.js).
func job(s program.Spec, words, programs, scripts []string) map[string]any {
	return map[string]any{
		"words": list(words), "dir": "/" + strings.Trim(s.Dir, "/"), "env": list(s.Env),
		"files": packed(s.Files), "programs": list(programs), "scripts": list(scripts),
	}
}

func list(words []string) []any {
	values := make([]any, len(words))
	for i, w := range words {
		values[i] = w
	}
	return values
}

// packed is every file with its bytes, and every folder with null.
func packed(files tree.Tree) []any {
	all := []any{}
	_ = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error { // a tree in memory does not fail
		switch {
		case err != nil || path == ".":
		case d.IsDir():
			all = append(all, []any{path, nil})
		default:
			data, _ := files.ReadFile(path)
			array := js.Global().Get("Uint8Array").New(len(data))
			js.CopyBytesToJS(array, data)
			all = append(all, []any{path, array})
		}
		return nil
	})
	return all
}

func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

// left is the tree as a program left it, wherever it wrote: what of it may be kept is
// not decided here.
func left(files tree.Tree, end js.Value) (tree.Tree, error) {
	var err error
	for _, path := range items(end.Get("removed")) {
		if files, err = files.Remove(path.String()); err != nil {
			return files, fmt.Errorf("the program removed a file: %w", err)
		}
	}
	for _, pair := range items(end.Get("changed")) {
		if files, err = files.Put(pair.Index(0).String(), bytesOf(pair.Index(1))); err != nil {
			return files, fmt.Errorf("the program wrote a file: %w", err)
		}
	}
	return files, nil
}
