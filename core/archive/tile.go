package archive

import (
	"cmp"
	"slices"

	"lily/core/order"
	"lily/core/tree"
)

const localSign = 0x04034b50

// tile goes through the entries as they lie in the archive. Each must begin
// where the one before ends, and its own header must say what the directory
// says: else two programs could see two archives in one file.
func (z *reader) tile() error {
	entries := slices.Clone(z.entries)
	order.StableFunc(entries, func(a, b *entry) int { return cmp.Compare(a.at, b.at) })
	for i, e := range entries {
		if i%256 == 255 && !z.goOn() {
			return tree.ErrStopped
		}
		stop := z.start
		if i+1 < len(entries) {
			stop = entries[i+1].at
		}
		if i == 0 && e.at != 0 {
			return whole("zip_prepended", "has bytes before its first entry, as a program that unpacks itself has")
		}
		if err := z.local(e, stop); err != nil {
			return err
		}
	}
	if len(entries) == 0 && z.start != 0 {
		return whole("zip_stray", "has no entry and yet content")
	}
	return nil
}

// local reads an entry's own header and takes its bytes; it ends at stop.
func (z *reader) local(e *entry, stop uint64) error {
	if stop > z.start || e.at >= stop {
		return e.wrong("zip_overlap", "lies in the place of another one")
	}
	s := &scan{rest: z.data[e.at:stop]}
	sign := s.u32()
	s.take(2)
	own, name, extra := s.header()
	own.name = string(s.take(name))
	fields := s.take(extra)
	if s.short || sign != localSign {
		return e.wrong("zip_overlap", "lies in the place of another one, or has no header")
	}
	if err := e.widen(fields, wide{&own.size, 8}, wide{&own.packed, 8}); err != nil {
		return err
	}
	if (own.flags^e.flags)&flagsEqual == 0 {
		own.flags = e.flags
	}
	if e.flags&flagDescriptor != 0 && own.crc == 0 && own.packed == 0 && own.size == 0 { // they follow the content
		own.crc, own.packed, own.size = e.crc, e.packed, e.size
	}
	if own != e.header {
		return e.wrong("zip_differs", "says one thing in the directory and another before its content")
	}
	if err := e.single(fields); err != nil {
		return err
	}
	if e.body = s.take(e.packed); s.short {
		return e.wrong("zip_overlap", "reaches into the place of another one")
	}
	return e.descriptor(s)
}

// descriptor reads what follows an entry whose sizes were not known when it was begun, in any of the
// four ways in which it is written. After all others nothing follows.
func (e *entry) descriptor(s *scan) error {
	length := len(s.rest)
	if e.flags&flagDescriptor == 0 {
		if length != 0 {
			return e.wrong("zip_stray", "is followed by bytes that belong to no entry")
		}
		return nil
	}
	if length == 16 || length == 24 {
		length -= 4
		if s.u32() != 0x08074b50 {
			return e.wrong("zip_differs", "is followed by something else than its sizes")
		}
	}
	if length != 12 && length != 20 {
		return e.wrong("zip_stray", "is followed by bytes that belong to no entry")
	}
	width := uint64(length-4) / 2
	if s.u32() != e.crc || s.number(width) != e.packed || s.number(width) != e.size {
		return e.wrong("zip_differs", "says one thing in the directory and another after its content")
	}
	return nil
}
