//go:build js && wasm

package worker

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall/js"

	"lily/core/answer"
	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/bridge"
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
			all = append(all, []any{path, bridge.ToJS(data)})
		}
		return nil
	})
	return all
}

// bytesOf copies at most so many bytes. Only of an array of bytes is the length true,
// and the page ends where Go's memory does.
func bytesOf(array js.Value, most int64) ([]byte, error) {
	if !array.InstanceOf(js.Global().Get("Uint8Array")) {
		return nil, fmt.Errorf("got a value of the type %s, want bytes", array.Type())
	}
	if n := array.Length(); int64(n) > most {
		return nil, fmt.Errorf("got %d bytes, want at most %d", n, most)
	}
	return bridge.ToGo(array), nil
}

// textOf is the beginning of a text, of so many UTF-16 units.
func textOf(v js.Value, most int) string {
	return js.Global().Get("String").Get("prototype").Get("slice").Call("call", v, 0, most).String()
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
	if failed := v.Get("failed"); failed.Truthy() {
		return m, fmt.Errorf("%s", answer.Line(textOf(failed, maxFailed)))
	}
	if out := v.Get("out"); out.Truthy() {
		m.stream = program.Stream(out.Int())
		if m.stream != program.Stdout && m.stream != program.Stderr {
			return message{}, fmt.Errorf("it told of the stream %d, want 1 or 2", m.stream)
		}
		if m.data, err = bytesOf(v.Get("bytes"), piece); err != nil {
			return message{}, fmt.Errorf("it told what cannot be understood: %w", err)
		}
		return m, nil
	}
	if m.started = v.Get("started").Truthy(); m.started {
		return m, nil
	}
	if m.ended, m.code = true, v.Get("code").Int(); m.code < 0 || m.code > 255 {
		return message{}, fmt.Errorf("it told the code %d, want 0 to 255", m.code)
	}
	m.files, err = left(files, v)
	return m, err
}

// What a program may tell (static/wire.js).
const (
	piece     = 64 << 10 // bytes in one message
	least     = 1 << 10  // what a piece counts for at the least: a message is work, however short
	maxFailed = 512      // of the text that says why a run failed
)
