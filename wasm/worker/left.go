//go:build js && wasm

package worker

import (
	"fmt"
	"path"
	"syscall/js"

	"lily/core/program"
	"lily/core/tree"
	"lily/wasm/bridge"
)

// left is the tree as a program left it, wherever it wrote: what of it may be kept is
// not decided here. Nothing is copied before its length is known, and nothing is made of
// it before all names are ones that a tree takes, each of them once.
func left(files tree.Tree, end js.Value) (tree.Tree, error) {
	removed, changed := end.Get("removed"), end.Get("changed")
	if gone, new := removed.Length(), changed.Length(); min(gone, new) < 0 || gone > files.Files() || new > program.Left.Files {
		return files, fmt.Errorf("the program left too much behind: got %d files removed and %d changed, want at most %d and %d", gone, new, files.Files(), program.Left.Files)
	}
	d := difference{files: files, seen: map[string]bool{}, meter: program.Meter{Limits: program.Left}, work: bridge.NewBreather()}
	defer d.work.Close()
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
	work          *bridge.Breather
}

// change takes one file with its new content.
func (d *difference) change(pair js.Value) error {
	name, err := d.once(pair.Index(0))
	if err != nil {
		return err
	}
	data, err := bytesOf(pair.Index(1), program.Left.File)
	if err == nil {
		err = d.meter.Add(name, int64(len(data)))
	}
	if err == nil {
		err = d.was(name)
	}
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
	d.work.Breathe()
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
	name := textOf(v, tree.MaxPath+1) // a longer one is refused for its length
	if err := tree.Check(name); err != nil {
		return "", err
	}
	if d.seen[name] {
		return "", fmt.Errorf("got the name %+q twice", name)
	}
	d.seen[name] = true
	return name, nil
}
