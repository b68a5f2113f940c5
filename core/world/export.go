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
func (w World) Export(list iter.Seq[Session]) Exported {
	x := Exported{files: w.Everything(), more: map[string][]byte{}}
	if x.files.Load() != nil {
		for at, f := range x.files.Walk() {
			if _, err := f.Bytes(); err != nil {
				x.Left = append(x.Left, fmt.Sprintf("The file /%s is not in the export: %s.", answer.Line(at), err))
				x.files, _ = x.files.Remove(at) // it is there
			}
		}
	}
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
	return x
}

// Everything is all that a person can edit, as it is exported: /user, /workspace and /persona,
// profile.yaml and policy.yaml, and in untrusted.yaml the folders that are not trusted.
func (w World) Everything() tree.Tree {
	all := edited(w.Tree)
	for name, data := range map[string][]byte{
		profileFile: w.Profile.YAML(), policyFile: w.Policy.YAML(), marksFile: marksYAML(w.Origins.Paths()),
	} {
		all, _ = all.Put(name, data) // nothing is in its place
	}
	return all
}

func edited(t tree.Tree) tree.Tree {
	var w World
	for _, top := range editable {
		if sub, err := t.At(top); err == nil {
			w = w.With(top, sub)
		}
	}
	return w.Tree
}

// The files of an export of everything beside its folders.
const (
	profileFile = "profile.yaml"
	policyFile  = "policy.yaml"
	marksFile   = "untrusted.yaml"
	sessions    = "sessions"
)

// LeftOut is the file of an export that says what is not in it, a sentence on each line.
const LeftOut = "left-out.txt"

// maxMarks is how many bytes of marks are read: a hundred thousand folders.
const maxMarks = 8 << 20

// editable are the folders of the tree that a person can edit.
var editable = [...]string{"user", "workspace", "persona"}

// marksYAML lists folders as conf reads them.
func marksYAML(folders []string) []byte {
	if len(folders) == 0 {
		return []byte("folders: []\n")
	}
	data := []byte("folders:\n")
	for _, f := range folders {
		data = fmt.Appendf(data, "  - %q\n", f)
	}
	return data
}
