package core_test

import (
	"bytes"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/event"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// halves are blobs of which one is lost.
type halves struct{ kept map[tree.Digest][]byte }

func (h *halves) Blobs(digests []tree.Digest) ([][]byte, error) {
	list := make([][]byte, len(digests))
	for i, d := range digests {
		list[i] = h.kept[d]
	}
	return list, nil
}

// losing is a world as it was kept, without the bytes of a file.
func losing(t *testing.T, w world.World, path string) world.World {
	t.Helper()
	h := &halves{map[tree.Digest][]byte{}}
	for b := range w.Tree.Blobs(nil) {
		h.kept[b.Digest()], _ = b.Bytes()
	}
	f, _ := w.Tree.File(path)
	delete(h.kept, f.Digest())
	var err error
	if w.Tree, err = (tree.Opener{From: h}).Open(w.Tree.Digest()); err != nil {
		t.Fatal(err)
	}
	return w
}

// VF-7, EV-4: a file or a session that cannot be read keeps nothing else from being
// exported, and is named with why, in the export too. What is restored says so again.
func TestExportLeavesOut(t *testing.T) {
	e, id := engine(t, core.Ports{})
	put(t, e, "workspace/here.txt", "here")
	e.Turn(t.Context(), id, "/skills")
	_, events := e.State(id)
	put(t, e, "workspace/gone.txt", "gone")
	e.Turn(t.Context(), id, "/reload_skills")
	_, pins := e.State(id)
	pins = slices.Clone(pins)
	w := losing(t, e.World(), "workspace/gone.txt")
	for i := range pins {
		in := *pins[i].World
		if _, there := in.Tree.File("workspace/gone.txt"); there {
			in.Tree = w.Tree
			pins[i].World = &in
		}
	}
	x := w.Export(sessions(
		bundle.Recording{ID: "s1", Title: "Fine", Events: events},
		bundle.Recording{ID: "s2", Title: "A\ntitle", Err: errors.New("the disk is gone")},
		bundle.Recording{ID: "s3", Problems: []string{"The event 1 of 4 cannot be read."}},
		bundle.Recording{ID: "s4", Events: events[:2], Problems: []string{"The event 3 of 4 cannot be read."}},
		bundle.Recording{ID: "s5", Events: pins},
	))
	lost := "the bytes of " + tree.Sum([]byte("gone")).Short() + " are missing or damaged where they were kept (1 in all)."
	want := []string{
		"The file /workspace/gone.txt is not in the export: " + lost,
		"Session s2, “A title”, is not in the export: the disk is gone.",
		"Session s3 is not in the export. The event 1 of 4 cannot be read.",
		"Session s4 is in the export as far as it can be read. The event 3 of 4 cannot be read.",
		"Session s5 is in the export as the lines of its events alone, which cannot be restored: " + lost,
	}
	if !slices.Equal(x.Left, want) {
		t.Fatalf("got %q, want %q", x.Left, want)
	}
	all := unzipped(t, x)
	if data, err := all.ReadFile("left-out.txt"); err != nil || string(data) != strings.Join(want, "\n")+"\n" {
		t.Errorf("got %q, %v in the export", data, err)
	}
	if data, err := all.ReadFile("workspace/here.txt"); err != nil || string(data) != "here" {
		t.Errorf("got %q, %v", data, err)
	}
	if data, err := all.ReadFile("sessions/s5.jsonl"); err != nil || string(data) != string(event.Lines(pins)) {
		t.Errorf("got %q, %v of the session that pins what is lost", data, err)
	}
	r, err := world.Restore(all)
	if err != nil || !slices.Equal(r.Left, want) || len(r.Sessions) != 2 {
		t.Fatalf("got %q and %d sessions, %v", r.Left, len(r.Sessions), err)
	}
	for i, want := range [][]event.Event{events, events[:2]} {
		data, _ := r.Sessions[i].Bytes()
		b, problems, err := bundle.Read(data, tool.Builtin())
		if err != nil || problems != nil || string(event.Lines(b.Events)) != string(event.Lines(want)) {
			t.Errorf("got %d events, %v, %v", len(b.Events), problems, err)
		}
	}
}

// VF-7: where all can be read, nothing is said of it.
func TestExportWhole(t *testing.T) {
	e, id := engine(t, core.Ports{})
	_, events := e.State(id)
	x := e.World().Export(sessions(bundle.Recording{ID: id, Events: events}))
	if x.Left != nil {
		t.Fatalf("got %q", x.Left)
	}
	if _, there := unzipped(t, x).File("left-out.txt"); there {
		t.Error("got a file of what is left out, want none")
	}
}

// sessions are recordings as an export takes them.
func sessions(list ...bundle.Recording) iter.Seq[world.Session] {
	return func(yield func(world.Session) bool) {
		for _, r := range list {
			if !yield(r.Export(nil)) {
				return
			}
		}
	}
}

// unzipped is an export as its zip has it.
func unzipped(t *testing.T, x world.Exported) tree.Tree {
	t.Helper()
	var zip bytes.Buffer
	if err := x.Write(&zip); err != nil {
		t.Fatal(err)
	}
	all, err := archive.Read(zip.Bytes(), archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
