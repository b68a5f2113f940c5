package persist

import (
	"path"
	"slices"

	"lily/core/answer"
	"lily/core/store"
	"lily/core/tree"
)

// Mended is the code of a problem that is none any more.
const Mended = "folder_mended"

// unread is said of the pack, or of the verdicts, where they cannot be read.
var unread = map[string]string{
	packRef: "The pack of all folders was missing or damaged in the browser's storage. " +
		"It is made again of the folders; nothing is lost.",
	verdictsRef: "The verdicts on the skills, which are kept so that a start is quicker, " +
		"were missing or damaged in the browser's storage. They are worked out again; nothing is lost.",
}

const (
	mendPiece = 250 // folders that are read at once
	mendNamed = 20  // folders that are named
)

// taken is the world as a start had it, where folders of it came from the pack and not
// each from its own record, and which of the refs name something that could not be read.
type taken struct {
	world  tree.Tree
	packed bool
	spoilt []string
}

// Mend looks whether the folders that the start took from the pack are in the store by themselves,
// and writes those again that are missing or damaged there (VF-4). A problem with the code [Mended]
// names each, and nothing of them is lost. Where the pack or the verdicts could not be read, they
// are let go of, so that [Worlds.Remember] makes them again. Since the start is not to wait for so
// many, it comes later: rest is called before each piece.
func (w *Worlds) Mend(rest func()) (problems []Problem, err error) {
	var t taken
	locked(&w.mu, func() { t, w.taken = w.taken, taken{} })
	for _, name := range t.spoilt {
		if err := w.keep(nil, store.Change{Refs: []store.Set{w.set(name, nil)}, Relaxed: true}); err != nil {
			return problems, err
		}
		problems = append(problems, Problem{Mended, name, unread[name]})
	}
	lost, err := w.mendAll(t.folders(), rest)
	for _, f := range lost[:min(len(lost), mendNamed)] {
		problems = append(problems, problem(Mended, "/"+f.path, "The list of the folder /%s was missing or damaged "+
			"in the browser's storage. It was taken from the pack of all folders and written again; nothing is lost.", answer.Line(f.path)))
	}
	if more := len(lost) - mendNamed; more > 0 {
		problems = append(problems, Problem{Mended, "/", "So were the lists of " + answer.Number(more, "folder") + " more."})
	}
	return problems, err
}

type place struct {
	tree.Blob
	path string
}

// mendAll writes folders again that the store has not, or not as they were, each by itself, and returns them.
func (w *Worlds) mendAll(list []place, rest func()) (mended []place, err error) {
	for piece := range slices.Chunk(list, mendPiece) {
		rest()
		digests := make([]tree.Digest, len(piece))
		for i, p := range piece {
			digests[i] = p.Digest()
		}
		data, err := w.blobs.Blobs(digests)
		if err != nil {
			return mended, err
		}
		var lost []place
		var blobs []tree.Blob
		for i, p := range piece {
			if data[i] == nil || tree.Sum(data[i]) != digests[i] {
				lost, blobs = append(lost, p), append(blobs, p.Blob)
			}
		}
		if len(lost) > 0 {
			err = w.blobs.keep(blobs, store.Change{Relaxed: true, Mends: true})
		}
		if err != nil {
			return mended, err
		}
		mended = append(mended, lost...)
	}
	return mended, nil
}

// folders are those of the world, each digest once.
func (t taken) folders() (list []place) {
	seen := map[tree.Digest]bool{}
	var visit func(at string, folder tree.Tree)
	visit = func(at string, folder tree.Tree) {
		if d := folder.Digest(); !seen[d] {
			seen[d], list = true, append(list, place{folder.Blob(), at})
		}
		for e := range folder.Children() {
			if e.Dir {
				visit(path.Join(at, e.Name), e.Sub)
			}
		}
	}
	if t.packed {
		visit("", t.world)
	}
	return list
}
