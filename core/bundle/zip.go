package bundle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"lily/core/archive"
	"lily/core/order"
)

type entry struct {
	name string
	at   int // of its header
	crc  uint32
	data []byte
}

const (
	headSize      = 30
	localSign     = 0x04034b50
	directorySign = 0x02014b50
)

// entries goes through a zip that [Bundle.Write] wrote: one stored file after the other, then the directory. It reads
// no more than it must to name the entry that is damaged; that every other byte of the zip is as it should be is seen
// by writing it again. Sizes that are wrong lead nowhere: nothing is unpacked.
func entries(data []byte) ([]entry, error) {
	var list []entry
	for at := 0; ; {
		if len(data)-at < 4 {
			return nil, &Error{Offset: len(data), Message: "the file is cut off, or is no bundle"}
		}
		switch binary.LittleEndian.Uint32(data[at:]) {
		case directorySign:
			return list, nil
		case localSign:
		default:
			after := ""
			if len(list) > 0 {
				after = "after " + list[len(list)-1].name
			}
			return nil, &Error{Entry: after, Offset: at, Message: "got something else than the beginning of an entry, or of the zip's directory"}
		}
		e, size, err := head(data, at)
		if err != nil {
			return nil, err
		}
		list, at = append(list, e), at+size
	}
}

// head reads the entry that begins at an offset, and returns its size in the zip.
func head(data []byte, at int) (e entry, size int, err error) {
	rest := data[at:]
	if len(rest) < headSize {
		return e, 0, &Error{Offset: len(data), Message: "the file is cut off in the header of an entry"}
	}
	le := binary.LittleEndian
	method, packed, full := le.Uint16(rest[8:]), int64(le.Uint32(rest[18:])), int64(le.Uint32(rest[22:]))
	name, extra := int(le.Uint16(rest[26:])), le.Uint16(rest[28:])
	if len(rest) < headSize+name {
		return e, 0, &Error{Offset: at, Message: "the name of an entry leads beyond the end of the file"}
	}
	e = entry{name: string(rest[headSize : headSize+name]), at: at, crc: le.Uint32(rest[14:])}
	if method != 0 || extra != 0 || packed != full {
		return e, 0, &Error{Entry: quoted(e.name), Offset: at, Message: "the entry is not stored as Lily stores it; a bundle that was packed again by another program is no bundle"}
	}
	if int64(len(rest)-headSize-name) < full {
		return e, 0, &Error{Entry: quoted(e.name), Offset: at, Message: "the entry leads beyond the end of the file, which is cut off or damaged"}
	}
	size = headSize + name + int(full)
	e.data = rest[headSize+name : size : size]
	return e, size, nil
}

// quoted is the name of an entry that may be anything.
func quoted(name string) string {
	if len(name) > 80 {
		name = name[:80]
	}
	return fmt.Sprintf("the entry %+q", name)
}

// same writes the zip again and compares it to the byte.
func (r *reader) same() error {
	sorted := slices.Clone(r.order)
	order.Func(sorted, func(a, b entry) int { return cmp.Compare(a.name, b.name) })
	var stopped error
	again := &comparer{want: r.data}
	err := archive.Stored(again, func(yield func(string, []byte) bool) {
		for i, e := range sorted {
			if stopped = r.goOn(i, len(sorted)); stopped != nil || !yield(e.name, e.data) {
				return
			}
		}
	})
	switch {
	case stopped != nil:
		return stopped
	case err == errDiffers || again.at != len(r.data):
		return r.differs(again.at)
	case err != nil:
		return wrong(about, "%s", err)
	}
	return nil
}

// comparer is a writer that takes just the bytes that it wants; at is how many it got.
type comparer struct {
	want []byte
	at   int
}

var errDiffers = errors.New("the bytes differ")

func (c *comparer) Write(p []byte) (int, error) {
	n := same(c.want[c.at:], p)
	if c.at += n; n < len(p) {
		return n, errDiffers
	}
	return n, nil
}

func (r *reader) differs(at int) error {
	e := &Error{Offset: at, Message: "the zip is not as Lily writes it: its directory differs"}
	for _, in := range r.order {
		if in.at <= at && at < in.at+headSize+len(in.name)+len(in.data) {
			e.Entry, e.Message = in.name, "the zip is not as Lily writes it: the header of this entry differs"
		}
	}
	return e
}
