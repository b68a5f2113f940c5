package archive

import "encoding/binary"

// scan takes little-endian fields off the front of some bytes. Past their end
// it gives zeros and is short.
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

func (s *scan) u16() uint16 {
	if b := s.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (s *scan) u32() uint32 {
	if b := s.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (s *scan) u64() uint64 {
	if b := s.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// from is a scan that begins at a place, which may lie outside.
func from(data []byte, at uint64) *scan {
	s := &scan{rest: data}
	s.take(at)
	return s
}
