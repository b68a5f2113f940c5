package bundle

import (
	"bytes"
	"fmt"
	"hash/crc32"
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
