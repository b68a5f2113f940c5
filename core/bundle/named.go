package bundle

import (
	"bytes"
	"slices"

	"lily/core/event"
	"lily/core/record"
	"lily/core/tree"
)

// lost refuses a bundle that lacks a blob of those that reading it asked for. A request may have been lost before the
// bundle was written, and is a problem then.
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
	if i := slices.IndexFunc(r.problems, ofWorld); i >= 0 {
		return r.problems[i].Seq
	}
	return 1
}

func ofWorld(p record.Problem) bool { return p.What == "world" }

func missing(line int, d tree.Digest) error {
	return &Error{Entry: lines, Line: line, Offset: -1, Message: "the event names " + folder + d.String() + ", which is missing"}
}

// named packs the events once more, and compares what comes of it with what is there: nothing may be missing, too
// much, or kept in another way than Lily keeps it.
func (r *reader) named() error {
	p := newPacker(r.manifest.Format, func(int, int) bool { return r.goOn(0, 1) == nil })
	// What some events name cannot be told where their world cannot be read.
	worldless := slices.ContainsFunc(r.problems, ofWorld)
	whole, n := map[tree.Digest]bool{}, 0
	for i, e := range r.list {
		if err := r.goOn(i, len(r.list)); err != nil {
			return err
		}
		p.event(e)
		for ; n < len(p.blobs); n++ {
			d := p.blobs[n].Digest()
			if _, differs := r.differences[d]; r.blobs[d] == nil && !differs && !worldless {
				return missing(i+1, d)
			}
			whole[d] = true
		}
	}
	if len(r.problems) > 0 {
		return nil
	}
	for _, d := range r.manifest.Blobs {
		if err := r.kept(d, whole[d], p.entries[asked+d.String()]); err != nil {
			return err
		}
	}
	return nil
}

// kept compares how a blob is there with how it is to be: whole, or as a difference.
func (r *reader) kept(d tree.Digest, whole bool, difference []byte) error {
	entry, differs := r.files[asked+d.String()]
	if !differs {
		entry = r.files[folder+d.String()]
	}
	switch {
	case !whole && difference == nil:
		return wrong(entry.name, "no event names the entry")
	case whole && differs:
		return wrong(entry.name, "the entry is a difference, and the blob is to be there as it is")
	case !whole && !differs:
		return wrong(entry.name, "the entry is whole, and would be shorter as it differs from the request before it")
	case !whole && !bytes.Equal(entry.data, difference):
		return wrong(entry.name, "the entry is not like the request before it")
	}
	return nil
}
