package archive

import "path"

// wide is a value that may stand in the zip64 field instead, in so many bytes: then all the
// bits of its place, which is half as wide, are set.
type wide struct {
	value *uint64
	bytes uint64
}

// widen takes the values that are too big for their place from the zip64 field.
func (e *entry) widen(extra []byte, values ...wide) error {
	field, err := e.field64(extra)
	if err != nil {
		return err
	}
	s := &scan{rest: field}
	for _, v := range values {
		if *v.value == 1<<(4*v.bytes)-1 {
			*v.value = s.number(v.bytes)
		}
	}
	if s.short {
		return e.wrong("zip64", "lacks the zip64 field that it points to")
	}
	return nil
}

// field64 finds the zip64 field among the extra ones.
func (e *entry) field64(extra []byte) (found []byte, err error) {
	err = e.fields(extra, func(id uint16, data []byte) error {
		switch {
		case id == fieldZip64 && found != nil:
			return e.wrong("zip64", "has two zip64 fields")
		case id == fieldZip64:
			found = data
		}
		return nil
	})
	return found, err
}

// fields gives each of the extra fields. Less than four bytes at their end are padding.
func (e *entry) fields(extra []byte, do func(id uint16, data []byte) error) error {
	for s := (&scan{rest: extra}); len(s.rest) >= 4; {
		id, data := s.u16(), s.take(s.number(2))
		if s.short {
			return e.wrong("zip_differs", "has extra fields that cannot be read")
		}
		if err := do(id, data); err != nil {
			return err
		}
	}
	return nil
}

// The extra fields by which another program gives an entry another name, or makes something else than a
// file of it (APPNOTE 4.5, 4.6; extrafld.txt of Info-ZIP). Times, owners, attributes and comments, which all others
// are, may say what they like.
const (
	fieldZip64   = 0x0001
	fieldPKUnix  = 0x000d // of PKWARE: after 12 bytes what a link leads to
	fieldZipIt   = 0x2605 // of ZipIt: the name on a Macintosh
	fieldMac     = 0x334d // of Info-ZIP: the whole path on a Macintosh, packed by itself
	fieldXceed   = 0x554e // of Xceed: the name in UTF-16
	fieldUnicode = 0x7075 // of Info-ZIP: the name in UTF-8
	fieldASi     = 0x756e // of ASi: a mode, and what a link leads to
)

// single refuses an extra field by which the entry is another one to another program. A field of a name that
// has the same name is well, whether or not its checksum makes others believe it.
func (e *entry) single(extra []byte) error {
	return e.fields(extra, func(id uint16, data []byte) error {
		s, well := &scan{rest: data}, true
		switch id {
		case fieldUnicode:
			s.take(5) // a version, and a checksum of the name that it stands for
			well = string(s.rest) == e.name && !s.short
		case fieldZipIt:
			s.take(4) // a signature
			well = string(s.take(s.number(1))) == path.Base(e.name) && !s.short
		case fieldPKUnix:
			well = len(data) <= 12
		case fieldASi:
			s.take(4) // a checksum
			kind := s.u16() & modeKind
			well = len(data) <= 14 && (kind == 0 || kind == modeFolder && e.dir || kind == modeRegular && !e.dir)
		case fieldMac, fieldXceed:
			well = false
		}
		if !well {
			return e.wrong("zip_differs", "has an extra field by which other programs see another name or kind of file")
		}
		return nil
	})
}
