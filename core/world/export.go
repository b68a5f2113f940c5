package world

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/tree"
)

// Session is a session in an export of everything.
type Session struct {
	Name string // of its file
	Data []byte // nil for none
	Left string // the sentence on what of it is not in the export; empty where all is
}

// LinesOnly is how the name of a session's file ends that is no bundle, and is not restored.
const LinesOnly = ".jsonl"

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

// Export gathers everything, with sessions as they were read.
func (w World) Export(list iter.Seq[Session]) (Exported, error) {
	all, err := w.Everything()
	if err != nil {
		return Exported{}, err
	}
	x := Exported{more: map[string][]byte{}}
	x.files, x.Left = readable(all)
	for s := range list {
		if s.Data != nil {
			x.more[sessions+"/"+s.Name] = s.Data
		}
		if s.Left != "" {
			x.Left = append(x.Left, s.Left)
		}
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
	beside := map[string][]byte{
		profileFile: w.Profile.YAML(), policyFile: w.Policy.YAML(), marksFile: marksYAML(w.Untrusted),
	}
	for name, data := range beside {
		var err error
		if all, err = all.Put(name, data); err != nil {
			return all, err
		}
	}
	return all, nil
}
