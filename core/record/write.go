package record

import (
	"reflect"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/plain"
	"lily/core/tree"
)

// Writer makes records of events. It hands every blob that a record names to Keep first: files and folders of worlds,
// inputs, and texts; a blob may not be in memory yet, and none comes twice. Not for concurrent use.
type Writer struct {
	Keep    func(tree.Blob)
	Whole   func(tree.Digest) bool // the folder is kept already, with all that is below; nil knows of none
	Last    *Last                  // what the writer before wrote last; nil for none
	blobs   map[tree.Digest]bool   // that were handed to Keep
	folders map[tree.Digest]bool   // that were, with all that is below
}

// Last is the input that was written last, and its blob: many events share one, and to make it of ten thousand skills
// takes a while.
type Last struct {
	in   *loader.Input
	blob tree.Blob
}

// of is the blob of an input.
func (l *Last) of(in *loader.Input) tree.Blob {
	if !l.is(in) {
		*l = Last{in, tree.NewBlob(encodeInput(*in))}
	}
	return l.blob
}

// is reports whether an input is surely the last one, in the time that it takes to look at what is not shared.
func (l *Last) is(in *loader.Input) bool {
	switch {
	case l.in == nil || l.in == in:
		return l.in == in
	case l.in.Tree.Digest() != in.Tree.Digest() || !shared(l.in.Origins, in.Origins):
		return false
	}
	return reflect.DeepEqual(rules(*l.in), rules(*in))
}

// shared reports whether two lists are one.
func shared[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// rules are what of an input is short.
func rules(in loader.Input) loader.Input {
	in.Tree, in.Origins, in.Guard.Judging = tree.Tree{}, nil, nil
	return in
}

// Write makes the record of an event.
func (w *Writer) Write(e event.Event) Record {
	s := side{At: e.At}
	if e.World != nil {
		s.World = w.input(e.World)
	}
	switch b := e.Body.(type) {
	case event.SkillCatalogUpdated:
		s.Input = w.input(&b.Input)
	case event.ToolResult:
		s.Millis = b.Result.Millis
	}
	texts, optional, _ := holes(e.Body)
	for _, text := range texts {
		if !optional || *text != "" {
			s.Texts = append(s.Texts, w.keep(tree.NewBlob([]byte(*text))))
		}
	}
	return Record{event.Encode(e), plain.JSON(s)}
}

// input keeps an input with its tree. A folder that was kept is not gone through
// again; a file is told from a folder by its kind, as both may have one digest.
func (w *Writer) input(in *loader.Input) tree.Digest {
	whole := func(d tree.Digest) bool { return w.folders[d] || w.Whole != nil && w.Whole(d) }
	for b := range in.Tree.Blobs(whole) {
		w.keep(b)
		if b.Dir() {
			w.folders[b.Digest()] = true
		}
	}
	if w.Last == nil {
		w.Last = &Last{}
	}
	return w.keep(w.Last.of(in))
}

func (w *Writer) keep(b tree.Blob) tree.Digest {
	if w.blobs == nil {
		w.blobs, w.folders = map[tree.Digest]bool{}, map[tree.Digest]bool{}
	}
	if d := b.Digest(); !w.blobs[d] {
		w.blobs[d] = true
		w.Keep(b)
	}
	return b.Digest()
}
