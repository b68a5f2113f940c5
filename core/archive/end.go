package archive

import (
	"bytes"

	"lily/core/tree"
)

const (
	endSize     = 22
	locatorSize = 20
	end64Size   = 56
)

var (
	endSign     = []byte("PK\x05\x06")
	end64Sign   = []byte("PK\x06\x06")
	locatorSign = []byte("PK\x06\x07")
)

// end finds the directory by the record at the end of the archive, whose
// comment must reach to the very end. Two such records would be two archives
// in one, of which each program sees another.
func (z *reader) end() error {
	found := -1
	for at := max(0, len(z.data)-endSize-most16); at+endSize <= len(z.data); at++ {
		if !bytes.HasPrefix(z.data[at:], endSign) {
			continue
		}
		if length := from(z.data, uint64(at)+endSize-2).u16(); at+endSize+int(length) != len(z.data) {
			continue
		}
		if found >= 0 {
			return whole("zip_stray", "has two ends, so that it is not clear what it holds")
		}
		found = at
	}
	if found < 0 {
		return z.endless()
	}
	return z.ended(uint64(found))
}

// endless says why there is no end.
func (z *reader) endless() error {
	switch {
	case bytes.HasPrefix(z.data, []byte("PK\x07\x08")):
		return whole("multi_disk", "is a part of one that is split into several files")
	case bytes.Contains(z.data, endSign):
		return whole("zip_stray", "is cut off in its comment, or has bytes after its end")
	case bytes.HasPrefix(z.data, []byte("PK\x03\x04")):
		return whole("zip_truncated", "is cut off: it has no end")
	}
	return whole("not_a_zip", "is not a zip")
}

func (z *reader) ended(at uint64) error {
	s := from(z.data, at+4)
	disk, first := uint32(s.u16()), uint32(s.u16())
	here, all := uint64(s.u16()), uint64(s.u16())
	size, start := uint64(s.u32()), uint64(s.u32())
	if at >= locatorSize && bytes.HasPrefix(z.data[at-locatorSize:], locatorSign) {
		big, err := z.end64(at - locatorSize)
		if err != nil {
			return err
		}
		if !big.agrees(disk, first, here, all, size, start) {
			return whole("zip64", "has two ends that say different things")
		}
		disk, first, here, all, size, start, at = big.disk, big.first, big.here, big.all, big.size, big.start, big.at
	}
	switch {
	case disk != 0 || first != 0 || here != all:
		return whole("multi_disk", "is a part of one that is split into several files")
	case size > at || start > at-size:
		return whole("zip_truncated", "lacks a part: its directory lies outside of it")
	case start < at-size:
		return whole("zip_prepended", "has bytes before its first entry or after its directory, as a program that unpacks itself has")
	}
	z.start, z.stop, z.count = start, at, all
	return z.fits()
}

// fits refuses more entries than there can be files and folders of them.
func (z *reader) fits() error {
	if most := 2 * uint64(max(0, z.Limits.Files)); most > 0 && z.count > most {
		return &tree.LimitError{Code: "too_many_files", Got: int64(min(z.count, 1<<62)), Most: int64(z.Limits.Files)}
	}
	return nil
}

// end64 is the record of a big archive.
type end64 struct {
	disk, first                uint32
	here, all, size, start, at uint64
}

func (z *reader) end64(locator uint64) (end64, error) {
	lie := whole("zip64", "has a zip64 end that is not where it should be")
	s := from(z.data, locator+4)
	disk, at, disks := s.u32(), s.u64(), s.u32()
	if disk != 0 || disks > 1 {
		return end64{}, whole("multi_disk", "is a part of one that is split into several files")
	}
	if at > locator || locator-at < end64Size || !bytes.HasPrefix(z.data[at:], end64Sign) {
		return end64{}, lie
	}
	s = from(z.data, at+4)
	if length := s.u64(); length != locator-at-12 {
		return end64{}, lie
	}
	s.take(4) // the versions
	return end64{s.u32(), s.u32(), s.u64(), s.u64(), s.u64(), s.u64(), at}, nil
}

// agrees reports whether the small record has the same values, where it does
// not point to the big one.
func (e end64) agrees(disk, first uint32, here, all, size, start uint64) bool {
	same := func(small, big, most uint64) bool { return small == most || small == big }
	return same(uint64(disk), uint64(e.disk), most16) && same(uint64(first), uint64(e.first), most16) &&
		same(here, e.here, most16) && same(all, e.all, most16) && same(size, e.size, most32) && same(start, e.start, most32)
}
