package archive

import (
	"strings"

	"lily/core/tree"
)

const (
	entrySign = 0x02014b50
	entrySize = 46
)

// directory reads the central directory, which must be filled to the byte. It refuses more
// files than may be, those aside that are left out, before anything is unpacked.
func (z *reader) directory() error {
	s := &scan{rest: z.data[z.start:z.stop]}
	if z.count > uint64(len(s.rest))/entrySize {
		return whole("zip_truncated", "declares more entries than it has room for")
	}
	var files []string
	for i := range z.count {
		if i%256 == 255 && !z.goOn() {
			return tree.ErrStopped
		}
		e, err := next(s)
		if err != nil {
			return err
		}
		z.entries = append(z.entries, e)
		if e.left = z.Skip != nil && z.Skip(e.name); !e.left && !strings.HasSuffix(e.name, "/") {
			files = append(files, e.name)
		}
	}
	if len(s.rest) > 0 {
		return whole("zip_stray", "has bytes in its directory that belong to no entry")
	}
	if most := z.Limits.Files; most > 0 && len(files) > most {
		return &tree.LimitError{Code: "too_many_files", Path: files[most], Got: int64(len(files)), Most: int64(most)}
	}
	return nil
}

// header is what the directory says of an entry and what stands before its content.
type header struct {
	name          string
	flags, method uint16
	crc           uint32
	packed, size  uint64
}

// header reads one up to its name, with the lengths of the name and of the extra fields.
func (s *scan) header() (h header, name, extra uint64) {
	h.flags, h.method = s.u16(), s.u16()
	s.take(4) // the time
	h.crc, h.packed, h.size = s.u32(), s.number(4), s.number(4)
	return h, s.number(2), s.number(2)
}

func next(s *scan) (*entry, error) {
	if s.u32() != entrySign {
		return nil, whole("zip_truncated", "has a directory that cannot be read")
	}
	e := &entry{host: byte(s.u16() >> 8)}
	s.take(2) // the version that unpacks it
	h, name, extra := s.header()
	comment, disk := s.number(2), s.number(2)
	s.take(2)
	e.header, e.attributes, e.at = h, s.u32(), s.number(4)
	e.name = string(s.take(name))
	e.extra = s.take(extra)
	s.take(comment)
	if s.short {
		return nil, whole("zip_truncated", "has a directory that is cut off")
	}
	err := e.widen(e.extra, wide{&e.size, 8}, wide{&e.packed, 8}, wide{&e.at, 8}, wide{&disk, 4})
	if err == nil && disk != 0 {
		err = e.wrong("multi_disk", "lies in another part of a split archive")
	}
	return e, err
}

// scan takes little-endian fields off the front of some bytes. Past their end it gives zeros and is short.
type scan struct {
	rest  []byte
	short bool
}

func (s *scan) take(n uint64) []byte {
	if n > uint64(len(s.rest)) {
		s.rest, s.short = nil, true
		return nil
	}
	got := s.rest[:n:n]
	s.rest = s.rest[n:]
	return got
}

func (s *scan) number(bytes uint64) (n uint64) {
	for i, b := range s.take(bytes) {
		n |= uint64(b) << (8 * i)
	}
	return n
}

func (s *scan) u16() uint16 { return uint16(s.number(2)) }
func (s *scan) u32() uint32 { return uint32(s.number(4)) }

func from(data []byte, at uint64) *scan {
	s := &scan{rest: data}
	s.take(at)
	return s
}
