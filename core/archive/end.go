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

// end finds the directory by the record at the end of the archive, whose comment must reach to the
// very end. Two such records would be two archives in one, of which each program sees another.
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

// ending is what either record of the end says: the number of this part, and of the one in
// which the directory begins; how many entries are in this part, and in all; the size of the
// directory, and where it begins.
type ending [6]uint64

// ended takes in the record at a place, or that of a big archive.
func (z *reader) ended(at uint64) error {
	s := from(z.data, at+4)
	e := ending{s.number(2), s.number(2), s.number(2), s.number(2), s.number(4), s.number(4)}
	if at >= locatorSize && bytes.HasPrefix(z.data[at-locatorSize:], locatorSign) {
		var err error
		if e, at, err = z.end64(at-locatorSize, e); err != nil {
			return err
		}
	}
	all, size, start := e[3], e[4], e[5]
	switch {
	case e[0] != 0 || e[1] != 0 || e[2] != all:
		return whole("multi_disk", "is a part of one that is split into several files")
	case size > at || start > at-size:
		return whole("zip_truncated", "lacks a part: its directory lies outside of it")
	case start < at-size:
		return whole("zip_prepended", "has bytes before its first entry or after its directory, as a program that unpacks itself has")
	}
	z.start, z.stop, z.count = start, at, all
	if most := 2 * uint64(max(0, z.Limits.Files)); most > 0 && all > most { // more than files and folders of them
		return &tree.LimitError{Code: "too_many_files", Got: int64(min(all, 1<<62)), Most: int64(z.Limits.Files)}
	}
	return nil
}

// end64 is the record of a big archive, and where it begins. It must say the same as the
// small one where that does not point to it.
func (z *reader) end64(locator uint64, small ending) (e ending, at uint64, err error) {
	s := from(z.data, locator+4)
	disk, at, disks := s.u32(), s.number(8), s.u32()
	if disk != 0 || disks > 1 {
		return e, 0, whole("multi_disk", "is a part of one that is split into several files")
	}
	if at > locator || locator-at < end64Size || !bytes.HasPrefix(z.data[at:], end64Sign) ||
		from(z.data, at+4).number(8) != locator-at-12 {
		return e, 0, whole("zip64", "has a zip64 end that is not where it should be")
	}
	s = from(z.data, at+16) // after the length and the versions
	e = ending{s.number(4), s.number(4), s.number(8), s.number(8), s.number(8), s.number(8)}
	for i, most := range (ending{most16, most16, most16, most16, most32, most32}) {
		if small[i] != most && small[i] != e[i] {
			return e, 0, whole("zip64", "has two ends that say different things")
		}
	}
	return e, at, nil
}
