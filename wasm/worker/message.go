//go:build js && wasm

package worker

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"syscall/js"

	"lily/core/answer"
	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/bridge"
	"lily/wasm/frame"
)

// What a program may tell (static/frame/wire.js).
const (
	piece     = 64 << 10 // bytes of output in one message
	part      = 1 << 20  // bytes of files that are read at once
	least     = 1 << 10  // what a piece counts for at the least: a message is work, however short
	maxFailed = 512      // of the text that says why a run failed
)

// give hands a program over (static/frame/wire.js): its files in parts, since a message is one task of the page, and
// the last of them with the job. It ends with the context.
func give(ctx context.Context, to *frame.Frame, s program.Spec, words, programs []string) error {
	work := bridge.NewBreather()
	defer work.Close()
	var p pack
	err := fs.WalkDir(s.Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		if p.full() {
			to.Post(map[string]any{"files": p.files, "more": true}, p.handed...)
			p = pack{}
		}
		if work.Breathe(); ctx.Err() != nil {
			return ctx.Err()
		}
		return p.add(s.Files, path, d.IsDir())
	})
	if err == nil {
		to.Post(map[string]any{
			"words": list(words), "dir": "/" + strings.Trim(s.Dir, "/"), "env": list(s.Env),
			"files": p.files, "programs": list(programs),
		}, p.handed...)
	}
	return err
}

// pack is what goes to a program in one message: files with their bytes, and folders with null.
type pack struct {
	files  []any
	handed []js.Value // the arrays that are not copied but given away
	size   int
}

func (p *pack) full() bool { return p.size >= part || len(p.files) >= 256 }

func (p *pack) add(files tree.Tree, path string, folder bool) error {
	if folder {
		p.files = append(p.files, []any{path, nil})
		return nil
	}
	data, err := files.ReadFile(path)
	array := bridge.ToJS(data)
	p.files, p.size = append(p.files, []any{path, array}), p.size+len(data)
	if len(data) > 0 { // an empty one has no buffer to give
		p.handed = append(p.handed, array)
	}
	return err
}

func list(words []string) []any {
	values := make([]any, len(words))
	for i, w := range words {
		values[i] = w
	}
	return values
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

// message is one message of static/frame/wire.js.
type message struct {
	started, ended bool
	alive          bool   // the guard's answer, which is all of it
	gone           bool   // the port closed: the frame's process has ended
	need           string // a part that the page is to give
	asked          *asked // of the network
	stream         program.Stream
	data           []byte
	code           int
	files          tree.Tree
}

// understood takes a message apart. A program in JavaScript can get hold of what its Worker
// tells with, so a message may be anything: what is none of wire.js is an error.
func understood(ctx context.Context, v js.Value, files tree.Tree) (m message, err error) {
	defer func() {
		if r := recover(); r != nil { // what js panics with where a value is of another type
			m, err = message{}, fmt.Errorf("it told what cannot be understood: %v", r)
		}
	}()
	if failed := v.Get("failed"); failed.Truthy() {
		return m, fmt.Errorf("%s", answer.Line(bridge.Cut(failed, maxFailed)))
	}
	if m.gone = v.Get("gone").Truthy(); m.gone {
		return m, nil
	}
	if m.alive = v.Get("alive").Truthy(); m.alive {
		return m, nil
	}
	if need := v.Get("need"); need.Truthy() {
		m.need = bridge.Cut(need, maxFailed)
		return m, nil
	}
	if v.Get("request").Truthy() {
		one, err := askedOf(v)
		return message{asked: &one}, err
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
	m.files, err = left(ctx, files, v)
	return m, err
}

// left is the tree as a program left it, wherever it wrote: what of it may be kept is
// not decided here. Nothing is copied before its length is known, and nothing is made of
// it before all names are ones that a tree takes, each of them once.
func left(ctx context.Context, files tree.Tree, end js.Value) (tree.Tree, error) {
	removed, changed := end.Get("removed"), end.Get("changed")
	if gone, new := removed.Length(), changed.Length(); min(gone, new) < 0 || gone > files.Files() || new > program.Left.Files {
		return files, fmt.Errorf("the program left too much behind: got %d files removed and %d changed, want at most %d and %d", gone, new, files.Files(), program.Left.Files)
	}
	held, err := contentsOf(end.Get("bytes"))
	if err != nil {
		return files, fmt.Errorf("the program wrote files: %w", err)
	}
	work := bridge.NewBreather()
	defer work.Close()
	d := difference{files: files, seen: map[string]bool{}, meter: program.Meter{Limits: program.Left}, held: held, goOn: func(int, int) bool {
		work.Breathe()
		return ctx.Err() == nil
	}}
	d.before.Tick, d.after.Tick = d.goOn, d.goOn
	for i := range changed.Length() {
		if err := d.change(changed.Index(i)); err != nil {
			return files, fmt.Errorf("the program wrote a file: %w", err)
		}
	}
	for i := range removed.Length() {
		if err := d.remove(removed.Index(i)); err != nil {
			return files, fmt.Errorf("the program removed a file: %w", err)
		}
	}
	if d.held.left > 0 {
		return files, fmt.Errorf("the program wrote %d bytes that are in no file", d.held.left)
	}
	next, clashes := tree.Merge(d.before.Tree(), d.after.Tree(), files)
	if len(clashes) > 0 {
		return files, fmt.Errorf("the program left a file where a folder is: %+q", clashes[0])
	}
	return next, nil
}

// difference is what a program touched, as it was and as it is, and nothing else. Each
// folder is hashed once, however many of its files there are.
type difference struct {
	files         tree.Tree
	before, after tree.Builder
	seen          map[string]bool
	meter         program.Meter
	held          contents
	goOn          tree.Tick // lets the page answer
}

func (d *difference) change(pair js.Value) error {
	name, err := d.once(pair.Index(0))
	if err != nil {
		return err
	}
	size, err := sizeOf(pair.Index(1))
	if err == nil {
		err = d.meter.Add(name, size)
	}
	if err == nil {
		err = d.was(name)
	}
	if err != nil {
		return err
	}
	data, err := d.held.next(size, d.goOn)
	if err != nil {
		return err
	}
	return d.after.Put(name, data)
}

// remove takes one file that is gone. Its folder stays, unless it is a file now.
func (d *difference) remove(v js.Value) error {
	name, err := d.once(v)
	if err != nil {
		return err
	}
	if _, ok := d.files.File(name); !ok {
		return fmt.Errorf("there was no file %+q", name)
	}
	if parent := path.Dir(name); parent != "." {
		_ = d.after.Dir(parent)
	}
	return d.was(name)
}

// was keeps the file as it was, if it was there.
func (d *difference) was(name string) error {
	if !d.goOn(0, 0) {
		return tree.ErrStopped
	}
	if _, ok := d.files.File(name); !ok {
		return nil
	}
	data, err := d.files.ReadFile(name)
	if err != nil {
		return err
	}
	return d.before.Put(name, data)
}

// once takes a name that a program tells (VF-3).
func (d *difference) once(v js.Value) (string, error) {
	if v.Type() != js.TypeString {
		return "", fmt.Errorf("got a name of the type %s, want a string", v.Type())
	}
	name := bridge.Cut(v, tree.MaxPath+1) // a longer one is refused for its length
	if err := tree.Check(name); err != nil {
		return "", err
	}
	if d.seen[name] {
		return "", fmt.Errorf("got the name %+q twice", name)
	}
	d.seen[name] = true
	return name, nil
}
