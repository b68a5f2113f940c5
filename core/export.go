package core

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/tree"
)

// Part is a folder of the world in a tree of its own, below its own name, as it
// is exported (VF-7).
func (w World) Part(at string) (tree.Tree, error) {
	sub, err := w.Tree.At(at)
	if err != nil {
		return tree.Tree{}, err
	}
	return tree.Tree{}.Graft(path.Base(at), sub)
}

// Recording is a session as it was read, to be exported.
type Recording struct {
	ID, Title string
	Events    []event.Event
	Problems  []string // what of it could not be read, each a full sentence
	Err       error    // why none of it could be read
}

// Exported is everything, as it is exported, with each session as a bundle (VF-7, EV-4).
// What cannot be read keeps nothing else from being exported: it is left out, and named
// in full sentences, which the export has as left-out.txt, too. A session that pins
// something lost is no bundle; its events are in the export as lines, to be read.
type Exported struct {
	Left []string // the sentences

	files tree.Tree         // of the world
	more  map[string][]byte // by their paths
}

// Write writes it as a zip, which [Restore] reads.
func (x Exported) Write(w io.Writer) error { return archive.WriteWith(w, x.files, x.more, nil) }

// Export gathers everything, with sessions as they were read. Its tick is told of each
// session anew how far that is.
func (w World) Export(list iter.Seq[Recording], tick tree.Tick) (Exported, error) {
	all, err := w.Everything()
	if err != nil {
		return Exported{}, err
	}
	x := Exported{more: map[string][]byte{}}
	x.files, x.Left = readable(all)
	for r := range list {
		name, data, said := r.file(tick)
		if data != nil {
			x.more[sessions+"/"+name] = data
		}
		x.Left = append(x.Left, said...)
	}
	if len(x.Left) > 0 {
		x.more[LeftOut] = []byte(strings.Join(x.Left, "\n") + "\n")
	}
	return x, nil
}

// readable is a tree without the files that cannot be read, and a sentence on each.
func readable(t tree.Tree) (tree.Tree, []string) {
	if t.Load() == nil {
		return t, nil
	}
	var left []string
	for at, f := range t.Walk() {
		if _, err := f.Bytes(); err != nil {
			left = append(left, fmt.Sprintf("The file /%s is not in the export: %s.", answer.Line(at), err))
			t, _ = t.Remove(at) // it is there
		}
	}
	return t, left
}

// file is what is exported of a session, nil for nothing, and what is said of it where
// that is not all.
func (r Recording) file(tick tree.Tick) (name string, data []byte, said []string) {
	var zip bytes.Buffer
	err := r.Err
	if err == nil && len(r.Events) > 0 {
		err = bundle.Bundle{Title: r.Title, Events: r.Events}.WriteTicking(&zip, tick)
	}
	switch {
	case len(r.Events) == 0:
		return "", nil, r.say("is not in the export", err)
	case err != nil:
		return r.ID + linesOnly, event.Lines(r.Events), r.say("is in the export as the lines of its events alone, which cannot be restored", err)
	case len(r.Problems) > 0:
		said = r.say("is in the export as far as it can be read", nil)
	}
	return r.ID + ".lily", zip.Bytes(), said
}

// linesOnly is how the name of a session ends that is no bundle.
const linesOnly = ".jsonl"

// say says what of a session is exported, and why not all.
func (r Recording) say(what string, err error) []string {
	name := "Session " + r.ID
	if title := answer.Line(r.Title); title != "" {
		name += ", “" + title + "”,"
	}
	sentence := name + " " + what + "."
	if err != nil {
		sentence = fmt.Sprintf("%s %s: %s.", name, what, strings.TrimSuffix(answer.Line(err.Error()), "."))
	}
	for _, p := range r.Problems {
		sentence += " " + answer.Line(p)
	}
	return []string{sentence}
}

// Everything is all that a person can edit, as it is exported: /user, /workspace
// and /persona, profile.yaml and policy.yaml, and in untrusted.yaml the folders that
// are not trusted. What ships with Lily is not in it.
func (w World) Everything() (tree.Tree, error) {
	var all tree.Tree
	for _, top := range editable {
		sub, err := w.Tree.At(top)
		if err != nil {
			continue // it is not there
		}
		if all, err = all.Graft(top, sub); err != nil {
			return all, err
		}
	}
	for name, data := range map[string][]byte{profileFile: w.Profile.YAML(), policyFile: w.Policy.YAML(), marksFile: marksYAML(w.Untrusted)} {
		var err error
		if all, err = all.Put(name, data); err != nil {
			return all, err
		}
	}
	return all, nil
}
