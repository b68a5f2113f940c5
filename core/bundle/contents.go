package bundle

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/record"
	"lily/core/tree"
)

// entries finds the files by their names, and refuses those that no bundle has.
func (r *reader) entries() (err error) {
	if r.order, err = entries(r.data); err != nil {
		return err
	}
	for i, e := range r.order {
		if err := r.goOn(i, len(r.order)); err != nil {
			return err
		}
		if _, twice := r.files[e.name]; twice {
			return &Error{Entry: quoted(e.name), Offset: e.at, Message: "the entry is there twice"}
		}
		if _, _, blob := blobOf(e.name); !blob && e.name != about && e.name != lines && e.name != sides {
			return &Error{Entry: quoted(e.name), Offset: e.at, Message: "a bundle has no such entry"}
		}
		r.files[e.name] = e
	}
	for _, name := range []string{about, lines, sides} {
		if _, ok := r.files[name]; !ok {
			return wrong(name, "the entry is missing")
		}
	}
	return nil
}

// blobOf is the blob that an entry has, whole or as a difference.
func blobOf(name string) (d tree.Digest, whole, ok bool) {
	if d, ok = digestOf(folder, name); ok {
		return d, true, true
	}
	d, ok = digestOf(asked, name)
	return d, false, ok
}

func digestOf(folder, name string) (d tree.Digest, ok bool) {
	text, below := strings.CutPrefix(name, folder)
	return d, below && d.UnmarshalText([]byte(text)) == nil
}

// about reads lily.json. Its checksum is looked at first: what is wrong in it would else be said of what it is about.
func (r *reader) about() error {
	e := r.files[about]
	if crc32.ChecksumIEEE(e.data) != e.crc {
		return wrong(about, "the entry is damaged: its checksum is wrong")
	}
	return r.manifest.decode(e.data)
}

// contents compares the entries with what lily.json says of them.
func (r *reader) contents() error {
	for _, d := range r.manifest.Blobs {
		_, whole := r.files[folder+d.String()]
		_, differs := r.files[asked+d.String()]
		switch {
		case !whole && !differs:
			return wrong(folder+d.String(), "the entry is missing")
		case whole && differs:
			return wrong(asked+d.String(), "the entry is there as a blob, too")
		}
		r.blobs[d] = nil
	}
	for i, e := range r.order {
		if err := r.goOn(i, len(r.order)); err != nil {
			return err
		}
		d, whole, ok := blobOf(e.name)
		if !ok {
			continue
		}
		if _, listed := r.blobs[d]; !listed {
			return &Error{Entry: e.name, Offset: e.at, Message: "the entry is not one that " + about + " lists"}
		}
		if !whole {
			continue // what it makes is looked at later
		}
		if got := tree.Sum(e.data); got != d {
			return &Error{Entry: e.name, Offset: e.at, Message: fmt.Sprintf("the entry is damaged: its bytes have the digest %s", got.Short())}
		}
		r.blobs[d] = e.data
	}
	return nil
}

func (r *reader) lines() error {
	if n := len(r.manifest.Files); n != 2 || r.manifest.Files[0].Name != lines || r.manifest.Files[1].Name != sides {
		return wrong(about, "got %d files, want %s and %s", n, lines, sides)
	}
	list, err := r.split(r.manifest.Files[0])
	if err != nil {
		return err
	}
	beside, err := r.split(r.manifest.Files[1])
	for i := range beside {
		r.records = append(r.records, record.Record{Line: list[i], Side: beside[i]})
	}
	return err
}

// split returns the lines of a file; the first that is damaged is the place.
func (r *reader) split(f file) ([][]byte, error) {
	data := r.files[f.Name].data
	n := 0
	for line := range bytes.Lines(data) {
		if n++; n > len(f.Lines) || n > r.manifest.Events || tree.Sum(bytes.TrimSuffix(line, []byte("\n"))).Short() != f.Lines[n-1] {
			return nil, &Error{Entry: f.Name, Line: n, Offset: -1, Message: "the line is damaged: it is not the one that " + about + " says"}
		}
	}
	if n != len(f.Lines) || n != r.manifest.Events || n == 0 {
		return nil, &Error{Entry: f.Name, Line: n + 1, Offset: -1, Message: fmt.Sprintf("got the end after %d lines, want %d", n, r.manifest.Events)}
	}
	if tree.Sum(data) != f.Digest {
		return nil, &Error{Entry: f.Name, Line: n, Offset: -1, Message: "the file is damaged: it is not the one that " + about + " says"}
	}
	list, err := event.Split(data)
	return list, placed(f.Name, err)
}

// lost refuses a bundle that lacks a blob. A request may have been lost before it was written, and is a problem then.
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

// named packs the events once more: nothing may be missing, too much, or kept in another way than Lily keeps it.
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
