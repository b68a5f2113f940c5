package archive

import "lily/core/tree"

const (
	entrySign = 0x02014b50
	entrySize = 46
)

// directory reads the central directory, which must be filled to the byte.
func (z *reader) directory() error {
	s := &scan{rest: z.data[z.start:z.stop]}
	if z.count > uint64(len(s.rest))/entrySize {
		return whole("zip_truncated", "declares more entries than it has room for")
	}
	for i := range z.count {
		if i%256 == 255 && !z.goOn(0) {
			return tree.ErrStopped
		}
		e, err := next(s)
		if err != nil {
			return err
		}
		z.entries = append(z.entries, e)
	}
	if len(s.rest) > 0 {
		return whole("zip_stray", "has bytes in its directory that belong to no entry")
	}
	return nil
}

// next reads one entry of the directory.
func next(s *scan) (*entry, error) {
	if s.u32() != entrySign {
		return nil, whole("zip_truncated", "has a directory that cannot be read")
	}
	made := s.u16()
	s.take(2) // the version that unpacks it
	e := &entry{host: byte(made >> 8), flags: s.u16(), method: s.u16()}
	s.take(4) // the time
	e.crc, e.packed, e.size = s.u32(), uint64(s.u32()), uint64(s.u32())
	name, extra, comment := s.u16(), s.u16(), s.u16()
	disk := s.u16()
	s.take(2)
	e.attributes, e.at = s.u32(), uint64(s.u32())
	e.name = string(s.take(uint64(name)))
	fields := s.take(uint64(extra))
	s.take(uint64(comment))
	if s.short {
		return nil, whole("zip_truncated", "has a directory that is cut off")
	}
	parts := uint64(disk)
	err := e.widen(fields, wide{&e.size, most32, 8}, wide{&e.packed, most32, 8}, wide{&e.at, most32, 8}, wide{&parts, most16, 4})
	if err == nil && parts != 0 {
		err = e.wrong("multi_disk", "lies in another part of a split archive")
	}
	return e, err
}

// wide is a value that may stand in the zip64 field instead: then it is most.
type wide struct {
	value *uint64
	most  uint64
	bytes int
}

// widen takes the values that are too big for their place from the zip64 field.
func (e *entry) widen(extra []byte, values ...wide) error {
	field, err := e.field64(extra)
	if err != nil {
		return err
	}
	s := &scan{rest: field}
	for _, v := range values {
		switch {
		case *v.value != v.most:
		case v.bytes == 8:
			*v.value = s.u64()
		default:
			*v.value = uint64(s.u32())
		}
	}
	if s.short {
		return e.wrong("zip64", "lacks the zip64 field that it points to")
	}
	return nil
}

// field64 finds the zip64 field among the extra ones. Less than four bytes
// at their end are padding.
func (e *entry) field64(extra []byte) (field []byte, err error) {
	for s := (&scan{rest: extra}); len(s.rest) >= 4; {
		id, size := s.u16(), s.u16()
		data := s.take(uint64(size))
		if s.short {
			return nil, e.wrong("zip_differs", "has extra fields that cannot be read")
		}
		if id != 1 {
			continue
		}
		if field != nil {
			return nil, e.wrong("zip64", "has two zip64 fields")
		}
		field = data
	}
	return field, nil
}
