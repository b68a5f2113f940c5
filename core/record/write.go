package record

import (
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
	blobs   map[tree.Digest]bool   // that were handed to Keep
	folders map[tree.Digest]bool   // that were, with all that is below
	last    *loader.Input          // and its digest: many events share one
	world   tree.Digest
}

// Write makes the record of an event.
func (w *Writer) Write(e event.Event) Record {
	s := side{At: e.At}
	if e.World != nil && e.World != w.last {
		w.last, w.world = e.World, w.input(*e.World)
	}
	if e.World != nil {
		s.World = w.world
	}
	switch b := e.Body.(type) {
	case event.SkillCatalogUpdated:
		s.Input = w.input(b.Input)
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
func (w *Writer) input(in loader.Input) tree.Digest {
	whole := func(d tree.Digest) bool { return w.folders[d] || w.Whole != nil && w.Whole(d) }
	for b := range in.Tree.Blobs(whole) {
		w.keep(b)
		if b.Dir() {
			w.folders[b.Digest()] = true
		}
	}
	return w.keep(tree.NewBlob(encodeInput(in)))
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
