package bundle

import (
	"slices"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/tree"
)

// lost refuses a bundle that lacks a blob of those that reading it asked for. A request
// may have been lost before the bundle was written, and is a problem then.
func (r *reader) lost() error {
	requests := map[tree.Digest]bool{}
	for _, e := range r.list {
		if b, ok := e.Body.(event.ModelRequest); ok {
			requests[b.Digest] = true
		}
	}
	for _, d := range r.missing {
		if !requests[d] {
			return missing(r.namedBy(d), d)
		}
	}
	return nil
}

// namedBy is the first event that names a blob, or whose world does.
func (r *reader) namedBy(d tree.Digest) int {
	for i, rec := range r.records {
		if slices.Contains(rec.Names(), d) {
			return i + 1
		}
	}
	for _, p := range r.problems {
		if p.What == "world" {
			return p.Seq
		}
	}
	return 1
}

// entryOf is the entry that has a blob.
func (r *reader) entryOf(d tree.Digest) string {
	if _, ok := r.differences[d]; ok {
		return asked + d.String()
	}
	return folder + d.String()
}

func missing(line int, d tree.Digest) error {
	return &Error{Entry: lines, Line: line, Offset: -1, Message: "the event names " + folder + d.String() + ", which is missing"}
}

// named compares the blobs that are there with those that the events name: none may
// be missing, and none too much.
func (r *reader) named() error {
	n := &names{digests: map[tree.Digest]bool{}, folders: map[tree.Digest]bool{}, pause: func() { _ = r.goOn(0, 1) }}
	for i, e := range r.list {
		if err := r.goOn(i, len(r.list)); err != nil {
			return err
		}
		n.record(r.records[i].Names())
		if e.World != nil {
			n.world(*e.World)
		}
		switch b := e.Body.(type) {
		case event.SkillCatalogUpdated:
			n.world(b.Input)
		case event.ModelRequest:
			n.asked = append(n.asked, b.Digest)
		}
		for _, d := range n.fresh {
			if r.blobs[d] == nil {
				return missing(i+1, d)
			}
		}
		n.fresh = n.fresh[:0]
	}
	if err := r.inTurn(n.asked, n.digests); err != nil {
		return err
	}
	for _, d := range n.asked {
		n.digests[d] = true // the request itself, which may have been lost before
	}
	for _, d := range r.manifest.Blobs {
		if !n.digests[d] && len(r.problems) == 0 {
			return wrong(r.entryOf(d), "no event names the entry")
		}
	}
	return nil
}

// names gathers digests; fresh are those that are new. It pauses after each folder.
type names struct {
	pause            func()
	digests, folders map[tree.Digest]bool
	fresh, asked     []tree.Digest
}

func (n *names) record(list []tree.Digest) {
	for _, d := range list {
		if !n.digests[d] {
			n.digests[d], n.fresh = true, append(n.fresh, d)
		}
	}
}

func (n *names) world(in loader.Input) {
	if in.Roots == nil {
		return // it could not be read, which is a problem of its own
	}
	for b := range in.Tree.Blobs(func(d tree.Digest) bool { return n.folders[d] }) {
		n.record([]tree.Digest{b.Digest()})
		if b.Dir() {
			n.folders[b.Digest()] = true
			n.pause()
		}
	}
}
