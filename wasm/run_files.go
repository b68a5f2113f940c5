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

// message is one message of static/wire.js.
type message struct {
	started, ended bool
	stream         program.Stream
	data           []byte
	code           int
	files          tree.Tree
}

// understood takes a message apart. A program in JavaScript can get hold of what its Worker
// tells with, so a message may be anything: what is none of wire.js is an error.
func understood(v js.Value, files tree.Tree) (m message, err error) {
	defer func() {
		if r := recover(); r != nil { // what js panics with where a value is of another type
			m, err = message{}, fmt.Errorf("it told what cannot be understood: %v", r)
		}
	}()
	if v.Get("failed").Truthy() {
		return m, fmt.Errorf("%s", v.Get("failed").String())
	}
	if out := v.Get("out"); out.Truthy() {
		m.stream, m.data = program.Stream(out.Int()), bytesOf(v.Get("bytes"))
		if m.stream != program.Stdout && m.stream != program.Stderr || len(m.data) > piece {
			return message{}, fmt.Errorf("it told %d bytes of the stream %d, want at most %d of 1 or 2", len(m.data), m.stream, piece)
		}
		return m, nil
	}
	if m.started = v.Get("started").Truthy(); m.started {
		return m, nil
	}
	m.ended, m.code = true, v.Get("code").Int()
	m.files, err = left(files, v)
	return m, err
}

// piece is the most that one message brings (static/wire.js).
const piece = 64 << 10

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
